import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from rankrees.statistics.foldtests import FoldTest, fold_ratio
from rankrees.statistics.ttest import paired_ttest
from tests.oracles.ttest_twin import corrected_t, two_tailed_p

scores = st.integers(0, 1000).map(lambda v: v / 1000)


@given(st.lists(st.tuples(scores, scores), min_size=2, max_size=60))
def test_plain_test_is_scipys(pairs):
    x, y = map(np.array, zip(*pairs, strict=True))
    assume(np.ptp(x - y) > 1e-6)
    found = paired_ttest(x, y)
    expected = stats.ttest_rel(x, y)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-9)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-9)


@given(st.lists(st.tuples(scores, scores), min_size=2, max_size=60), st.integers(2, 20))
def test_corrected_test_is_its_literal_twin(pairs, folds):
    x, y = zip(*pairs, strict=True)
    assume(np.ptp(np.subtract(x, y)) > 1e-6)
    found = FoldTest("corrected", fold_ratio(folds))(x, y)
    assert found.statistic == pytest.approx(
        corrected_t(x, y, 1 / (folds - 1)), rel=1e-9
    )


def test_worked_numbers():
    # d = .01 .03 .02 -.01 .05: mean .02, var .0005, n 5, two folds (ratio 1):
    # t = .02 / sqrt(1.2 * .0005) = 0.8164966, p with 4 degrees of freedom 0.46
    x = [0.81, 0.83, 0.82, 0.79, 0.85]
    found = paired_ttest(x, [0.80] * 5, ratio=1.0)
    assert found.statistic == pytest.approx(0.02 / math.sqrt(0.0006), rel=1e-9)
    assert found.p == pytest.approx(two_tailed_p(0.02 / math.sqrt(0.0006), 4), rel=1e-6)
    assert found.sign == 0
    assert paired_ttest(x, [0.70] * 5, ratio=1.0).sign == 1


def test_correction_turns_a_win_into_a_tie():
    rng = np.random.default_rng(3)
    x = rng.normal(0.004, 0.01, 100)
    assert paired_ttest(x, np.zeros(100)).sign == 1
    assert paired_ttest(x, np.zeros(100), ratio=1 / 9).sign == 0


@pytest.mark.parametrize("x", [[0.1, 0.7, 0.3], [0.0, 0.0, 0.0]])
def test_no_difference_is_a_tie(x):
    assert (paired_ttest(x, x).p, paired_ttest(x, x).sign) == (1.0, 0)


@pytest.mark.parametrize(("shift", "sign"), [(0.1, 1), (-0.1, -1)])
def test_constant_difference_is_significant(shift, sign):
    """Also where 0.3 - 0.2 and 0.8 - 0.7 differ in the last bit."""
    x = np.array([0.2, 0.7, 0.3, 0.45])
    found = paired_ttest(x + shift, x, ratio=1 / 9)
    assert found.p < 1e-12
    assert found.sign == sign


def test_exactly_constant_difference_has_p_zero():
    assert paired_ttest([0.75, 0.5], [0.5, 0.25]).p == 0.0


def test_one_fold_is_a_tie():
    assert paired_ttest([0.9], [0.1]).sign == 0


def test_p_equal_to_alpha_is_significant():
    x, y = [0.8, 0.9, 0.85, 0.7], [0.7, 0.85, 0.8, 0.69]
    p = paired_ttest(x, y).p
    assert paired_ttest(x, y, alpha=p).sign == 1
    assert paired_ttest(x, y, alpha=np.nextafter(p, 0)).sign == 0


def test_swapping_the_sides_swaps_the_sign():
    x, y = [0.8, 0.9, 0.85, 0.7], [0.5, 0.61, 0.52, 0.4]
    assert paired_ttest(x, y).sign == -paired_ttest(y, x).sign == 1
