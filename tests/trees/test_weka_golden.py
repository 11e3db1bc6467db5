"""Trees, their texts, probabilities and bags against the committed output of Weka.

The numbers were made by tests/weka/make_golden.py with the real Weka; no Java is needed
here. `make weka-parity` compares afresh, on all 36 classic data sets.
"""

import json

import numpy as np
import pytest

from rankrees.combiners.bagging import Bagging
from rankrees.data.arff.reader import read_arff
from rankrees.data.dataset import Dataset
from rankrees.shipped import shipped_dir
from tests.weka.golden import (
    BAGS_FILE,
    SHOWN,
    entry,
    numbers,
    read_nb_trees,
    read_trees,
    shown_path,
)
from tests.weka.ours import MODES, N_FOLDS, NB_TREES, TREES, prepared, results
from tests.weka.parity import EDGES, TOLERANCE

BAGS = json.loads(BAGS_FILE.read_text(encoding="utf-8"))


def load(name: str, content_hash: str | None = None) -> Dataset:
    folder = EDGES.parent if name == EDGES.stem else shipped_dir("datasets")
    dataset = read_arff(folder / f"{name}.arff", name=name)
    content_hash = content_hash or read_trees()["sets"][name]["content_hash"]
    assert dataset.content_hash == content_hash, (
        f"{name} is not the data set that Weka was run on"
    )
    return dataset


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", read_trees()["sets"])
def test_trees_are_wekas(name, mode):
    dataset = prepared(load(name), mode)
    expected = read_trees()["sets"][name][mode]
    assert set(expected) == set(TREES)
    found = results(dataset, TREES)
    for fold in range(N_FOLDS):
        for learner in TREES:
            text, proba = next(found)
            weka, ours = expected[learner][fold], entry(text, proba)
            where = f"{name} ({mode}), {learner}, fold {fold + 1}"
            assert ours["text"] == weka["text"], f"another tree: {where}\n{text}"
            if dataset.n_missing:  # sums of fractions differ in their last bits
                np.testing.assert_allclose(
                    numbers(ours["first"]),
                    numbers(weka["first"]),
                    rtol=0.0,
                    atol=TOLERANCE,
                    err_msg=where,
                )
            else:
                assert ours == weka, f"another probability: {where}"


@pytest.mark.parametrize("name", read_nb_trees())
def test_nb_trees_are_wekas(name):
    expected = read_nb_trees()[name]
    dataset = prepared(load(name, expected["content_hash"]), "filtered")
    for fold, (text, proba) in enumerate(results(dataset, NB_TREES)):
        ours = entry(text, proba)
        where = f"{name}, fold {fold + 1}"
        assert ours["text"] == expected["text"][fold], f"another tree: {where}\n{text}"
        assert ours["all"] == expected["all"][fold], f"another probability: {where}"


def test_some_nb_trees_have_splits():
    """Or else only naive Bayes would be compared."""
    sizes = [
        int(text.split()[-1])
        for name in ("vote", "vehicle", "soybean", "autos")
        for text, _ in results(prepared(load(name), "filtered"), NB_TREES)
    ]
    assert sum(size > 10 for size in sizes) > 20


@pytest.mark.parametrize("title", SHOWN)
def test_shown_trees_are_wekas(title):
    name, mode, fold, learner = SHOWN[title]
    texts = [text for text, _ in results(prepared(load(name), mode), TREES)]
    text = texts[(fold - 1) * len(TREES) + list(TREES).index(learner)]
    assert text == shown_path(title).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("resample", "percent", "rows"),
    [(v, p, n) for v in BAGS for p in BAGS[v] for n in BAGS[v][p]],
)
def test_bags_are_wekas(resample, percent, rows):
    expected = BAGS[resample][percent][rows]
    combiner = Bagging(bags=len(expected), percent=int(percent), resample=resample)
    train = np.arange(int(rows), dtype=np.int32)
    assert [bag.tolist() for bag in combiner.draw(train)] == expected


def test_the_two_generations_of_bags_differ():
    for percent in ("100", "50"):
        assert BAGS["weka36"][percent]["135"] != BAGS["weka39"][percent]["135"]
