import math

import baycomp
import numpy as np
import pytest

from rankrees.compare.bayes import signed_rank_posterior


def draw(seed, n=20, shift=0.01):
    rng = np.random.default_rng(seed)
    x = rng.uniform(0.5, 1, n)
    return x, x - rng.normal(shift, 0.03, n)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("rope", [0.001, 0.01, 0.05])
def test_is_that_of_baycomp(seed, rope):
    """The same draws from the Dirichlet distribution, so the same numbers."""
    x, y = draw(seed)
    found = signed_rank_posterior(x, y, rope=rope, n_samples=4000, seed=seed)
    expected = baycomp.SignedRankTest.probs(
        x, y, rope=rope, nsamples=4000, random_state=seed
    )
    assert (found.better, found.equal, found.worse) == pytest.approx(expected, abs=1e-9)
    assert found.better + found.equal + found.worse == pytest.approx(1)


def test_is_that_of_baycomp_without_a_region():
    x, y = draw(4)
    found = signed_rank_posterior(x, y, rope=0, n_samples=4000, seed=7)
    expected = baycomp.SignedRankTest.probs(x, y, rope=0, nsamples=4000, random_state=7)
    assert (found.better, found.worse) == pytest.approx(expected, abs=1e-9)
    assert found.equal == 0


def test_one_data_set_in_closed_form():
    """Weight w on the one difference, 1 - w on zero, w ~ Beta(1, 0.5).

    Sums beyond twice the region have weight w^2 (the difference with itself) if it is
    more than the region, and 2w(1-w) more if it is more than twice that. With d = 1.5
    regions the better side wins if w^2 > 1/2: P = (1 - sqrt(1/2))^(1/2).
    """
    found = signed_rank_posterior([0.015], [0.0], rope=0.01, n_samples=200_000)
    assert found.better == pytest.approx((1 - math.sqrt(0.5)) ** 0.5, abs=0.005)
    assert found.worse == 0


def test_swapping_the_sides_swaps_the_probabilities():
    x, y = draw(5)
    found = signed_rank_posterior(x, y, rope=0.01)
    back = signed_rank_posterior(y, x, rope=0.01)
    assert (found.better, found.worse) == pytest.approx((back.worse, back.better))


def test_equal_scores():
    x = [0.5, 0.7, 0.9]
    found = signed_rank_posterior(x, x, rope=0.01)
    assert (found.better, found.equal, found.worse) == (0, 1, 0)
    found = signed_rank_posterior(x, x, rope=0)
    assert (found.better, found.worse) == pytest.approx((0.5, 0.5))


def test_a_sum_on_the_edge_of_the_region_counts_half_in_spite_of_rounding():
    # 0.3 - 0.29 is 0.010000000000000009 as a double: on the edge, not beyond it
    exact = signed_rank_posterior([0.01] * 9, [0.0] * 9, rope=0.01, n_samples=2000)
    noisy = signed_rank_posterior([0.3] * 9, [0.29] * 9, rope=0.01, n_samples=2000)
    assert noisy == exact
