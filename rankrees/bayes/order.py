"""The order in which Weka's naive Bayes adds rows up.

To find an attribute's precision Weka sorts the training rows by it, in place; after the
last numeric attribute they are in an order of their own, and sums of doubles depend on
the order. The sort is the quicksort with the median of three as pivot that textbooks
have; rows with equal values do not keep their order, so it has to be the same one.
"""

from __future__ import annotations

import numpy as np

from rankrees.kernel import Floats, Ints, kernel

_DEEPEST = 64
"""Parts that can wait: log2 of the rows, since it is the larger part that waits."""


@kernel
def summing_order(numbers: Floats, rows: Ints) -> Ints:
    """Return the positions in `rows` in Weka's order, all attributes sorted by.

    Parameters
    ----------
    numbers
        (numeric attributes, rows of the data set) values, NaN for missing.
    rows
        The training rows, in the order of training.
    """
    order = np.arange(rows.shape[0])
    keys = np.empty(rows.shape[0])
    for a in range(numbers.shape[0]):
        for i in range(rows.shape[0]):
            x = numbers[a, rows[order[i]]]
            keys[i] = np.finfo(np.float64).max if np.isnan(x) else x
        order = order[_quicksort(keys)]
    return order


@kernel
def _quicksort(keys: Floats) -> Ints:
    """Return the positions of the keys, sorted."""
    index = np.arange(keys.shape[0])
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
            pivot = keys[index[middle]]
            _swap(index, middle, right - 1)
            i, j = left, right - 1
            while True:
                i += 1
                while keys[index[i]] < pivot:
                    i += 1
                j -= 1
                while keys[index[j]] > pivot:
                    j -= 1
                if i >= j:
                    break
                _swap(index, i, j)
            _swap(index, i, right - 1)
            if i - left > right - i:
                waiting[n_waiting] = left, i - 1
                left = i + 1
            else:
                waiting[n_waiting] = i + 1, right
                right = i - 1
            n_waiting += 1
    return index


@kernel
def _put_in_order(keys: Floats, index: Ints, first: int, second: int) -> None:
    if keys[index[first]] > keys[index[second]]:
        _swap(index, first, second)


@kernel
def _swap(index: Ints, first: int, second: int) -> None:
    index[first], index[second] = index[second], index[first]
