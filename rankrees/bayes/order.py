"""The order in which Weka's naive Bayes adds rows up.

To find an attribute's precision Weka sorts the training rows by it, in place; after the
last numeric attribute they are in an order of their own, and sums of doubles depend on
the order. The sort is the quicksort with the median of three as pivot that textbooks
have; rows with equal values do not keep their order, so it has to be the same one.
"""

from __future__ import annotations

import numpy as np

from rankrees.kernel import Floats, Ints, inlined, kernel

_DEEPEST = 64
"""Parts that can wait: log2 of the rows, since it is the larger part that waits."""


NO_PRECISION = 0.01
"""Precision of an attribute with fewer than two distinct values."""


@kernel
def summing_order(numbers: Floats, rows: Ints) -> Ints:
    """Return the positions in `rows` in Weka's order, all attributes sorted by."""
    return sort_by_all(numbers, rows)[0]


@kernel
def sort_by_all(numbers: Floats, rows: Ints) -> tuple[Ints, Floats]:
    """Sort by all attributes in turn; return the order and each attribute's precision.

    That is the mean gap between neighbouring distinct values.

    Parameters
    ----------
    numbers
        (numeric attributes, rows of the data set) values, NaN for missing.
    rows
        The training rows, in the order of training.

    Returns
    -------
    tuple
        The positions in `rows` in Weka's order, and the precisions.
    """
    n = rows.shape[0]
    order = np.arange(n)
    keys = np.empty(n)
    precision = np.empty(numbers.shape[0])
    largest = np.finfo(np.float64).max
    for a in range(numbers.shape[0]):
        values = numbers[a]
        n_known = 0
        is_finite = True
        for i in range(n):
            x = values[rows[order[i]]]
            keys[i] = largest if np.isnan(x) else x
            n_known += not np.isnan(x)
            is_finite = is_finite and not np.isinf(x)
        _quicksort(keys, order)
        if is_finite:
            precision[a] = _mean_gap(keys, n_known)
        else:
            # infinity is above what stands for the missing ones, which come last here
            precision[a] = _mean_gap(np.sort(values[rows]), n_known)
    return order, precision


@kernel
def _mean_gap(ordered: Floats, n_known: int) -> float:
    gaps = 0.0
    n_gaps = 0
    for i in range(1, n_known):
        if ordered[i] != ordered[i - 1]:
            gaps += ordered[i] - ordered[i - 1]
            n_gaps += 1
    return gaps / n_gaps if n_gaps > 0 else NO_PRECISION


@kernel
def _quicksort(keys: Floats, index: Ints) -> None:
    """Sort the keys, and what belongs to them along with them."""
    waiting = np.empty((_DEEPEST, 2), dtype=np.int64)
    waiting[0] = 0, keys.shape[0] - 1
    n_waiting = 1
    while n_waiting > 0:
        n_waiting -= 1
        left, right = waiting[n_waiting]
        while left < right:
            middle = (left + right) // 2
            _put_in_order(keys, index, left, middle)
            _put_in_order(keys, index, left, right)
            _put_in_order(keys, index, middle, right)
            if right - left <= 2:
                break
            pivot = keys[middle]
            _swap(keys, index, middle, right - 1)
            i, j = left, right - 1
            while True:
                i += 1
                while keys[i] < pivot:
                    i += 1
                j -= 1
                while keys[j] > pivot:
                    j -= 1
                if i >= j:
                    break
                _swap(keys, index, i, j)
            _swap(keys, index, i, right - 1)
            if i - left > right - i:
                waiting[n_waiting] = left, i - 1
                left = i + 1
            else:
                waiting[n_waiting] = i + 1, right
                right = i - 1
            n_waiting += 1


@inlined
def _put_in_order(keys: Floats, index: Ints, first: int, second: int) -> None:
    if keys[first] > keys[second]:
        _swap(keys, index, first, second)


@inlined
def _swap(keys: Floats, index: Ints, first: int, second: int) -> None:
    keys[first], keys[second] = keys[second], keys[first]
    index[first], index[second] = index[second], index[first]
