"""C4.5's choice of a split, as J48 makes it: written once, for all ways of counting.

Every candidate is judged by three sums over the rows whose value is known: x ln x of
the cells less that of the branches ("inside"), that of the branches ("split",
negative) and that of the classes ("before", in bits). Whatever counts rows (bytes,
whole numbers, sorted columns, fractions) fills these in; the order of operations here
is J48's, so that rounding decides as it does there.

`np.divide` is a division that never asks whether it is by 0, so that the processor
divides several at a time.
"""

from __future__ import annotations

import math

import numpy as np

from rankrees.kernel import Floats, Ints, inlined, int64, kernel
from rankrees.trees.kernels import LEAF, LN2, SMALL


@inlined
def gain_of(inside: float, before: float, known: float, total: float) -> float:
    """Return the information gain, multiplied by the known share of the weight."""
    share = 1.0 - np.divide(total - known, total)
    numerator = share * (before + np.divide(inside, LN2))
    gain = np.divide(numerator, known)
    return 0.0 if abs(numerator) < SMALL else gain


@inlined
def ratio_of(
    gain: float, split: float, of_missing: float, total: float, of_total: float
) -> float:
    """Return gain over split information; missing rows are one more branch.

    `of_missing` and `of_total` are x ln x of the missing and of all weight.
    """
    information = np.divide(split - of_missing + of_total, LN2)
    ratio = np.divide(gain, np.divide(information, total))
    return 0.0 if abs(information) < SMALL else ratio


@inlined
def charge_for_choice(gain: float, n_candidates: int, total: float) -> float:
    """Return a threshold's gain less the bits that choosing it costs."""
    return gain - math.log(float(n_candidates)) / LN2 / total


@inlined
def best_by_ratio(valid: Ints, gain: Floats, ratio: Floats, in_average: Ints) -> int:
    """Return the attribute that C4.5 chooses, `LEAF` for none.

    That is the largest gain ratio among the valid candidates whose gain is at least the
    average one of those that are `in_average`. `ratio` is changed.
    """
    n_counted = 0
    sum_gain = 0.0
    for a in range(valid.shape[0]):
        counts = (valid[a] != 0) & (in_average[a] != 0)
        sum_gain += gain[a] if counts else 0.0
        n_counted += counts
    best = int64(LEAF)
    best_ratio = 0.0
    if n_counted > 0:
        least = sum_gain / n_counted - 1e-3
        for a in range(valid.shape[0]):
            may_be = (valid[a] != 0) & (gain[a] >= least)
            ratio[a] = ratio[a] if may_be else 0.0
        for a in range(valid.shape[0]):
            if ratio[a] - best_ratio > SMALL:
                best_ratio = ratio[a]
                best = int64(a)
    return best


@inlined
def count_towards_average(n_values: Ints, n_all: int, in_average: Ints) -> None:
    """Fill in which attributes count towards the average gain.

    Those with very many values (for `n_all` rows, those without a class included) do
    not, unless all are like that. Numeric ones have 0 values, declared.
    """
    n_counting = 0
    for a in range(n_values.shape[0]):
        in_average[a] = 0.3 * n_all - n_values[a] > SMALL
        n_counting += in_average[a]
    for a in range(n_values.shape[0]):
        in_average[a] = in_average[a] or n_counting == 0


@kernel
def smallest_side(known: float, n_classes: int, min_leaf: float) -> float:
    """Return the least weight that C4.5 wants on each side of a threshold.

    That is `min_leaf`, or a tenth of the known weight per class (at most 25) where
    that is more.
    """
    smallest = 0.1 * known / n_classes
    if smallest - min_leaf < SMALL or smallest <= min_leaf:
        smallest = min_leaf
    elif smallest - 25.0 > SMALL:
        smallest = 25.0
    return smallest


@kernel
def midpoint_of(lower: float, upper: float) -> float:
    """Return the middle of two values, the lower one where rounding meets the upper."""
    midpoint = (upper + lower) / 2.0
    return lower if midpoint == upper else midpoint
