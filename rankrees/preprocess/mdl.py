"""Fayyad & Irani's recursive entropy splits with their MDL stopping rule."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import kernel

_LN2 = math.log(2.0)


def mdl_cuts(
    values: NDArray[np.float64], labels: NDArray[np.int32], n_classes: int
) -> NDArray[np.float64]:
    """Return the cut points of one attribute in increasing order.

    Every boundary between different values is a candidate; of equally good ones the
    lowest wins. All floating-point operations follow Weka's order.

    Parameters
    ----------
    values
        Known values, in any order.
    labels
        Class of each, none missing.
    n_classes
        Number of declared classes.

    References
    ----------
    Fayyad & Irani, Multi-interval discretization of continuous-valued attributes for
    classification learning, IJCAI 1993.
    """
    order = np.argsort(values, kind="stable")
    # Counts are integers, so the logarithms can be looked up. The C library's are
    # Java's but for rare last bits; numpy's own vectorised ones differ more often.
    logs = np.array([0.0] + [math.log(i) for i in range(1, len(values) + 1)])
    excess = np.array([0.0] + [_log2_classes(k) for k in range(1, n_classes + 1)])
    return np.sort(_split(values[order], labels[order], logs, excess))


def _log2_classes(k: int) -> float:
    return math.log(3.0**k - 2.0) / _LN2


@kernel
def _split(
    values: NDArray[np.float64],
    labels: NDArray[np.int32],
    logs: NDArray[np.float64],
    excess: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Split ranges of the sorted values until no split is accepted."""
    n_classes = excess.shape[0] - 1
    found = [0.0 for _ in range(0)]
    todo = [(0, values.shape[0])]
    while len(todo) > 0:
        first, stop = todo.pop()
        if stop - first < 2:
            continue
        left = np.zeros(n_classes, dtype=np.int64)
        right = np.zeros(n_classes, dtype=np.int64)
        for i in range(first, stop):
            right[labels[i]] += 1
        before = _entropy(right, logs)
        classes = np.count_nonzero(right)
        best = before
        best_at = -1
        for i in range(first, stop - 1):
            left[labels[i]] += 1
            right[labels[i]] -= 1
            if values[i] < values[i + 1]:
                after = _split_entropy(left, right, logs)
                if after < best:
                    best = after
                    best_at = i
        if best_at < 0:
            continue
        left[:] = 0
        right[:] = 0
        for i in range(first, best_at + 1):
            left[labels[i]] += 1
        for i in range(best_at + 1, stop):
            right[labels[i]] += 1
        delta = excess[classes] - (
            classes * before
            - np.count_nonzero(right) * _entropy(right, logs)
            - np.count_nonzero(left) * _entropy(left, logs)
        )
        n = stop - first
        if before - best > (logs[n - 1] / _LN2 + delta) / n:
            found.append((values[best_at] + values[best_at + 1]) / 2.0)
            todo.append((first, best_at + 1))
            todo.append((best_at + 1, stop))
    return np.array(found)


@kernel
def _entropy(counts: NDArray[np.int64], logs: NDArray[np.float64]) -> float:
    """Return the class entropy in bits of a part that is not empty."""
    result = 0.0
    total = 0
    for count in counts:
        result -= count * logs[count]
        total += count
    return float((result + total * logs[total]) / (total * _LN2))


@kernel
def _split_entropy(
    left: NDArray[np.int64], right: NDArray[np.int64], logs: NDArray[np.float64]
) -> float:
    """Return the mean class entropy of two parts, each weighted by its size."""
    result = 0.0
    n_left = 0
    n_right = 0
    for count in left:
        result += count * logs[count]
        n_left += count
    result -= n_left * logs[n_left]
    for count in right:
        result += count * logs[count]
        n_right += count
    result -= n_right * logs[n_right]
    return float(-result / ((n_left + n_right) * _LN2))
