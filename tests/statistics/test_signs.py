import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rankrees.statistics.foldtests import TESTS, FoldTest
from rankrees.statistics.signs import sign_test, wilcoxon_test
from rankrees.statistics.ttest import paired_ttest
from tests.oracles.signs import average_rank, exact_p

differences = st.lists(st.integers(-6, 6), min_size=1, max_size=9)


def without_odd_zero(d):
    if d.count(0) % 2:
        d = list(d)
        d.remove(0)
    return d


@given(differences)
def test_the_sign_test_is_exact(d):
    found = sign_test([0.001 * v for v in d], [0.0] * len(d))
    kept = without_odd_zero(d)
    # split ties are half wins, half losses: as many as signs given at random
    signs = [v for v in kept if v] + [1, -1] * (kept.count(0) // 2)
    expected = exact_p(signs, [1] * len(signs)) if signs else 1.0
    assert found.p == pytest.approx(expected)
    assert found.n == len(d)


@settings(max_examples=50, deadline=None)
@given(differences)
def test_wilcoxon_is_exact_for_few_pairs(d):
    found = wilcoxon_test([0.001 * v for v in d], [0.0] * len(d))
    kept = without_odd_zero(d)
    sizes = [abs(v) for v in kept]
    ranks = [average_rank(sizes, size) for size in sizes]
    expected = exact_p(kept, ranks) if any(kept) else 1.0
    assert found.p == pytest.approx(expected)


def test_equal_differences_get_equal_ranks_in_spite_of_rounding():
    x, y = [0.3, 0.1, 0.9], [0.2, 0.2, 0.5]
    assert x[0] - y[0] != y[1] - x[1]
    # |d| = .1 .1 .4: ranks 1.5 1.5 3, so R+ = 4.5
    assert wilcoxon_test(x, y).statistic == 4.5


def test_many_pairs_take_the_normal_distribution():
    d = np.random.default_rng(3).normal(0.2, 1, 80).round(1)
    d = d[d != 0]
    ranks = stats.rankdata(np.abs(d))
    middle, spread = ranks.sum() / 2, np.sqrt((ranks**2).sum()) / 2
    z = (ranks[d > 0].sum() - middle) / spread
    assert wilcoxon_test(d, np.zeros_like(d)).p == pytest.approx(
        2 * stats.norm.sf(abs(z))
    )


@pytest.mark.parametrize("name", TESTS)
def test_every_test_has_a_direction(name):
    x = np.linspace(0.6, 0.9, 12)
    y = x - np.linspace(0.01, 0.05, 12)
    test = FoldTest(name, 1 / 9)
    assert (test(x, y).sign, test(y, x).sign, test(x, x).sign) == (1, -1, 0)
    assert test(x, x).p == 1.0
    assert test([], []).sign == 0
    assert FoldTest(name, 1 / 9, alpha=1e-9)(x, y).sign == 0


def test_only_the_corrected_test_uses_the_ratio():
    x, y = [0.8, 0.9, 0.85, 0.7], [0.7, 0.85, 0.8, 0.69]
    assert FoldTest("paired", 0.5)(x, y) == paired_ttest(x, y)
    assert FoldTest("corrected", 0.5)(x, y) == paired_ttest(x, y, ratio=0.5)


def test_an_unknown_test_is_refused():
    with pytest.raises(ValueError, match="'t'"):
        FoldTest("t")
