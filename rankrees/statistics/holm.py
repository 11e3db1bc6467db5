"""Holm's correction for testing several hypotheses at once."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Return adjusted p values, in the order given; significant if <= alpha.

    The i-th smallest of m is multiplied by m - i + 1; none becomes smaller than the one
    before it or larger than 1.

    References
    ----------
    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
    Journal of Statistics 6 (1979); Demšar 2006, section 3.2.2.
    """
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    for position, i in enumerate(order):
        largest = max(largest, (len(p_values) - position) * p_values[i])
        adjusted[i] = min(1.0, largest)
    return adjusted
