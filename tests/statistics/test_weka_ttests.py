"""The t-tests against those of Weka's Experimenter, on its own folds and scores."""

import json

import pandas as pd
import pytest

from rankrees.statistics.foldtests import FoldTest, fold_ratio
from rankrees.statistics.wtl import compare_on_datasets
from tests.weka.golden import TTESTS_FILE

GOLDEN = json.loads(TTESTS_FILE.read_text(encoding="utf-8"))
COLUMNS = ["dataset", "run", "fold", "method", "Percent_correct", "Area"]
SCORES = pd.DataFrame(GOLDEN["scores"], columns=COLUMNS)


@pytest.mark.parametrize("name", ["corrected", "paired"])
@pytest.mark.parametrize("score", ["Percent_correct", "Area"])
def test_mean_p_and_significance_are_wekas(name, score):
    test = FoldTest(name, fold_ratio(GOLDEN["folds"]))
    frame = SCORES.assign(value=SCORES[score])
    rows = [row for row in GOLDEN["tests"] if row[:2] == [name, score]]
    assert len(rows) == 3 * 5 * 4
    outcomes = set()
    for _, _, dataset, first, second, mean, p, sign in rows:
        found = compare_on_datasets(frame, first, second, test)[dataset]
        assert found.n == GOLDEN["runs"] * GOLDEN["folds"]
        assert found.mean == pytest.approx(mean, rel=1e-9, abs=1e-12)
        assert found.p == pytest.approx(p, rel=1e-6, abs=1e-14)
        assert found.sign == sign
        outcomes.add((sign, p in (0.0, 1.0)))
    assert {(1, False), (0, False), (-1, False)} <= outcomes
    # ZeroR against itself: a constant difference of percents, none of areas
    edges = {(1, True), (-1, True)} if score == "Percent_correct" else {(0, True)}
    assert edges <= outcomes


def test_the_correction_makes_a_difference_on_these_folds():
    signs = {
        name: [row[-1] for row in GOLDEN["tests"] if row[0] == name]
        for name in ("corrected", "paired")
    }
    assert signs["corrected"] != signs["paired"]
