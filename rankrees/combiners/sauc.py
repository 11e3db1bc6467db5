"""SAUC: how far above the negatives the positives are scored, to a power."""

from __future__ import annotations

import numpy as np

from rankrees.kernel import kernel
from rankrees.trees.kernels import Floats, Ints


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
            if j == i or n_below == 0:
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
    for a in range(high.shape[0]):
        for b in range(low.shape[0]):
            difference = high[a] - low[b]
            if difference < 0.0:
                break
            weight = high_times[a] * low_times[b] * share
            for k in range(powers.shape[0]):
                if difference == 0.0:
                    if powers[k] == 0.0:
                        totals[k] += weight * ties
                elif difference == 1.0:  # often so, and a power costs time
                    totals[k] += weight
                else:
                    totals[k] += weight * difference ** powers[k]
