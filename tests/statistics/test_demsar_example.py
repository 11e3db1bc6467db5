"""Everything that Demšar (2006) prints of his worked example."""

import math

import pytest
from scipy import stats

from rankrees.statistics.holm import holm
from rankrees.statistics.oversets import OverSets
from rankrees.statistics.ranks import (
    average_ranks,
    bonferroni_dunn_cd,
    friedman,
    nemenyi_cd,
    rank_error,
)
from rankrees.statistics.signs import sign_test, wilcoxon_test
from tests.oracles.demsar import AVERAGE_RANKS, RANKS, SCORES


def test_average_ranks_are_the_printed_ones():
    found = {name: f"{rank:.3f}" for name, rank in average_ranks(SCORES).items()}
    assert found == AVERAGE_RANKS
    for dataset, ranks in RANKS.iterrows():
        assert list(average_ranks(SCORES.loc[[dataset]]).values()) == list(ranks)


def test_friedman_and_iman_davenport():
    found = friedman(SCORES, correct_ties=False)
    # he computes from rounded ranks: 9.28, and 3.69 with F(3, 39) = 2.85 at 0.05
    assert found.chi2 == pytest.approx(9.28, abs=0.006)
    assert found.f == pytest.approx(3.69, abs=0.005)
    assert stats.f.isf(0.05, 3, 39) == pytest.approx(2.85, abs=0.005)
    assert found.p_f < 0.05


@pytest.mark.parametrize(
    ("cd", "alpha", "printed"),
    [
        (nemenyi_cd, 0.05, 1.25),
        (nemenyi_cd, 0.10, 1.12),
        (bonferroni_dunn_cd, 0.05, 1.16),
        (bonferroni_dunn_cd, 0.10, 1.04),
    ],
)
def test_critical_differences(cd, alpha, printed):
    # 2.394 * 0.488 is 1.168, printed as 1.16
    assert cd(4, 14, alpha) == pytest.approx(printed, abs=0.009)


# Table 5: critical values for 2 to 10 classifiers
NEMENYI_05 = (1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164)
NEMENYI_10 = (1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920)
# for nine 2.724 is printed; the quantile at 0.05/16 is 2.734
DUNN_05 = (1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.734, 2.773)
DUNN_10 = (1.645, 1.960, 2.128, 2.241, 2.326, 2.394, 2.450, 2.498, 2.539)


@pytest.mark.parametrize(
    ("cd", "alpha", "printed"),
    [
        (nemenyi_cd, 0.05, NEMENYI_05),
        (nemenyi_cd, 0.10, NEMENYI_10),
        (bonferroni_dunn_cd, 0.05, DUNN_05),
        (bonferroni_dunn_cd, 0.10, DUNN_10),
    ],
)
def test_table_of_critical_values(cd, alpha, printed):
    for k, value in enumerate(printed, start=2):
        assert cd(k, 20, alpha) / rank_error(k, 20) == pytest.approx(value, abs=0.0011)


def test_nemenyi_finds_what_he_finds():
    # alpha 0.10: C4.5 is worse than C4.5+m and C4.5+m+cf; of C4.5+cf nothing is known
    groups = OverSets(SCORES, alpha=0.10).groups
    assert groups == [("C4.5+m+cf", "C4.5+m", "C4.5+cf"), ("C4.5+cf", "C4.5")]


def test_bonferroni_dunn_finds_what_he_finds():
    (group,) = OverSets(SCORES, alpha=0.10, control="C4.5").groups
    assert group == ("C4.5+cf", "C4.5")


def test_wilcoxon_sums_of_ranks():
    found = wilcoxon_test(SCORES["C4.5+m"], SCORES["C4.5"])
    assert found.statistic == 93  # R+, and R- is 12
    assert wilcoxon_test(SCORES["C4.5"], SCORES["C4.5+m"]).statistic == 12
    # significant: the critical value for 14 data sets at 0.05 is 21
    assert found.sign == 1
    # his normal approximation has no correction for ties
    z = (12 - 14 * 15 / 4) / math.sqrt(14 * 15 * 29 / 24)
    assert found.p == pytest.approx(2 * stats.norm.sf(-z), rel=0.01)


def test_sign_test_counts():
    found = sign_test(SCORES["C4.5+m"], SCORES["C4.5"])
    assert found.statistic == 11  # eleven of fourteen, one of the two ties among them
    # His Table 3 has 11 as critical at 0.05, by the normal approximation. The binomial
    # distribution itself, which is what we use, has p = 0.0574.
    assert 2 * stats.norm.sf((11 - 7) / math.sqrt(14 / 4)) < 0.05
    tail = sum(math.comb(14, i) for i in range(11, 15)) / 2**14
    assert found.p == pytest.approx(2 * tail)
    assert (found.sign, f"{found.p:.4f}") == (0, "0.0574")


def test_holm_steps():
    # z against C4.5 and its p, as printed
    ranks = average_ranks(SCORES)
    others = ["C4.5+m+cf", "C4.5+m", "C4.5+cf"]
    z = [(ranks["C4.5"] - ranks[name]) / rank_error(4, 14) for name in others]
    assert z == pytest.approx([2.416, 2.342, 0.512], abs=0.003)
    p = [2 * stats.norm.sf(value) for value in z]
    assert p == pytest.approx([0.016, 0.019, 0.607], abs=0.002)
    # .016 < .05/3 and .019 < .05/2 are rejected, .607 > .05 is not
    assert [one <= 0.05 for one in holm(p)] == [True, True, False]
