import math

import pandas as pd
import pytest

from rankrees.errors import ComparisonError
from rankrees.statistics.holm import holm
from rankrees.statistics.means import cell_means
from rankrees.statistics.oversets import OverSets, mean_matrix
from rankrees.statistics.ranks import average_ranks
from rankrees.statistics.signs import wilcoxon_test
from tests.oracles.demsar import METHODS, SCORES
from tests.statistics.test_wtl import make_frame


def test_every_pair_is_compared_and_corrected_for_all():
    pairs = OverSets(SCORES).pairs
    assert [(pair.row, pair.column) for pair in pairs] == [
        (a, b) for i, a in enumerate(METHODS) for b in METHODS[i + 1 :]
    ]
    p = [wilcoxon_test(SCORES[pair.row], SCORES[pair.column]).p for pair in pairs]
    assert [pair.p_wilcoxon for pair in pairs] == p
    assert [pair.p_holm for pair in pairs] == holm(p)
    assert str(pairs[0].counts) == "2/2/10"  # C4.5 against C4.5+m
    assert pairs[0].posterior is None


def test_with_a_control_only_its_pairs():
    pairs = OverSets(SCORES, control="C4.5+m", rope=0.01).pairs
    assert [pair.row for pair in pairs] == ["C4.5+m"] * 3
    p = [wilcoxon_test(SCORES["C4.5+m"], SCORES[pair.column]).p for pair in pairs]
    assert [pair.p_holm for pair in pairs] == holm(p)
    assert pairs[0].posterior.better > 0.5 > pairs[0].posterior.worse


def test_lower_is_better():
    higher, lower = OverSets(SCORES), OverSets(1 - SCORES, higher_is_better=False)
    assert lower.ranks == higher.ranks
    assert [p.counts for p in lower.pairs] == [p.counts for p in higher.pairs]
    assert OverSets(SCORES, higher_is_better=False).ranks != higher.ranks


@pytest.mark.parametrize(
    ("scores", "options", "message"),
    [
        (SCORES[["C4.5"]], {}, "one method"),
        (SCORES.head(1), {}, "need two or more .* there is 1$"),
        (SCORES.head(0), {}, "there are 0$"),
        (SCORES, {"control": "C5"}, "no method is called 'C5'"),
    ],
)
def test_what_cannot_be_compared(scores, options, message):
    with pytest.raises(ComparisonError, match=message):
        OverSets(scores, **options)


def test_means_of_the_sets_that_have_all_methods():
    frame = make_frame(
        {
            ("one", "A"): [0.1, 0.3],
            ("one", "B"): [0.5, 0.7],
            ("half", "A"): [0.1, 0.3],
            ("empty", "A"): [math.nan, math.nan],
            ("empty", "B"): [0.1, 0.2],
        }
    )
    found = mean_matrix(frame, ["B", "A"])
    expected = pd.DataFrame({"B": [0.6], "A": [0.2]}, index=["one"])
    pd.testing.assert_frame_equal(found, expected)


def test_methods_with_the_same_folds_in_another_order_are_tied():
    values = [0.1, 0.7, 0.3, 0.2]
    frame = make_frame({("d", "A"): values, ("d", "B"): values[::-1]})
    means = cell_means(frame)
    assert means["d", "A"].value != means["d", "B"].value  # in the last bit
    assert average_ranks(mean_matrix(frame, ["A", "B"])) == {"A": 1.5, "B": 1.5}
