"""Means as the papers' programs made them, and whether they match the print."""

from __future__ import annotations

import math
from collections.abc import Iterable


def plain_mean(values: Iterable[float]) -> float:
    """Return the mean by a left-to-right sum, NaN of nothing.

    `sum`, numpy and pandas all add in ways of their own, and which one is a matter of
    their version. A printed digit can hang on the last bit.
    """
    total, n = 0.0, 0
    for value in values:
        total += value
        n += 1
    return total / n if n else math.nan


def rounded(value: float, decimals: int) -> float:
    """Return a number rounded to `decimals` places, halves up, computed in doubles.

    This is `floor(value * 10^d + 0.5) / 10^d`, what a Java program of the papers' time
    does. Rounding the exact binary value instead would turn a mean such as 83.445,
    whose double lies just under it, into another digit.
    """
    scale = 10.0**decimals
    return math.floor(value * scale + 0.5) / scale


def round_half_up(value: float, decimals: int) -> str:
    """Write a number with `decimals` places, rounded as `rounded` does."""
    return f"{rounded(value, decimals):.{decimals}f}"


def decimals_of(printed: str) -> int:
    """Return how many decimals a printed number has."""
    return len(printed.partition(".")[2])


def matches(value: float, printed: str) -> bool:
    """Whether a number, rounded half up to the printed decimals, equals the print."""
    return round_half_up(value, decimals_of(printed)) == printed
