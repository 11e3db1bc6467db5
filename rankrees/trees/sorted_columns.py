"""Numeric columns that are sorted once, and thresholds found by going through them.

A column is sorted once for a data set. A tree takes from it the rows that it is grown
on, and a split divides them, keeping their order: no node sorts anything. The sums of
x ln x that C4.5 asks for run along: one row more on the left changes four terms. They
come to the bits that J48 has only when they are added up in its order; that is done
where a threshold may be the best so far.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel
from rankrees.trees.kernels import LN2, SMALL
from rankrees.trees.rule import (
    charge_for_choice,
    gain_of,
    midpoint_of,
    ratio_of,
)

RANK = np.uint64(32)
ROW = np.uint64(0xFFFFFFFF)
"""An entry has the rank of a value in its upper half, the row in its lower one."""

APART = 1e-5
"""J48 puts no threshold between values that are not further apart."""


class Columns(NamedTuple):
    """The sorted columns of a tree: those of the data set, and those of its rows.

    Parameters
    ----------
    everything
        (numeric attributes, rows of the data set) entries by rising value; missing
        ones are left out, and what is then left at the end is unused.
    n_known
        How many entries each of these has.
    is_close
        Whether a column has different values that are hardly `APART`.
    numbers
        The values, by row.
    entries
        (numeric attributes, training rows) a row that a bag has drawn several times is
        there as often.
    moved
        Scratch space for dividing.
    side
        (rows of the data set) scratch: the branch that a row goes to.
    times
        (rows of the data set) how often a row is in the training set; -1 if it has no
        class.
    left, right
        (classes) scratch: the rows on both sides of a threshold.
    """

    everything: NDArray[np.uint64]
    n_known: Ints
    is_close: Ints
    numbers: Floats
    entries: NDArray[np.uint64]
    moved: NDArray[np.uint64]
    side: Ints
    times: Ints
    left: Ints
    right: Ints


class Known(NamedTuple):
    """The rows of a node whose value is known: a slice of a column, and their sums.

    Parameters
    ----------
    start, end
        The slice.
    present, sizes, n_present
        The classes there, and how many rows each has.
    before
        Entropy of the classes in bits, times the rows.
    total, of_total
        Number of all rows of the node, and x ln x of that.
    smallest
        The least number of rows on each side.
    """

    start: int
    end: int
    present: Ints
    sizes: Ints
    n_present: int
    before: float
    total: float
    of_total: float
    smallest: float


class SortedColumns(NamedTuple):
    """What `take_columns` takes from.

    Parameters
    ----------
    entries
        (numeric attributes, rows) by rising value; missing ones are left out, and what
        is then left at the end is unused.
    about
        For each column how many entries it has, and whether it is close.
    """

    entries: NDArray[np.uint64]
    about: NDArray[np.int64]


def sort_columns(numbers: NDArray[np.float64]) -> SortedColumns:
    """Sort all columns; equal values may come in any order."""
    return SortedColumns(*_rank(numbers, np.argsort(numbers, axis=1)))


@kernel
def _rank(numbers: Floats, orders: Ints) -> tuple[NDArray[np.uint64], Ints]:
    n_numeric, n_rows = numbers.shape
    entries = np.empty((n_numeric, n_rows), dtype=np.uint64)
    about = np.zeros((2, n_numeric), dtype=np.int64)
    for a in range(n_numeric):
        order = orders[a]
        rank = 0
        n_known = 0
        for i in range(n_rows):
            value = numbers[a, order[i]]
            if np.isnan(value):
                continue
            if i > 0 and value != numbers[a, order[i - 1]]:
                rank += 1
                if not numbers[a, order[i - 1]] + APART < value:
                    about[1, a] = 1
            entries[a, n_known] = (np.uint64(rank) << RANK) | np.uint64(order[i])
            n_known += 1
        about[0, a] = n_known
    return entries, about


def sorted_place(columns: SortedColumns, n_rows: int) -> NDArray[np.int64]:
    """Return the place of each row among all, sorted by each column in turn.

    As J48 sorts at each node: each column puts rows in order, equal ones as they are,
    and missing values last. Rows that are equal in all have the same place.
    """
    return _place(columns.entries, columns.about[0], n_rows)


@kernel
def _place(entries: NDArray[np.uint64], n_known: Ints, n_rows: int) -> Ints:
    place = np.zeros(n_rows, dtype=np.int64)
    ranks = np.empty(n_rows, dtype=np.int64)
    next_at = np.empty(n_rows + 2, dtype=np.int64)
    order = np.arange(n_rows)
    moved = np.empty(n_rows, dtype=np.int64)
    for a in range(entries.shape[0]):
        n_ranks = 0
        if n_known[a] > 0:
            n_ranks = int(entries[a, n_known[a] - 1] >> RANK) + 1
        ranks[:] = n_ranks
        for i in range(n_known[a]):
            ranks[entries[a, i] & ROW] = entries[a, i] >> RANK
        next_at[: n_ranks + 2] = 0
        for row in range(n_rows):
            next_at[ranks[row] + 1] += 1
        for k in range(n_ranks + 1):
            next_at[k + 1] += next_at[k]
        for i in range(n_rows):
            row = order[i]
            moved[next_at[ranks[row]]] = row
            next_at[ranks[row]] += 1
        order[:] = moved
        # equal so far: the same rank here, and the same place before
        before, at = -1, -1
        here = place.copy()
        for i in range(n_rows):
            row = order[i]
            if at < 0 or ranks[row] != ranks[order[i - 1]] or here[row] != before:
                at = i
            before = here[row]
            place[row] = at
    return place


@kernel
def take_columns(
    everything: NDArray[np.uint64],
    about: Ints,
    numbers: Floats,
    labels: Ints,
    rows: Ints,
    side: Ints,
    n_classes: int,
) -> Columns:
    """Return the sorted columns of some training rows; those without a class go.

    `side` is scratch space, a place for each row of the data set.
    """
    n_numeric = everything.shape[0]
    times = np.zeros(side.shape[0], dtype=np.int32)
    n = 0
    for i in range(rows.shape[0]):
        if labels[rows[i]] >= 0:
            times[rows[i]] += 1
            n += 1
        else:
            times[rows[i]] = -1
    entries = np.empty((n_numeric, n), dtype=np.uint64)
    for a in range(n_numeric):
        to = 0
        for i in range(about[0, a]):
            entry = everything[a, i]
            for _ in range(times[entry & ROW]):
                entries[a, to] = entry
                to += 1
    return Columns(
        everything,
        about[0],
        about[1],
        numbers,
        entries,
        np.empty(n, dtype=np.uint64),
        side,
        times,
        np.empty(n_classes, dtype=np.int64),
        np.empty(n_classes, dtype=np.int64),
    )


@kernel
def _sides_inside(columns: Columns, known: Known, at: int, log_table: Floats) -> float:
    """Return the sum over cells less that over sides, in the order of J48."""
    left, right = columns.left, columns.right
    inside = 0.0
    for k in range(known.n_present):
        inside += log_table[left[known.present[k]]]
    inside -= log_table[at - known.start]
    for k in range(known.n_present):
        inside += log_table[right[known.present[k]]]
    return float(inside - log_table[known.end - at])


@kernel
def _first_place(known: Known) -> int:
    """Return how many rows each side must have at least."""
    least = max(1, int(math.ceil(known.smallest)))
    while least > 1 and known.smallest - (least - 1) < SMALL:
        least -= 1
    return least


@kernel
def best_threshold(
    columns: Columns, a: int, known: Known, labels: Ints, log_table: Floats
) -> tuple[bool, float, float, float]:
    """Return (valid, gain, gain ratio, midpoint) of the best threshold of a column."""
    entries, values = columns.entries[a], columns.numbers[a]
    left, right = columns.left, columns.right
    is_close = columns.is_close[a] != 0
    start, end = known.start, known.end
    n = end - start
    invalid = (False, 0.0, 0.0, 0.0)
    if n < 2 or (entries[start] ^ entries[end - 1]) <= ROW:
        return invalid
    if 2.0 * known.smallest - n > SMALL:
        return invalid
    least = _first_place(known)
    for k in range(known.n_present):
        left[known.present[k]] = 0
        right[known.present[k]] = known.sizes[k]
    for i in range(start, start + least):
        c = labels[entries[i] & ROW]
        left[c] += 1
        right[c] -= 1
    inside = 0.0
    for k in range(known.n_present):
        c = known.present[k]
        inside += log_table[left[c]] + log_table[right[c]]
    # rounding has a share of that in the running sum
    slack = 1e-15 * (8.0 * n + 100.0) * (log_table[n] + 1.0)
    scale = LN2 * n / (1.0 - (known.total - n) / known.total)
    bound = SMALL * scale - known.before * LN2 - slack
    best, best_at, n_eligible = 0.0, -1, 0
    entry = entries[start + least - 1]
    for at in range(start + least, end - least + 1):
        following = entries[at]
        if (following ^ entry) > ROW and (
            not is_close or values[entry & ROW] + APART < values[following & ROW]
        ):
            n_eligible += 1
            if inside - log_table[at - start] - log_table[end - at] > bound:
                exact = _sides_inside(columns, known, at, log_table)
                gain = gain_of(exact, known.before, float(n), known.total)
                if gain - best > SMALL:
                    best, best_at = gain, at
                    bound = (best + SMALL) * scale - known.before * LN2 - slack
        entry = following
        c = np.uint64(labels[entry & ROW])
        x, y = np.uint64(left[c]), np.uint64(right[c])
        one = np.uint64(1)
        inside += (log_table[x + one] - log_table[x]) + (
            log_table[y - one] - log_table[y]
        )
        left[c] = x + one
        right[c] = y - one
    if best_at < 0:
        return invalid
    best = charge_for_choice(best, n_eligible, known.total)
    if best < SMALL:
        return invalid
    split = -log_table[best_at - start] - log_table[end - best_at]
    of_missing = log_table[int(known.total) - n]
    ratio = ratio_of(best, split, of_missing, known.total, known.of_total)
    low, high = values[entries[best_at - 1] & ROW], values[entries[best_at] & ROW]
    return True, best, ratio, midpoint_of(low, high)


@kernel
def largest_value_up_to(columns: Columns, a: int, midpoint: float) -> float:
    """Return the largest value in all the training data not above the midpoint.

    That is the threshold that J48 uses.
    """
    entries, values = columns.everything[a], columns.numbers[a]
    low, high = 0, int(columns.n_known[a])
    while low < high:
        middle = (low + high) // 2
        if values[entries[middle] & ROW] <= midpoint:
            low = middle + 1
        else:
            high = middle
    low -= 1
    while columns.times[entries[low] & ROW] == 0:
        low -= 1
    return float(values[entries[low] & ROW])


@kernel
def divide_columns(columns: Columns, start: int, end: int, ends: Ints) -> None:
    """Divide start..end of all columns by `columns.side`, keeping the order.

    `ends` are where the branches but the last one begin, and are left as they are. For
    columns without missing values.
    """
    side, moved = columns.side, columns.moved
    one = np.uint64(1)
    first, last = np.uint64(start), np.uint64(end)
    for a in range(columns.entries.shape[0]):
        entries = columns.entries[a]
        to, other = first, np.uint64(0)
        if ends.shape[0] == 2:
            # no branch here: written in both places, and kept in one
            for i in range(first, last):
                entry = entries[i]
                goes_right = np.uint64(side[entry & ROW])
                entries[to] = entry
                moved[other] = entry
                other += goes_right
                to += one - goes_right
            for i in range(other):
                entries[to + i] = moved[i]
        else:
            places = ends.copy()
            for i in range(first, last):
                branch = side[entries[i] & ROW]
                moved[places[branch]] = entries[i]
                places[branch] += 1
            for i in range(first, last):
                entries[i] = moved[i]
