import math

import numpy as np
import pandas as pd
import pytest
import scikit_posthocs
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rankrees.statistics.ranks import (
    average_ranks,
    bonferroni_dunn_cd,
    bonferroni_dunn_p,
    friedman,
    groups_within,
    nemenyi_cd,
    nemenyi_p,
)
from tests.oracles.groups import maximal_groups

# few different values, so that there are many ties
grids = st.integers(3, 7).flatmap(
    lambda k: st.lists(
        st.lists(st.integers(0, 6), min_size=k, max_size=k), min_size=2, max_size=25
    )
)


def frame(rows):
    return pd.DataFrame(rows, columns=[f"m{i}" for i in range(len(rows[0]))])


@given(grids)
def test_friedman_is_scipys_with_its_correction_for_ties(rows):
    found = friedman(frame(rows))
    columns = np.array(rows, dtype=float).T
    if all(len(set(row)) == 1 for row in rows):
        assert (found.chi2, found.p_chi2, found.p_f) == (0.0, 1.0, 1.0)
        return
    expected = stats.friedmanchisquare(*columns)
    assert found.chi2 == pytest.approx(expected.statistic, abs=1e-9)
    assert found.p_chi2 == pytest.approx(expected.pvalue, abs=1e-9)


def test_iman_davenport_is_the_f_of_an_analysis_of_variance_of_the_ranks():
    """The definition that needs no chi-squared: two-way ANOVA on the ranks."""
    rng = np.random.default_rng(4)
    scores = frame(rng.normal(np.linspace(0, 0.8, 5), size=(12, 5)))
    ranks = stats.rankdata(-scores.to_numpy(), axis=1)
    n, k = ranks.shape
    between = n * ((ranks.mean(axis=0) - ranks.mean()) ** 2).sum() / (k - 1)
    residual = ranks - ranks.mean(axis=0) - ranks.mean(axis=1)[:, None] + ranks.mean()
    f = between / ((residual**2).sum() / ((n - 1) * (k - 1)))
    found = friedman(scores)
    assert found.f == pytest.approx(f)
    assert found.p_f == pytest.approx(stats.f.sf(f, k - 1, (k - 1) * (n - 1)))


def test_all_data_sets_agree():
    found = friedman(frame([[3, 2, 1]] * 6))
    assert (found.f, found.p_f) == (math.inf, 0.0)
    assert found.chi2 == 12
    assert average_ranks(frame([[3, 2, 1]] * 6)) == {"m0": 1, "m1": 2, "m2": 3}


def test_two_methods_can_be_compared():
    """scipy wants three; with two it is the squared z of the sign test."""
    found = friedman(frame([[1, 0]] * 8 + [[0, 1]] * 2))
    assert found.chi2 == pytest.approx((8 - 5) ** 2 / 2.5)


@given(grids)
def test_nemenyi_is_scikit_posthocs(rows):
    scores = frame(rows)
    expected = scikit_posthocs.posthoc_nemenyi_friedman(scores.to_numpy(dtype=float))
    ranks = list(average_ranks(scores).values())
    n, k = scores.shape
    for i in range(k):
        for j in range(i):
            found = nemenyi_p(ranks[i] - ranks[j], k, n)
            assert found == pytest.approx(expected.iloc[i, j], abs=1e-9)


def test_dunn_is_scikit_posthocs():
    scores = frame(np.random.default_rng(1).integers(0, 9, (15, 5)))
    expected = scikit_posthocs.posthoc_demsar(
        scores.to_numpy(dtype=float), control=0, p_adjust="bonferroni", to_matrix=False
    )
    ranks = list(average_ranks(scores).values())
    for i in range(1, 5):
        found = bonferroni_dunn_p(ranks[i] - ranks[0], 5, 15)
        assert found == pytest.approx(expected[0, i], abs=1e-9)


@pytest.mark.parametrize(
    ("cd", "p"), [(nemenyi_cd, nemenyi_p), (bonferroni_dunn_cd, bonferroni_dunn_p)]
)
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_the_critical_difference_is_where_p_is_alpha(cd, p, alpha):
    assert p(cd(6, 30, alpha), 6, 30) == pytest.approx(alpha, rel=1e-6)


@given(
    st.lists(st.integers(4, 40).map(lambda i: i / 4), min_size=2, max_size=9),
    st.sampled_from([0.5, 1.0, 1.1, 2.3, 4.0]),
)
def test_groups_are_the_maximal_cliques(values, cd):
    ranks = {f"m{i}": value for i, value in enumerate(values)}
    found = groups_within(ranks, cd)
    expected = maximal_groups(ranks, cd)
    assert len(found) == len(expected)
    assert all(set(group) in expected for group in found)
    for group in found:
        assert [ranks[m] for m in group] == sorted(ranks[m] for m in group)


def test_overlapping_groups_are_both_there_and_parts_of_them_are_not():
    ranks = {"a": 1.0, "b": 1.9, "c": 2.8, "d": 3.7, "e": 6.0}
    assert groups_within(ranks, 2.0) == [("a", "b", "c"), ("b", "c", "d")]
