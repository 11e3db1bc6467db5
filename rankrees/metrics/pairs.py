"""Counting the pairs of rows that a ranking gets right, and the two means of them.

Counts are integers, a pair won counts 2 and a tie 1, so that no value depends on the
order of the rows. Scores are compared exactly, as doubles: rounding them first would
make ties that were not there.
"""

from __future__ import annotations

import numpy as np

from rankrees.kernel import Floats, Ints, kernel


@kernel
def n_scratch(n_rows: int, n_classes: int) -> int:
    """Return how many numbers `count_pairs` needs beside the scores."""
    return n_rows * (n_classes + 1)


@kernel
def count_pairs(
    scores: Floats,
    rows: Ints,
    labels: Ints,
    one_way: bool,
    halves: Ints,
    sizes: Ints,
    varied: Ints,
    scratch: Floats,
) -> None:
    """Count won and tied pairs of rows of each two classes.

    For each class i its own rows are sorted by p_i, and every other row is looked up
    among them.

    Parameters
    ----------
    scores
        (all rows, classes); `rows` are those that count, and may be named in any order.
    labels
        Class of each of all rows.
    one_way
        Leave out what `mean_unb` does not ask for: i above j in `halves`.
    halves
        Receives at [i, j] twice the pairs (x of class i, z of class j) with
        p_i(x) > p_i(z), plus those with equal p_i.
    sizes
        Receives the rows of each class.
    varied
        Receives at [i, j], i <= j, 1 if the rows of class j differ in p_i; only where i
        is j or has no rows.
    scratch
        At least `n_scratch` numbers.
    """
    n = rows.shape[0]
    n_classes = scores.shape[1]
    sizes[:] = 0
    for k in range(n):
        sizes[labels[rows[k]]] += 1
    start = np.zeros(n_classes + 1, dtype=np.int64)
    for c in range(n_classes):
        start[c + 1] = start[c] + sizes[c]
    # the scores of each class in a row of their own, the rows of a class together
    columns = scratch[: n * n_classes].reshape((n_classes, n))
    place = start.copy()
    for k in range(n):
        row = rows[k]
        label = labels[row]
        at = place[label]
        place[label] += 1
        for c in range(label + 1 if one_way else n_classes):
            columns[c, at] = scores[row, c]
    halves[:, :] = 0
    varied[:, :] = 0
    for i in range(n_classes):
        if sizes[i] == 0:
            for j in range(i + 1, n_classes):
                for k in range(start[j] + 1, start[j + 1]):
                    if columns[i, k] != columns[i, start[j]]:
                        varied[i, j] = 1
                        break
            continue
        own = scratch[n * n_classes : n * n_classes + sizes[i]]
        own[:] = columns[i, start[i] : start[i + 1]]
        own.sort()
        varied[i, i] = own[0] != own[sizes[i] - 1]
        for j in range(i + 1 if one_way else 0, n_classes):
            if j != i:
                won = 0
                for k in range(start[j], start[j + 1]):
                    won += _halves_above(own, columns[i, k])
                halves[i, j] = won


@kernel
def _halves_above(ordered: Floats, value: float) -> int:
    """Return twice the entries above a value plus those equal to it."""
    n = ordered.shape[0]
    low = 0
    left = n
    while left > 1:
        half = left >> 1
        low += half if ordered[low + half - 1] < value else 0
        left -= half
    low += ordered[low] < value
    if low == n or ordered[low] != value:
        return int(2 * (n - low))
    high = low
    left = n - low
    while left > 1:
        half = left >> 1
        high += half if ordered[high + half - 1] <= value else 0
        left -= half
    high += ordered[high] <= value
    return int(2 * n - low - high)


@kernel
def mean_hand_till(halves: Ints, sizes: Ints) -> float:
    """Return Hand & Till's M; NaN if fewer than two classes occur."""
    n_classes = sizes.shape[0]
    total = 0.0
    n_pairs = 0
    for i in range(n_classes):
        for j in range(i + 1, n_classes):
            if sizes[i] > 0 and sizes[j] > 0:
                both = halves[i, j] + halves[j, i]
                total += both / (4 * sizes[i] * sizes[j])
                n_pairs += 1
    return total / n_pairs if n_pairs > 0 else np.nan


@kernel
def mean_unb(halves: Ints, sizes: Ints, varied: Ints) -> float:
    """Return the AUC of the UNB papers; NaN without rows or without two classes."""
    n_classes = sizes.shape[0]
    if sizes.sum() == 0 or n_classes < 2:
        return np.nan
    total = 0.0
    for i in range(n_classes):
        for j in range(i + 1, n_classes):
            if sizes[i] > 0 and sizes[j] > 0:
                total += halves[i, j] / (2 * sizes[i] * sizes[j])
            elif sizes[i] > 0:
                total += 1.0 if varied[i, i] > 0 else 0.5
            elif sizes[j] > 0:
                total += 1.0 if varied[i, j] > 0 else 0.5
            else:
                total += 0.5
    return float(total / (n_classes * (n_classes - 1) // 2))
