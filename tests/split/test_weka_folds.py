import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankrees.errors import RankreesError
from rankrees.split.weka_folds import Fold, weka_folds
from tests.oracles import java_random
from tests.oracles.weka_golden import drawn_labels, expand, golden, rows_hash

WITH_LABELS = {k: v for k, v in golden()["sets"].items() if "labels" in v}
WITH_LABELS |= {f"synthetic-{e['rows']}-{e['seed']}": e for e in golden()["synthetic"]}


def assert_same(folds: list[Fold], expected: dict) -> None:
    """Rows are given one by one for small sets, as hashes for the others."""
    for key in ("train", "test"):
        for fold, rows in zip(folds, expected[key], strict=True):
            found = getattr(fold, key)
            assert found.dtype == np.int32
            assert (rows_hash(found) if isinstance(rows, str) else list(found)) == rows


@pytest.mark.parametrize("name", WITH_LABELS)
def test_folds_of_data_sets_are_those_of_weka(name):
    labels = expand(WITH_LABELS[name]["labels"])
    for expected in WITH_LABELS[name]["runs"]:
        assert_same(weka_folds(labels, expected["run"], 10), expected)


@pytest.mark.parametrize("entry", golden()["label_folds"], ids=lambda e: str(e["rows"]))
def test_folds_with_missing_classes_are_those_of_weka(entry):
    labels = drawn_labels(entry["seed"], entry["rows"], entry["classes"])
    assert (labels == -1).any()
    for expected in entry["runs"]:
        assert_same(weka_folds(labels, expected["run"], entry["folds"]), expected)


def test_small_sets_are_compared_row_by_row():
    assert len(WITH_LABELS["iris"]["runs"][0]["train"][0]) == 135
    assert len(WITH_LABELS["labor"]["runs"][0]["test"][0]) == 6


@settings(deadline=None)
@given(
    st.lists(st.integers(-1, 4), min_size=2, max_size=60),
    st.integers(1, 20),
    st.integers(2, 12),
)
def test_folds_are_those_of_the_plain_twin(labels, run, n_folds):
    n_folds = min(n_folds, len(labels))
    folds = weka_folds(np.array(labels, dtype=np.int32), run, n_folds)
    assert [(f.train.tolist(), f.test.tolist()) for f in folds] == java_random.folds(
        labels, run, n_folds
    )
    assert [(f.run, f.fold) for f in folds] == [(run, k + 1) for k in range(n_folds)]


@pytest.mark.parametrize(
    ("n_folds", "message"), [(1, "at least 2 folds"), (6, "6 folds of 5 rows")]
)
def test_impossible_numbers_of_folds_are_refused(n_folds, message):
    with pytest.raises(RankreesError, match=message):
        weka_folds(np.zeros(5, dtype=np.int32), 1, n_folds)
