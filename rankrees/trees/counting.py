"""Choosing a split among rows that weigh 1 each, by counting them in whole numbers.

That is where the time of growing goes: nearly all nodes of nearly all trees are such
(but those below a test that some row has no value for). All nominal attributes are
counted in one pass over the rows, whose values lie side by side, into one table with a
line for each value of each attribute and a column for each class that the node has.
Sums are J48's in the order that J48 has; values and classes without rows would add 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import kernel
from rankrees.trees.kernels import (
    LEAF,
    LN2,
    SMALL,
    Floats,
    Ints,
    entropy_before,
    equal,
    greater,
    numeric_candidate,
)


class Counter(NamedTuple):
    """The data as they are counted, and space for it.

    Parameters
    ----------
    positions
        (rows x attributes) the line of `cells` that each value has.
    first
        The first line of each attribute; after its last value comes one more line for
        rows without a value, if there are any. The last line of all is for what is not
        nominal.
    in_average
        Attributes whose gain counts towards the average gain.
    cells
        The counts, line by line, as many in a line as the node has classes.
    column_of
        The column of each class.
    by_class, by_branch
        Sums of the cells of an attribute.
    valid, known, before, inside, split, gains, ratios, midpoints
        What is found out about the attributes that are left.
    """

    positions: Ints
    first: Ints
    in_average: NDArray[np.bool_]
    cells: NDArray[np.uint32]
    column_of: NDArray[np.uint64]
    by_class: Floats
    by_branch: NDArray[np.uint32]
    valid: NDArray[np.bool_]
    known: Floats
    before: Floats
    inside: Floats
    split: Floats
    gains: Floats
    ratios: Floats
    midpoints: Floats


@kernel
def make_counter(
    positions: Ints,
    first: Ints,
    n_values: Ints,
    slot: Ints,
    n_classes: int,
    n_all: int,
) -> Counter:
    """Set up for trees of `n_all` rows, those without a class included."""
    n_attributes = slot.shape[0]
    # attributes with very many values do not count, unless all are like that
    many = 0.3 * n_all
    in_average = np.empty(n_attributes, dtype=np.bool_)
    widest = 2
    any_counts = False
    for a in range(n_attributes):
        widest = max(widest, n_values[a])
        in_average[a] = slot[a] >= 0 or greater(many, float(n_values[a]))
        any_counts = any_counts or in_average[a]
    if not any_counts:
        in_average[:] = True
    space = np.empty((7, n_attributes))
    return Counter(
        positions,
        first,
        in_average,
        np.empty((first[n_attributes] + 1) * n_classes, dtype=np.uint32),
        np.zeros(n_classes, dtype=np.uint64),
        np.empty(n_classes),
        np.empty(widest, dtype=np.uint32),
        np.empty(n_attributes, dtype=np.bool_),
        space[0],
        space[1],
        space[2],
        space[3],
        space[4],
        space[5],
        space[6],
    )


@kernel
def count_rows(
    positions: Ints,
    width: int,
    columns: Ints,
    labels: Ints,
    column_of: NDArray[np.uint64],
    rows: Ints,
    n_present: int,
    cells: NDArray[np.uint32],
) -> None:
    """Count the rows by value and class, for all `columns` at once.

    `width` is the number of attributes, `n_present` that of the classes in `cells`.
    Where most attributes are asked for, all are counted: that is faster than looking up
    which.
    """
    # unsigned numbers spare the question whether an index counts from the end
    line = np.uint64(n_present)
    step = np.uint64(width)
    everything = 5 * columns.shape[0] >= 4 * width
    cells[:] = 0
    for i in range(rows.shape[0]):
        row = np.uint64(rows[i])
        column = column_of[labels[row]]
        begin = row * step
        if everything:
            for j in range(step):
                cells[positions[begin + j] * line + column] += np.uint32(1)
        else:
            for j in range(columns.shape[0]):
                at = positions[begin + columns[j]] * line + column
                cells[at] += np.uint32(1)


@kernel
def _add_terms_of_two(
    cells: NDArray[np.uint32],
    begin: int,
    n_values: int,
    min_leaf: int,
    log_table: Floats,
) -> tuple[float, int, float, float]:
    """Do the same as `_add_terms` where the node has two classes."""
    one = np.uint64(1)
    at = np.uint64(begin)
    known = 0.0
    n_large = 0
    inside = 0.0
    split = 0.0
    for _ in range(n_values):
        left, right = cells[at], cells[at + one]
        at += np.uint64(2)
        branch = left + right
        known += branch
        if branch >= min_leaf:
            n_large += 1
        of_branch = log_table[branch]
        inside = inside + log_table[left] + log_table[right] - of_branch
        split -= of_branch
    return known, n_large, inside, split


@kernel
def _add_terms(
    cells: NDArray[np.uint32],
    begin: int,
    n_values: int,
    n_present: int,
    min_leaf: int,
    by_branch: NDArray[np.uint32],
    log_table: Floats,
) -> tuple[float, int, float, float]:
    """Add up the cells of an attribute, which begin at `begin`.

    Returns
    -------
    tuple
        The rows with a value; the branches that have at least `min_leaf`; and, if these
        are two or more, the x ln x of all cells less those of the branches, and those
        of the branches alone, negative.
    """
    one = np.uint64(1)
    at = np.uint64(begin)
    known = 0.0
    n_large = 0
    for b in range(n_values):
        branch = 0
        for _ in range(n_present):
            branch += cells[at]
            at += one
        by_branch[b] = branch
        known += branch
        if branch >= min_leaf:
            n_large += 1
    inside = 0.0
    split = 0.0
    if n_large < 2:
        return known, n_large, inside, split
    at = np.uint64(begin)
    for b in range(n_values):
        if by_branch[b] < 2:  # one row is of one class: all terms are 0
            at += np.uint64(n_present)
            continue
        for _ in range(n_present):
            inside += log_table[cells[at]]
            at += one
        of_branch = log_table[by_branch[b]]
        inside -= of_branch
        split -= of_branch
    return known, n_large, inside, split


@kernel
def _entropy_of_known(
    cells: NDArray[np.uint32],
    begin: int,
    n_values: int,
    known: float,
    by_class: Floats,
    log_table: Floats,
) -> float:
    """Return the entropy before the split of the rows that have a value."""
    by_class[:] = 0.0
    at = begin
    for _ in range(n_values):
        for c in range(by_class.shape[0]):
            by_class[c] += cells[at]
            at += 1
    return entropy_before(by_class, known, log_table)


@kernel
def _worths(
    n: int,
    known: Floats,
    before: Floats,
    inside: Floats,
    split: Floats,
    total: float,
    of_total: float,
    gains: Floats,
    ratios: Floats,
) -> None:
    """Fill in gains and gain ratios, from the sums of the first n attributes.

    One loop without a branch, for all attributes: the processor divides several at a
    time. `np.divide` is a division that never asks whether it is by 0.
    """
    for j in range(n):
        share = 1.0 - np.divide(total - known[j], total)
        numerator = share * (before[j] + np.divide(inside[j], LN2))
        gain = np.divide(numerator, known[j])
        gain = 0.0 if abs(numerator) < SMALL else gain
        information = np.divide(split[j] + of_total, LN2)
        ratio = np.divide(gain, np.divide(information, total))
        gains[j] = gain
        ratios[j] = 0.0 if abs(information) < SMALL else ratio


@kernel
def choose_whole_split(
    counter: Counter,
    numbers: Floats,
    slot: Ints,
    n_values: Ints,
    columns: Ints,
    left: Ints,
    labels: Ints,
    rows: Ints,
    weights: Floats,
    start: int,
    end: int,
    n_present: int,
    before: float,
    min_leaf: int,
    sides: Floats,
    by_side: Floats,
    by_class: Floats,
    log_table: Floats,
) -> tuple[int, float, int]:
    """Return C4.5's choice: attribute (`LEAF` for none), midpoint, attributes left.

    Parameters
    ----------
    columns
        The attributes that may be valid.
    left
        Receives those that may be valid further down: a nominal attribute without two
        large branches will not have them among fewer rows.
    n_present, before
        The number of classes in the node, and their entropy in bits times the rows.
    """
    cells, first = counter.cells, counter.first
    n_columns = columns.shape[0]
    total = end - start
    nominal = columns
    if numbers.shape[0] > 0:
        n_nominal = 0
        for j in range(n_columns):
            if slot[columns[j]] < 0:
                left[n_nominal] = columns[j]
                n_nominal += 1
        nominal = left[:n_nominal]
    count_rows(
        counter.positions,
        slot.shape[0],
        nominal,
        labels,
        counter.column_of,
        rows[start:end],
        n_present,
        cells[: (first[slot.shape[0]] + 1) * n_present],
    )
    n_left = 0
    n_numeric = 0
    for j in range(n_columns):
        a = columns[j]
        counter.known[n_left] = total
        counter.before[n_left] = before
        if slot[a] >= 0:
            (
                counter.valid[n_left],
                counter.inside[n_left],
                counter.split[n_left],
                counter.midpoints[n_left],
            ) = numeric_candidate(
                numbers[slot[a]],
                labels,
                rows,
                weights,
                start,
                end,
                float(total),
                float(min_leaf),
                sides,
                by_side,
                by_class,
                log_table,
            )
            n_numeric += 1
            left[n_left] = a
            n_left += 1
            continue
        begin = first[a] * n_present
        if n_present == 2:
            known, n_large, inside, split = _add_terms_of_two(
                cells, begin, n_values[a], min_leaf, log_table
            )
        else:
            known, n_large, inside, split = _add_terms(
                cells,
                begin,
                n_values[a],
                n_present,
                min_leaf,
                counter.by_branch,
                log_table,
            )
        if n_large < 2:
            continue
        if known < total:
            counter.known[n_left] = known
            split -= log_table[total - int(known)]
            counter.before[n_left] = _entropy_of_known(
                cells,
                begin,
                n_values[a],
                known,
                counter.by_class[:n_present],
                log_table,
            )
        counter.valid[n_left] = True
        counter.inside[n_left] = inside
        counter.split[n_left] = split
        left[n_left] = a
        n_left += 1
    gains, ratios = counter.gains, counter.ratios
    _worths(
        n_left,
        counter.known,
        counter.before,
        counter.inside,
        counter.split,
        float(total),
        log_table[total],
        gains,
        ratios,
    )
    if n_numeric > 0:
        for j in range(n_left):
            if slot[left[j]] >= 0:
                gains[j] = counter.inside[j]
                ratios[j] = counter.split[j]
    n_counted = 0
    sum_gain = 0.0
    for j in range(n_left):
        if counter.valid[j] and counter.in_average[left[j]]:
            sum_gain += gains[j]
            n_counted += 1
    if n_counted == 0:
        return LEAF, 0.0, 0
    average = sum_gain / n_counted
    best = -1
    best_ratio = 0.0
    for j in range(n_left):
        if (
            counter.valid[j]
            and gains[j] >= average - 1e-3
            and greater(ratios[j], best_ratio)
        ):
            best_ratio = ratios[j]
            best = j
    if equal(best_ratio, 0.0):
        return LEAF, 0.0, 0
    attribute = int(left[best])
    midpoint = counter.midpoints[best] if slot[attribute] >= 0 else 0.0
    return attribute, midpoint, n_left


@kernel
def divide_whole(
    positions: Ints,
    width: int,
    attribute: int,
    first: int,
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
        b = positions[row * width + attribute] - first
        at = branch_end[b]
        rows[at] = row
        weights[at] = 1.0
        branch_end[b] = at + 1
