"""Choosing a split among rows that weigh 1 each, by counting them in whole numbers.

That is where the time of growing goes: nearly all nodes of nearly all trees are such
(but those below a test that some row has no value for). All nominal attributes are
counted in one pass over the rows, whose values lie side by side, into one table with a
line for each class that the node has and a column for each value of each attribute. The
columns are in the order of `Table.positions`, so that all attributes are summed up side
by side: one addition need not wait for the one before, as within an attribute.
Sums are J48's in the order that J48 has; values and classes without rows would add 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, inlined
from rankrees.trees.kernels import LN2, SMALL, equal, greater

ONE = np.uint32(1)
MINUS_ONE = np.uint32(2**32 - 1)

# What is found out about each lane that is left: lines of one array.
INSIDE, SPLIT, KNOWN, BEFORE, MISSING, GAIN, RATIO, MIDPOINT = range(8)


@inlined
def count_rows(
    one: np.uint32,
    positions: Ints,
    width: int,
    lists: Ints,
    list_start: int,
    n_active: int,
    labels: Ints,
    line_of: NDArray[np.uint64],
    rows: Ints,
    start: int,
    end: int,
    cells: NDArray[np.uint32],
) -> None:
    """Count the rows start..end by class and value, for all active lanes at once.

    Parameters
    ----------
    one
        `ONE`, or `MINUS_ONE` to take the rows out again.
    positions, width
        Those of the `Table`, and the number of lanes.
    lists, list_start, n_active
        The active lanes are so many numbers in `lists`. Where they are most of all, all
        lanes are counted: that is faster than looking up which.
    line_of
        Where in `cells` the line of each class begins.
    """
    # unsigned numbers spare the question whether an index counts from the end
    step = np.uint64(width)
    begin_list = np.uint64(list_start)
    everything = 5 * n_active >= 4 * width
    for i in range(start, end):
        row = np.uint64(rows[i])
        line = line_of[labels[row]]
        begin = row * step
        if everything:
            for lane in range(step):
                cells[line + positions[begin + lane]] += one
        else:
            for j in range(np.uint64(n_active)):
                at = positions[begin + lists[begin_list + j]]
                cells[line + at] += one


@inlined
def keep_lines(
    counts: Floats,
    node: int,
    present: Ints,
    n_present: int,
    base: int,
    length: int,
    line_of: NDArray[np.uint64],
    cells: NDArray[np.uint32],
) -> int:
    """Keep the lines of the classes that a son has, `node`; return how many.

    The lines of its parent, one for each class of `present`, begin at `base`; those
    that are kept move together. The others' `line_of` is behind them, where there is
    room for what is of no use.
    """
    n_lines = 0
    for c in range(n_present):
        if counts[node, present[c]] > 0.0:
            to = base + n_lines * length
            line_of[present[c]] = to
            if n_lines < c:
                for i in range(length):
                    cells[to + i] = cells[base + c * length + i]
            n_lines += 1
    for c in range(n_present):
        if counts[node, present[c]] == 0.0:
            line_of[present[c]] = base + n_lines * length
    return n_lines


@inlined
def add_terms(
    cells: NDArray[np.uint32],
    base: int,
    length: int,
    n_present: int,
    value_start: Ints,
    lists: Ints,
    list_start: int,
    n_active: int,
    min_leaf: int,
    log_table: Floats,
    found: Floats,
    large: Ints,
) -> None:
    """Sum up each active lane; the lines in `cells` begin at `base`.

    `found[INSIDE]` receives the sum of x ln x over the cells less that over the
    branches, `found[SPLIT]` that over the branches, negative, and `large` how many
    branches have at least `min_leaf` rows. Within a lane the order is J48's: value by
    value, the classes first.
    """
    for j in range(n_active):
        found[INSIDE, j] = 0.0
        found[SPLIT, j] = 0.0
        large[j] = 0
    n = n_active
    step = np.uint64(length)
    begin_list = np.uint64(list_start)
    for v in range(value_start.shape[0] - 1):
        first = np.uint64(base + value_start[v])
        n_having = value_start[v + 1] - value_start[v]
        while n > 0 and lists[list_start + n - 1] >= n_having:
            n -= 1
        if n_present == 2:
            for j in range(np.uint64(n)):
                at = first + lists[begin_list + j]
                one, other = cells[at], cells[at + step]
                branch = np.uint32(one + other)
                of_branch = log_table[branch]
                found[INSIDE, j] = (
                    found[INSIDE, j] + log_table[one] + log_table[other] - of_branch
                )
                found[SPLIT, j] -= of_branch
                large[j] += branch >= min_leaf
        else:
            for j in range(np.uint64(n)):
                at = first + lists[begin_list + j]
                branch = np.uint32(0)
                inside = found[INSIDE, j]
                for _ in range(n_present):
                    branch += cells[at]
                    inside += log_table[cells[at]]
                    at += step
                of_branch = log_table[branch]
                found[INSIDE, j] = inside - of_branch
                found[SPLIT, j] -= of_branch
                large[j] += branch >= min_leaf


@inlined
def add_worths(n: int, total: float, of_total: float, found: Floats) -> None:
    """Fill in gains and gain ratios of the first n lanes, from their sums.

    One loop without a branch, for all lanes: the processor divides several at a time.
    `np.divide` is a division that never asks whether it is by 0.
    """
    for j in range(n):
        known = found[KNOWN, j]
        share = 1.0 - np.divide(total - known, total)
        numerator = share * (found[BEFORE, j] + np.divide(found[INSIDE, j], LN2))
        gain = np.divide(numerator, known)
        gain = 0.0 if abs(numerator) < SMALL else gain
        information = np.divide(found[SPLIT, j] - found[MISSING, j] + of_total, LN2)
        ratio = np.divide(gain, np.divide(information, total))
        found[GAIN, j] = gain
        found[RATIO, j] = 0.0 if abs(information) < SMALL else ratio


@inlined
def best_lane(
    lanes: Ints,
    in_average: NDArray[np.bool_],
    lists: Ints,
    list_start: int,
    n_left: int,
    valid: NDArray[np.bool_],
    found: Floats,
    place: Ints,
) -> int:
    """Return which of the lanes left is C4.5's choice, -1 for none.

    That is the largest gain ratio among those whose gain is at least the average one.
    Candidates are gone through in the order of their attributes; `place` is scratch
    space for that, all 0.
    """
    for j in range(n_left):
        if valid[j]:
            place[lanes[lists[list_start + j]]] = j + 1
    n_counted = 0
    sum_gain = 0.0
    for a in range(place.shape[0]):
        if place[a] > 0 and in_average[a]:
            sum_gain += found[GAIN, place[a] - 1]
            n_counted += 1
    best = -1
    best_ratio = 0.0
    average = sum_gain / n_counted if n_counted > 0 else np.inf
    for a in range(place.shape[0]):
        j = place[a] - 1
        place[a] = 0
        if (
            j >= 0
            and found[GAIN, j] >= average - 1e-3
            and greater(found[RATIO, j], best_ratio)
        ):
            best_ratio = found[RATIO, j]
            best = j
    return -1 if equal(best_ratio, 0.0) else best


@inlined
def divide_whole(
    codes: Ints,
    attribute: int,
    rows: Ints,
    weights: Floats,
    start: int,
    end: int,
    branch_end: Ints,
) -> None:
    """Write the rows start..end to their branches, each where `branch_end` says.

    Order inside a branch is the order before. No row may be without a value.
    """
    for i in range(start, end):
        row = rows[i]
        b = codes[attribute, row]
        at = branch_end[b]
        rows[at] = row
        weights[at] = 1.0
        branch_end[b] = at + 1
