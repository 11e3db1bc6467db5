"""The area under the curve that Weka drew in 2003, with all that it loses.

Rows are taken off from below, one by one, and a point is made of those that are left.
Three things go wrong. The lowest row is off before the first point is made, so that it
counts nowhere. A point lies behind the FIRST row of a group of equal scores instead of
behind the last, so that the order of equal rows counts, and with it the sort. And the
shares of the points are of those at the first point, which are 0 of 0 where no row of
one class is left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rankrees.kernel import Floats, Ints, kernel

NO_ROW = 0.5
"""What a pair of classes counts of which no row is there."""


class CurveRule(NamedTuple):
    """What the old program did, so that each point can be changed to see what it does.

    Parameters
    ----------
    lowest_lost
        Whether the shares are of the rows without the lowest; otherwise of all rows.
    first_of_ties
        Whether a point lies behind the first of rows with equal scores; otherwise
        behind the last, as it should.
    first_point
        Whether the first point takes part in the area. All its shares are 1, so that it
        adds nothing; but where it is the only one it may be 0 of 0.
    no_share
        What counts where a share is 0 of 0: no row of one class is left.
    single_row
        What a pair counts that has one row, of which no point is made.
    stable
        Whether equal scores stay in the order of their rows, which the old sort does
        not see to.
    """

    lowest_lost: bool = True
    first_of_ties: bool = True
    first_point: bool = True
    no_share: float = 1.0
    single_row: float = 0.5
    stable: bool = False


AS_FOUND = CurveRule()
"""The rule whose numbers are printed."""


@kernel
def mean_old_curve(
    scores: Floats, rows: Ints, labels: Ints, rule: CurveRule = AS_FOUND
) -> float:
    """Return the mean area over all pairs i < j of declared classes.

    Class i against class j, ranked by p_i, both classes there or not.

    Parameters
    ----------
    scores
        (all rows, classes); `rows` are those that count, and their order matters.
    labels
        Class of each of all rows.

    Returns
    -------
    float
        NaN without rows or without two classes.
    """
    n = rows.shape[0]
    n_classes = scores.shape[1]
    if n == 0 or n_classes < 2:
        return np.nan
    # the places of each class in `rows`, in increasing order
    start = np.zeros(n_classes + 1, dtype=np.int64)
    for k in range(n):
        start[labels[rows[k]] + 1] += 1
    for c in range(n_classes):
        start[c + 1] += start[c]
    places = np.empty(n, dtype=np.int64)
    free = start.copy()
    for k in range(n):
        label = labels[rows[k]]
        places[free[label]] = k
        free[label] += 1
    values = np.empty(n)
    is_first = np.empty(n, dtype=np.bool_)
    order = np.empty(n, dtype=np.int64)
    bounds = np.empty(2 * n + 2, dtype=np.int64)
    total = 0.0
    for i in range(n_classes):
        for j in range(i + 1, n_classes):
            # both lists of places merged: the rows of the pair as they stand
            a, b = start[i], start[j]
            m = start[i + 1] - a + start[j + 1] - b
            for k in range(m):
                if b == start[j + 1] or (a < start[i + 1] and places[a] < places[b]):
                    values[k] = scores[rows[places[a]], i]
                    is_first[k] = True
                    a += 1
                else:
                    values[k] = scores[rows[places[b]], i]
                    is_first[k] = False
                    b += 1
                order[k] = k
            if m == 0:
                total += NO_ROW
                continue
            if rule.stable:
                order[:m] = np.argsort(values[:m], kind="mergesort")
            else:
                sort_old(values, order[:m], bounds)
            total += old_area(values, is_first, order[:m], rule)
    return float(total / (n_classes * (n_classes - 1) // 2))


@kernel
def sort_old(values: Floats, order: Ints, bounds: Ints) -> None:
    """Bring `order` into the order of its values as the old quicksort does.

    The pivot is the value in the middle; entries equal to it are exchanged as well, so
    that equal values do not stay as they were. `bounds` holds the parts still to sort:
    twice as many numbers as `order`, and two more.
    """
    bounds[0], bounds[1] = 0, order.shape[0] - 1
    top = 2
    while top > 0:
        top -= 2
        first, last = bounds[top], bounds[top + 1]
        if first >= last:
            continue
        pivot = values[order[(first + last) // 2]]
        low, high = first, last
        while low <= high:
            while values[order[low]] < pivot:
                low += 1
            while values[order[high]] > pivot:
                high -= 1
            if low <= high:
                order[low], order[high] = order[high], order[low]
                low += 1
                high -= 1
        bounds[top], bounds[top + 1] = first, high
        bounds[top + 2], bounds[top + 3] = low, last
        top += 4


@kernel
def old_area(values: Floats, is_first: Ints, order: Ints, rule: CurveRule) -> float:
    """Return the area under the old curve of the first class against the other.

    Parameters
    ----------
    values
        The score of each row.
    is_first
        Whether it is of the first class.
    order
        The rows from the lowest score to the highest, at least one.
    """
    m = order.shape[0]
    if m == 1:
        return rule.single_row
    true = 0
    for k in range(m):
        true += is_first[k]
    false = m - true
    all_true, all_false = true, false
    area = 0.0
    last_x = last_y = 1.0
    for k in range(m - 1):
        if is_first[order[k]]:
            true -= 1
        else:
            false -= 1
        if k == 0 and rule.lowest_lost:
            all_true, all_false = true, false
            if not rule.first_point:
                continue
        elif rule.first_of_ties:
            if k > 0 and values[order[k]] == values[order[k - 1]]:
                continue
        elif values[order[k]] == values[order[k + 1]]:
            continue
        if all_true == 0 or all_false == 0:
            return rule.no_share
        x, y = false / all_false, true / all_true
        area += (y + last_y) * (last_x - x) / 2.0
        last_x, last_y = x, y
    if last_x > 0.0:
        area += last_x * last_y / 2.0
    return area
