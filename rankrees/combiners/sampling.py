"""Drawing rows with replacement, as several generations of Weka do it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import kernel
from rankrees.split.java_random import make_random, next_double


@kernel
def alias_sample(
    random: NDArray[np.int64], weights: NDArray[np.float64], size: int
) -> NDArray[np.int64]:
    """Draw positions with chances in proportion to `weights`, by Walker's method.

    This is `resampleWithWeights` of Weka 3.6 and later: one random number a draw. With
    equal weights n * (1/n) may round to a little below 1; a draw that falls into that
    gap, of the order of 1e-16, takes position 0.
    """
    n = weights.shape[0]
    total = 0.0
    for i in range(n):
        total += weights[i]
    chance = np.empty(n)
    alias = np.zeros(n, dtype=np.int64)
    order = np.empty(n, dtype=np.int64)
    low, high = 0, n
    for i in range(n):
        chance[i] = n * (weights[i] / total)
        if chance[i] < 1.0:
            order[low] = i
            low += 1
        else:
            high -= 1
            order[high] = i
    if low > 0 and high < n:
        for s in range(n - 1):
            i, j = order[s], order[high]
            alias[i] = j
            chance[j] += chance[i] - 1.0
            if chance[j] < 1.0:
                high += 1
            if high >= n:
                break
    positions = np.empty(size, dtype=np.int64)
    for k in range(size):
        at = n * next_double(random)
        i = int(at)
        positions[k] = i if at < chance[i] + i else alias[i]
    return positions


@kernel
def draw_equal(
    random: NDArray[np.int64], rows: NDArray[np.int32], size: int
) -> NDArray[np.int32]:
    """Draw so many of `rows`, all with the same chance, as `alias_sample` does.

    None of them is another one's alias then: what falls into the gap takes the first.
    """
    n = rows.shape[0]
    chance = n * (1.0 / n) if n > 0 else 0.0
    drawn = np.empty(size, dtype=rows.dtype)
    for k in range(size):
        at = n * next_double(random)
        i = int(at)
        drawn[k] = rows[i] if at < chance + i else rows[0]
    return drawn


@kernel
def draw_by_seed(seed: int, rows: NDArray[np.int32], size: int) -> NDArray[np.int32]:
    """Draw from a stream of its own; one call, because small bags are drawn often."""
    return draw_equal(make_random(seed), rows, size)


@kernel
def walk_sample(random: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """Draw n positions as Weka 3.4: running sums of random numbers, scaled to n.

    The k-th sample is the row in which the k-th sum falls, so positions are sorted.
    """
    sums = np.empty(n)
    running = 0.0
    for k in range(n):
        running += next_double(random)
        sums[k] = running
    scale = sums[n - 1] / n
    for k in range(n):
        sums[k] /= scale
    sums[n - 1] = n
    positions = np.empty(n, dtype=np.int64)
    k = 0
    upto = 0.0
    for position in range(n):
        upto += 1.0
        while k < n and sums[k] <= upto:
            positions[k] = position
            k += 1
    return positions
