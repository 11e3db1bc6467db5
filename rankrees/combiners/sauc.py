"""SAUC: how far above the negatives the positives are scored, to a power."""

from __future__ import annotations

import math

import numpy as np

from rankrees.kernel import Floats, Ints, kernel

NEAR = 1e-5
"""How near to 1 a difference is whose power is taken from the first terms."""


@kernel
def sauc(
    proba: Floats, labels: Ints, powers: Floats, ties: float, totals: Floats
) -> bool:
    """Write SAUC of some rows into `totals`, for each power.

    SAUC_g is the mean over all pairs of a positive and a negative of
    max(p+ - p-, 0)^g; for g = 0 that is the AUC, where a tie counts `ties`. With more
    than two classes (Choice, as in Hand & Till's AUC): the mean over all pairs of
    classes that are there, of both classes' own probabilities.

    Parameters
    ----------
    proba, labels
        (rows, classes) probabilities and the true class of each row.
    powers
        The g; none is negative.
    ties
        What a tie counts at g = 0.
    totals
        (powers) the answer.

    Returns
    -------
    bool
        False if fewer than two classes are there: SAUC has no value then.

    References
    ----------
    Huang & Ling 2005, SAUC.
    """
    totals[:] = 0.0
    n_pairs = 0
    n_classes = proba.shape[1]
    for i in range(n_classes):
        above = labels == i
        n_above = np.count_nonzero(above)
        if n_above == 0:
            continue
        high, high_times = _distinct(proba[above, i])
        for j in range(n_classes):
            below = labels == j
            n_below = np.count_nonzero(below)
            # of two classes one way is enough: the other probability is 1 less this
            if j == i or n_below == 0 or (n_classes == 2 and j < i):
                continue
            n_pairs += 1
            low, low_times = _distinct(proba[below, i])
            share = 1.0 / (float(n_above) * float(n_below))
            _add_pairs(high, high_times, low, low_times, powers, ties, share, totals)
    if n_pairs > 0:
        totals /= n_pairs
    return n_pairs > 0


@kernel
def _distinct(values: Floats) -> tuple[Floats, Floats]:
    """Return the distinct values in increasing order, and how often each is there."""
    ordered = np.sort(values)
    times = np.zeros(ordered.shape[0])
    n = 0
    for k in range(ordered.shape[0]):
        if n == 0 or ordered[k] != ordered[n - 1]:
            ordered[n] = ordered[k]
            n += 1
        times[n - 1] += 1.0
    return ordered[:n], times[:n]


@kernel
def _add_pairs(
    high: Floats,
    high_times: Floats,
    low: Floats,
    low_times: Floats,
    powers: Floats,
    ties: float,
    share: float,
    totals: Floats,
) -> None:
    """Add the pairs' powers; those of differences near 1, which are many, together.

    There (1 - e)^g = 1 - g e + g (g - 1) e^2 / 2, to the last bit but one.
    """
    n_near = e_near = e2_near = 0.0
    for a in range(high.shape[0]):
        for b in range(low.shape[0]):
            difference = high[a] - low[b]
            if difference < 0.0:
                break
            weight = high_times[a] * low_times[b] * share
            e = 1.0 - difference
            if e < NEAR:
                n_near += weight
                e_near += weight * e
                e2_near += weight * e * e
                continue
            if difference == 0.0:
                for k in range(powers.shape[0]):
                    if powers[k] == 0.0:
                        totals[k] += weight * ties
                continue
            log = math.log(difference)
            for k in range(powers.shape[0]):
                totals[k] += weight * math.exp(powers[k] * log)
    for k in range(powers.shape[0]):
        g = powers[k]
        totals[k] += n_near - g * e_near + 0.5 * g * (g - 1.0) * e2_near
