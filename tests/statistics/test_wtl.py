import math

import pandas as pd
import pytest

from rankrees.errors import ComparisonError
from rankrees.statistics.foldtests import FoldTest
from rankrees.statistics.ttest import paired_ttest
from rankrees.statistics.validate import check_frame
from rankrees.statistics.wtl import WinTieLoss, compare_on_datasets, win_tie_loss

TEST = FoldTest("corrected", ratio=1.0)


def make_frame(scores):
    """{(dataset, method): [values]}, two folds a run."""
    return pd.DataFrame(
        [
            (dataset, method, i // 2 + 1, i % 2 + 1, value)
            for (dataset, method), values in scores.items()
            for i, value in enumerate(values)
        ],
        columns=["dataset", "method", "run", "fold", "value"],
    )


SCORES = {
    ("won", "A"): [0.90, 0.91, 0.92, 0.90],
    ("won", "B"): [0.50, 0.52, 0.51, 0.50],
    ("tied", "A"): [0.5, 0.6, 0.7, 0.8],
    ("tied", "B"): [0.5, 0.6, 0.7, 0.8],
    ("lost", "A"): [0.1, 0.1, 0.1, 0.1],
    ("lost", "B"): [0.2, 0.2, 0.2, 0.2],
    ("only A", "A"): [0.3, 0.2, 0.3, 0.4],
}


def test_counts_row_against_column():
    counts = win_tie_loss(make_frame(SCORES), ["A", "B"], TEST)
    assert str(counts["A", "B"]) == "1/1/1"
    without = {key: value for key, value in SCORES.items() if key[0] != "lost"}
    counts = win_tie_loss(make_frame(without), ["A", "B"], TEST)
    assert counts["A", "B"] == WinTieLoss(1, 1, 0)
    assert counts["B", "A"] == WinTieLoss(0, 1, 1)
    assert counts["A", "B"].n == 2


def test_row_order_does_not_matter():
    frame = make_frame(SCORES)
    shuffled = frame.sample(frac=1, random_state=5)
    assert win_tie_loss(shuffled, ["A", "B"], TEST) == win_tie_loss(
        frame, ["A", "B"], TEST
    )


def test_folds_without_a_value_are_left_out_as_pairs():
    a, b = [0.9, 0.8, 0.7, math.nan], [0.5, math.nan, 0.45, 0.2]
    frame = make_frame({("d", "A"): a, ("d", "B"): b})
    found = compare_on_datasets(frame, "A", "B", TEST)["d"]
    assert found == paired_ttest([0.9, 0.7], [0.5, 0.45], ratio=1.0)
    assert found.n == 2


def test_holes_are_refused_by_name():
    frame = make_frame({("d", "A"): [0.1, 0.2, 0.3], ("d", "B"): [0.1, 0.2]})
    with pytest.raises(ComparisonError, match=r"not scored: B on d, run 2, fold 1$"):
        win_tie_loss(frame, ["A", "B"], TEST)


def test_duplicates_are_refused_by_name():
    frame = make_frame({("d", "A"): [0.1, 0.2], ("d", "B"): [0.1, 0.2]})
    with pytest.raises(
        ComparisonError, match=r"more than once: A on d, run 1, fold 1$"
    ):
        check_frame(pd.concat([frame, frame.head(1)]))


def test_unpaired_folds_are_refused_and_counted():
    left = make_frame({("d", "A"): [0.1] * 8})
    right = make_frame({("d", "B"): [0.1] * 8}).assign(run=lambda f: f.run + 10)
    with pytest.raises(ComparisonError, match=r"; and 11 more$"):
        check_frame(pd.concat([left, right]))


def test_a_frame_without_its_columns_is_refused():
    with pytest.raises(ComparisonError, match="no column fold"):
        check_frame(make_frame(SCORES).drop(columns="fold"))
