import math

import numpy as np
import pytest

from rankrees.statistics.posterior import signed_rank_posterior
from tests.oracles.bayes import signed_rank
from tests.oracles.demsar import SCORES


def shares(found):
    return (found.better, found.equal, found.worse)


# baycomp 1.0.3 on Demšar's scores times 10,000 (as whole numbers, since it takes sums
# that lie on the edge of the region for sums beyond it where doubles are not exact):
#   SignedRankTest.probs(x, y, rope=10_000 * rope, nsamples=4000, random_state=1)
# It is no test dependency because it installs a package called `tests`.
BAYCOMP = [
    ("C4.5", "C4.5+m", 0, (0.0005, 0, 0.9995)),
    ("C4.5", "C4.5+m", 0.001, (0.00025, 0.00025, 0.9995)),
    ("C4.5", "C4.5+m", 0.01, (0, 0.32325, 0.67675)),
    ("C4.5", "C4.5+m", 0.02, (0, 0.88275, 0.11725)),
    ("C4.5+m", "C4.5+m+cf", 0, (0.21775, 0, 0.78225)),
    ("C4.5+m", "C4.5+m+cf", 0.001, (0.20025, 0.002, 0.79775)),
    ("C4.5+m", "C4.5+m+cf", 0.01, (0.002, 0.76475, 0.23325)),
    ("C4.5+m", "C4.5+m+cf", 0.02, (0, 0.9965, 0.0035)),
    ("C4.5+cf", "C4.5+m+cf", 0, (0.01075, 0, 0.98925)),
    ("C4.5+cf", "C4.5+m+cf", 0.001, (0.004, 0.00125, 0.99475)),
    ("C4.5+cf", "C4.5+m+cf", 0.01, (0.00125, 0.22, 0.77875)),
    ("C4.5+cf", "C4.5+m+cf", 0.02, (0, 0.7595, 0.2405)),
]


@pytest.mark.parametrize(("first", "second", "rope", "expected"), BAYCOMP)
def test_is_that_of_baycomp(first, second, rope, expected):
    """The same draws from the Dirichlet distribution, so the same numbers."""
    found = signed_rank_posterior(
        SCORES[first], SCORES[second], rope=rope, n_samples=4000, seed=1
    )
    assert shares(found) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("rope", [5, 20])
def test_is_its_literal_twin(seed, rope):
    rng = np.random.default_rng(seed)
    x = rng.integers(500, 1000, 12)
    y = x - rng.integers(-30, 50, 12)
    found = signed_rank_posterior(
        x / 1000, y / 1000, rope=rope / 1000, n_samples=300, seed=seed
    )
    expected = signed_rank(x.tolist(), y.tolist(), rope, 300, seed)
    assert shares(found) == pytest.approx(tuple(expected))


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
    x, y = SCORES["C4.5+m"], SCORES["C4.5+m+cf"]
    found = signed_rank_posterior(x, y, rope=0.01)
    back = signed_rank_posterior(y, x, rope=0.01)
    assert shares(found) == pytest.approx(shares(back)[::-1])
    assert found.better != found.worse


def test_equal_scores():
    x = [0.5, 0.7, 0.9]
    assert shares(signed_rank_posterior(x, x, rope=0.01)) == (0, 1, 0)
    assert shares(signed_rank_posterior(x, x, rope=0)) == pytest.approx((0.5, 0, 0.5))
