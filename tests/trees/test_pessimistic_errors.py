"""C4.5's pessimistic error estimate against printed numbers and the twin."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtri

from rankrees.trees.prune import PER_ERROR, added_errors
from tests.oracles import c45_tree

Z = 0.6744897501960816  # the normal quantile of 0.75


@pytest.mark.parametrize(("n", "upper"), [(6, 0.206), (9, 0.143), (1, 0.750)])
def test_no_errors_as_in_quinlans_book(n, upper):
    """U_25%(0, n) in Quinlan's C4.5 (1993), section 4.2: 0.206, 0.143 and 0.750."""
    assert round(added_errors(float(n), 0.0, 0.25, Z) / n, 3) == upper


def test_one_error_as_in_quinlans_book():
    """U_25%(1, 16) = 0.157 there, exact binomial; the normal bound is close to it."""
    assert (1.0 + added_errors(16.0, 1.0, 0.25, Z)) / 16 == pytest.approx(
        0.157, abs=0.005
    )


@pytest.mark.parametrize("n", [1.0, 2.0, 2.6, 7.0, 40.0, 41.3])
@pytest.mark.parametrize("e", [0.0, 0.3, 0.99, 1.0, 1.7, 6.5, 6.8, 20.0])
@pytest.mark.parametrize(("cf", "z"), [(0.25, Z), (0.5, 0.0), (0.6, 0.0)])
def test_against_the_twin(n, e, cf, z):
    if e <= n:
        assert added_errors(n, e, cf, z) == pytest.approx(
            c45_tree.added_errors(n, e, cf, z), abs=1e-12
        )


@pytest.mark.parametrize("cf", [0.001, 0.05, 0.25, 0.4, 0.5, 0.9])
def test_one_more_row_never_lowers_the_estimate(cf):
    """Pruning counts on it where it stops sending rows down a branch early."""
    z = float(ndtri(1.0 - cf))
    rng = np.random.default_rng(1)
    cases = [(n, e) for n in range(1, 60) for e in range(n)]
    cases += [(n, int(e)) for n in (1000, 10**6) for e in rng.integers(0, n, 300)]
    for n, e in cases:
        estimate = e + added_errors(float(n), float(e), cf, z)
        with_right_row = e + added_errors(n + 1.0, float(e), cf, z)
        with_wrong_row = e + 1 + added_errors(n + 1.0, e + 1.0, cf, z)
        assert with_right_row >= estimate - 1e-9
        assert with_wrong_row >= estimate + PER_ERROR
