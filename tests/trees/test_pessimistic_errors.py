"""C4.5's pessimistic error estimate against printed numbers and the twin."""

from __future__ import annotations

import pytest

from rankrees.trees.prune import added_errors
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
