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

from rankrees.kernel import Floats, Ints, int64, kernel
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
    more
        What one row more adds to x ln x.
    flat, length
        `entries` in one dimension, and how many each column has.
    flat_numbers, n_rows
        `numbers` in one dimension, and how many each column has.
    side_of
        (classes) scratch space.
    found_at, n_found
        (numeric attributes) the results of `find_thresholds`.
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
    more: Floats
    flat: NDArray[np.uint64]
    length: int
    flat_numbers: Floats
    n_rows: int
    side_of: Ints
    found_at: Ints
    n_found: Ints


class Judged(NamedTuple):
    """What `rule` needs of each attribute."""

    valid: Ints
    gain: Floats
    ratio: Floats
    midpoint: Floats


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
    more: Floats,
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
        more,
        entries.reshape(-1),
        n,
        numbers.reshape(-1),
        numbers.shape[1],
        np.empty(n_classes, dtype=np.int64),
        np.empty(n_numeric, dtype=np.int64),
        np.empty(n_numeric, dtype=np.int64),
    )


@kernel
def _least_rows(smallest: float) -> int:
    """Return how many rows each side must have, if it must weigh so much."""
    least = max(1, math.ceil(smallest))
    while least > 1 and smallest - (least - 1) < SMALL:
        least -= 1
    return least


@kernel
def _exact_gain(
    entries: NDArray[np.uint64],
    first: int,
    at: int,
    known: Known,
    labels: Ints,
    left: Ints,
    log_table: Floats,
) -> float:
    """Return the gain of the threshold before entry `at`, added up as J48 does it.

    The node's part of the column begins at `first`. `left` is scratch space.
    """
    n, n_left = known.end - known.start, at - first
    present, sizes, n_present = known.present, known.sizes, known.n_present
    for k in range(n_present):
        left[present[k]] = 0
    for i in range(np.uint64(first), np.uint64(at)):
        left[np.uint64(labels[entries[i] & ROW])] += 1
    inside = 0.0
    for k in range(n_present):
        inside += log_table[left[present[k]]]
    inside -= log_table[n_left]
    for k in range(n_present):
        inside += log_table[sizes[k] - left[present[k]]]
    inside -= log_table[n - n_left]
    return gain_of(inside, known.before, float(n), known.total)


@kernel
def find_thresholds(
    columns: Columns, known: Known, labels: Ints, log_table: Floats
) -> None:
    """Fill in, for each column, before which entry its best threshold is.

    -1 if none has any gain; and how many candidates there are. Sums run along; `slack`
    is more than rounding can have added to them, so that only two sums that are as near
    ask for exact ones. Arrays have names before the loop, because whoever takes one out
    of a bundle counts that it is used, which takes longer than looking at a few rows.
    """
    entries, numbers, close = columns.flat, columns.flat_numbers, columns.is_close
    left, right, more, scratch = (
        columns.left,
        columns.right,
        columns.more,
        columns.side_of,
    )
    found_at, n_found = columns.found_at, columns.n_found
    present, sizes, n_present = known.present, known.sizes, known.n_present
    one = np.uint64(1)
    n = known.end - known.start
    least = _least_rows(known.smallest)
    slack = 1e-15 * (3.0 * n + 100.0) * (log_table[n] + 1.0)
    step = SMALL * LN2 * n / (1.0 - (known.total - n) / known.total)
    for a in range(close.shape[0]):
        first = a * columns.length + known.start
        found_at[a], n_found[a] = -1, 0
        is_same = n < 2 or (entries[first] ^ entries[first + n - 1]) <= ROW
        if is_same or 2.0 * known.smallest - n > SMALL:
            continue
        is_close, values = close[a] != 0, np.uint64(a * columns.n_rows)
        for k in range(n_present):
            left[present[k]] = 0
            right[present[k]] = sizes[k]
        for i in range(first, first + least):
            c = labels[entries[i] & ROW]
            left[c] += 1
            right[c] -= 1
        inside = 0.0
        for k in range(n_present):
            inside += log_table[left[present[k]]] + log_table[right[present[k]]]
        best, best_at, n_eligible = -known.before * LN2, int64(-1), 0
        bound = best + step - slack
        x, y = np.uint64(least), np.uint64(n - least)
        entry = entries[first + least - 1]
        for at in range(np.uint64(first + least), np.uint64(first + n - least + 1)):
            following = entries[at]
            if (following ^ entry) > ROW and (
                not is_close
                or numbers[values + (entry & ROW)] + APART
                < numbers[values + (following & ROW)]
            ):
                n_eligible += 1
                found = inside - log_table[x] - log_table[y]
                if found > bound:
                    is_better = found > bound + 2.0 * slack
                    if not is_better:
                        here = int64(at)
                        gain = _exact_gain(
                            entries, first, here, known, labels, scratch, log_table
                        )
                        if best_at >= 0:
                            gain -= _exact_gain(
                                entries,
                                first,
                                best_at,
                                known,
                                labels,
                                scratch,
                                log_table,
                            )
                        is_better = gain > SMALL
                    if is_better:
                        best, best_at = found, int64(at)
                        bound = best + step - slack
            entry = following
            c = np.uint64(labels[entry & ROW])
            here_left, here_right = np.uint64(left[c]), np.uint64(right[c]) - one
            inside += more[here_left] - more[here_right]
            left[c] = here_left + one
            right[c] = here_right
            x += one
            y -= one
        found_at[a], n_found[a] = best_at, n_eligible


@kernel
def judge_thresholds(
    columns: Columns,
    known: Known,
    labels: Ints,
    log_table: Floats,
    of: Ints,
    judged: Judged,
) -> None:
    """Fill in what the best threshold of each column is worth.

    `of` are the attributes of the columns.
    """
    find_thresholds(columns, known, labels, log_table)
    entries, numbers = columns.flat, columns.flat_numbers
    valid, gains, ratios = judged.valid, judged.gain, judged.ratio
    midpoints, scratch, found_at = judged.midpoint, columns.side_of, columns.found_at
    n = known.end - known.start
    of_missing = log_table[int(known.total) - n]
    for a in range(found_at.shape[0]):
        attribute, at = of[a], found_at[a]
        valid[attribute] = 0
        if at < 0:
            continue
        first = a * columns.length + known.start
        gain = _exact_gain(entries, first, at, known, labels, scratch, log_table)
        gain = charge_for_choice(gain, columns.n_found[a], known.total)
        if gain < SMALL:
            continue
        split = -log_table[at - first] - log_table[first + n - at]
        valid[attribute] = 1
        gains[attribute] = gain
        ratios[attribute] = ratio_of(
            gain, split, of_missing, known.total, known.of_total
        )
        values = np.uint64(a * columns.n_rows)
        low, high = entries[at - 1] & ROW, entries[at] & ROW
        midpoints[attribute] = midpoint_of(
            numbers[values + low], numbers[values + high]
        )


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
