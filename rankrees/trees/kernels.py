"""The compiled kernels behind C4.5: choosing a split and dividing rows.

Every rule is J48's as observed in Weka 3.9: comparisons with a tolerance of 1e-6, sums
from left to right, x ln x summed first and divided by ln 2 once. A node's rows are a
slice of two arrays, `rows` and `weights`, that only ever grow at the end; so every node
keeps its rows, also those that pruning leaves behind.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel

SMALL = 1e-6
LN2 = math.log(2.0)
LEAF = -1


@kernel
def greater(a: float, b: float) -> bool:
    """Tell whether a > b beyond the tolerance."""
    return a - b > SMALL


@kernel
def less_or_equal(a: float, b: float) -> bool:
    """Tell whether a <= b within the tolerance."""
    return a - b < SMALL or a <= b


@kernel
def greater_or_equal(a: float, b: float) -> bool:
    """Tell whether a >= b within the tolerance."""
    return b - a < SMALL or a >= b


@kernel
def equal(a: float, b: float) -> bool:
    """Tell whether a == b within the tolerance."""
    return a == b or (a - b < SMALL and b - a < SMALL)


@kernel
def _make_log_table(n: int) -> Floats:
    table = np.zeros(n + 1)
    for i in range(2, n + 1):
        table[i] = i * math.log(float(i))
    return table


_longest = np.zeros((2, 2))
"""The longest table made so far, and the differences between its entries."""


def make_log_table(n: int) -> Floats:
    """Return x ln x for x = 0..n at least, the entropy terms of whole counts."""
    table: Floats = make_log_tables(n)[0]
    return table


def make_log_tables(n: int) -> Floats:
    """Return `make_log_table`, and what each entry has more than the one before it."""
    global _longest
    if _longest.shape[1] <= n + 1:
        table = _make_log_table(2 * n + 2)
        _longest = np.stack((table[:-1], np.diff(table)))
    return _longest


@kernel
def xlnx(x: float, log_table: Floats) -> float:
    """Return x ln x, 0 below the tolerance."""
    if x < SMALL:
        return 0.0
    i = int(x)
    if i == x and i < log_table.shape[0]:
        return float(log_table[i])
    return x * math.log(x)


@kernel
def entropy_before(by_class: Floats, total: float, log_table: Floats) -> float:
    """Return the entropy of a class distribution in bits, times its weight."""
    inside = 0.0
    for c in range(by_class.shape[0]):
        inside += xlnx(by_class[c], log_table)
    return (xlnx(total, log_table) - inside) / LN2


@kernel
def entropy_after(
    cells: Floats, by_branch: Floats, n_branches: int, log_table: Floats
) -> float:
    """Return the sum of the branches' entropies in bits, each times its weight."""
    total = 0.0
    for b in range(n_branches):
        if by_branch[b] != 0.0:
            for c in range(cells.shape[1]):
                total += xlnx(cells[b, c], log_table)
            total -= xlnx(by_branch[b], log_table)
    return -(total / LN2)


@kernel
def information_gain(before: float, after: float, known: float, total: float) -> float:
    """Information gain, scaled by the known fraction."""
    numerator = (1.0 - (total - known) / total) * (before - after)
    if equal(numerator, 0.0):
        return 0.0
    return numerator / known


@kernel
def gain_ratio(
    gain: float,
    by_branch: Floats,
    n_branches: int,
    known: float,
    total: float,
    log_table: Floats,
) -> float:
    """Gain over split information; missing rows count as one more branch."""
    inside = 0.0
    for b in range(n_branches):
        inside -= xlnx(by_branch[b], log_table)
    inside -= xlnx(total - known, log_table)
    inside += xlnx(total, log_table)
    split_information = inside / LN2
    if equal(split_information, 0.0):
        return 0.0
    return gain / (split_information / total)


@kernel
def count_branches(
    codes: Ints,
    labels: Ints,
    rows: Ints,
    weights: Floats,
    start: int,
    end: int,
    n_values: int,
    min_leaf: float,
    cells: Floats,
    by_branch: Floats,
    by_class: Floats,
) -> tuple[float, int]:
    """Fill the table of a nominal split and its sums, from the rows with a value.

    Returns
    -------
    tuple
        The weight of those rows, and how many branches have at least `min_leaf`.
    """
    cells[:n_values] = 0.0
    for i in range(start, end):
        row = rows[i]
        code = codes[row]
        if code >= 0:
            cells[code, labels[row]] += weights[i]
    known = 0.0
    n_large = 0
    by_class[:] = 0.0
    for b in range(n_values):
        branch = 0.0
        for c in range(by_class.shape[0]):
            branch += cells[b, c]
            by_class[c] += cells[b, c]
        by_branch[b] = branch
        known += branch
        if greater_or_equal(branch, min_leaf):
            n_large += 1
    return known, n_large


@kernel
def _nominal_candidate(
    codes: Ints,
    labels: Ints,
    rows: Ints,
    weights: Floats,
    start: int,
    end: int,
    n_values: int,
    total: float,
    min_leaf: float,
    cells: Floats,
    by_branch: Floats,
    by_class: Floats,
    log_table: Floats,
) -> tuple[bool, float, float]:
    """Return (valid, gain, gain ratio) of one branch per declared value."""
    known, n_large = count_branches(
        codes,
        labels,
        rows,
        weights,
        start,
        end,
        n_values,
        min_leaf,
        cells,
        by_branch,
        by_class,
    )
    if n_large < 2:
        return False, 0.0, 0.0
    before = entropy_before(by_class, known, log_table)
    after = entropy_after(cells, by_branch, n_values, log_table)
    gain = information_gain(before, after, known, total)
    ratio = gain_ratio(gain, by_branch, n_values, known, total, log_table)
    return True, gain, ratio


@kernel
def sum_classes(
    labels: Ints, rows: Ints, weights: Floats, start: int, end: int, by_class: Floats
) -> float:
    """Fill `by_class` with the class weights of a slice; return its weight."""
    total = 0.0
    by_class[:] = 0.0
    for i in range(start, end):
        total += weights[i]
        by_class[labels[rows[i]]] += weights[i]
    return total


@kernel
def smallest_side(known: float, n_classes: int, min_leaf: float) -> float:
    """Return the least weight that C4.5 wants on each side of a threshold.

    That is `min_leaf`, or a tenth of the known weight per class (at most 25) where
    that is more.
    """
    smallest = 0.1 * known / n_classes
    if less_or_equal(smallest, min_leaf):
        smallest = min_leaf
    elif greater(smallest, 25.0):
        smallest = 25.0
    return smallest


@kernel
def midpoint_of(lower: float, upper: float) -> float:
    """Return the middle of two values, the lower one where rounding meets the upper."""
    midpoint = (upper + lower) / 2.0
    return lower if midpoint == upper else midpoint


@kernel
def numeric_candidate(
    values: Floats,
    labels: Ints,
    rows: Ints,
    weights: Floats,
    start: int,
    end: int,
    total: float,
    min_leaf: float,
    cells: Floats,
    by_branch: Floats,
    by_class: Floats,
    log_table: Floats,
) -> tuple[bool, float, float, float]:
    """Return (valid, gain, gain ratio, midpoint) of the best two-way split.

    Sorts the rows start..end by the attribute, missing values last. J48 does that too:
    its sums of fractional weights run in the order that the last sort has left.
    """
    n_known = sort_rows(values, rows, weights, start, end)
    known = sum_classes(labels, rows, weights, start, start + n_known, by_class)
    invalid = (False, 0.0, 0.0, 0.0)
    smallest = smallest_side(known, by_class.shape[0], min_leaf)
    if greater(2.0 * smallest, float(n_known)):
        return invalid

    before = entropy_before(by_class, known, log_table)
    cells[0] = 0.0
    cells[1] = by_class
    by_branch[0] = 0.0
    by_branch[1] = known
    best_gain = 0.0
    best_at = -1
    n_eligible = 0
    last = start
    for upper in range(start + 1, start + n_known):
        if values[rows[upper - 1]] + 1e-5 < values[rows[upper]]:
            for i in range(last, upper):
                label = labels[rows[i]]
                cells[0, label] += weights[i]
                cells[1, label] -= weights[i]
                by_branch[0] += weights[i]
                by_branch[1] -= weights[i]
            last = upper
            if greater_or_equal(by_branch[0], smallest) and greater_or_equal(
                by_branch[1], smallest
            ):
                after = entropy_after(cells, by_branch, 2, log_table)
                gain = information_gain(before, after, known, total)
                if greater(gain, best_gain):
                    best_gain = gain
                    best_at = upper
                n_eligible += 1
    if n_eligible == 0:
        return invalid
    # the MDL correction: the choice among n_eligible thresholds costs bits
    best_gain -= math.log(float(n_eligible)) / LN2 / total
    if less_or_equal(best_gain, 0.0) or best_at < 0:
        return invalid
    midpoint = midpoint_of(values[rows[best_at - 1]], values[rows[best_at]])
    left = 0.0
    for i in range(start, best_at):
        left += weights[i]
    right = 0.0
    for i in range(best_at, start + n_known):
        right += weights[i]
    by_branch[0] = left
    by_branch[1] = right
    ratio = gain_ratio(best_gain, by_branch, 2, left + right, total, log_table)
    return True, best_gain, ratio, midpoint


@kernel
def sort_rows(values: Floats, rows: Ints, weights: Floats, start: int, end: int) -> int:
    """Sort a slice of rows by value, missing last; return the number of known ones."""
    keys = np.empty(end - start)
    n_known = 0
    for i in range(start, end):
        value = values[rows[i]]
        if np.isnan(value):
            keys[i - start] = np.inf
        else:
            keys[i - start] = value
            n_known += 1
    order = np.argsort(keys, kind="mergesort")
    sorted_rows = rows[start:end][order]
    sorted_weights = weights[start:end][order]
    rows[start:end] = sorted_rows
    weights[start:end] = sorted_weights
    return n_known


@kernel
def choose_split(
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    n_values: Ints,
    usable: NDArray[np.bool_],
    in_average: NDArray[np.bool_],
    labels: Ints,
    rows: Ints,
    weights: Floats,
    start: int,
    end: int,
    total: float,
    min_leaf: float,
    cells: Floats,
    by_branch: Floats,
    by_class: Floats,
    log_table: Floats,
) -> tuple[int, float]:
    """Return (attribute, midpoint) of C4.5's choice, attribute `LEAF` for none.

    The largest gain ratio among the candidates whose gain is at least the average one
    of the attributes that are `in_average`. For rows with any weights.
    """
    n_attributes = codes.shape[0]
    valid = np.zeros(n_attributes, dtype=np.bool_)
    gains = np.zeros(n_attributes)
    ratios = np.zeros(n_attributes)
    midpoints = np.zeros(n_attributes)
    sum_gain = 0.0
    n_counted = 0
    for a in range(n_attributes):
        if not usable[a]:
            continue
        if slot[a] >= 0:
            valid[a], gains[a], ratios[a], midpoints[a] = numeric_candidate(
                numbers[slot[a]],
                labels,
                rows,
                weights,
                start,
                end,
                total,
                min_leaf,
                cells,
                by_branch,
                by_class,
                log_table,
            )
        else:
            valid[a], gains[a], ratios[a] = _nominal_candidate(
                codes[a],
                labels,
                rows,
                weights,
                start,
                end,
                n_values[a],
                total,
                min_leaf,
                cells,
                by_branch,
                by_class,
                log_table,
            )
        if valid[a] and in_average[a]:
            sum_gain += gains[a]
            n_counted += 1
    if n_counted == 0:
        return LEAF, 0.0
    average = sum_gain / n_counted
    best = LEAF
    best_ratio = 0.0
    for a in range(n_attributes):
        if valid[a] and gains[a] >= average - 1e-3 and greater(ratios[a], best_ratio):
            best_ratio = ratios[a]
            best = a
    if equal(best_ratio, 0.0):
        return LEAF, 0.0
    return best, midpoints[best]


@kernel
def largest_value_up_to(values: Floats, all_rows: Ints, midpoint: float) -> float:
    """Return the largest value in all the training data not above the midpoint.

    That is the threshold that J48 uses.
    """
    best = -np.inf
    for row in all_rows:
        value = values[row]
        if value <= midpoint and value > best:
            best = value
    return best


@kernel
def reserve(rows: Ints, weights: Floats, needed: int) -> tuple[Ints, Floats]:
    """Return the two arrays, longer if `needed` entries do not fit."""
    size = rows.shape[0]
    if needed <= size:
        return rows, weights
    while size < needed:
        size *= 2
    more_rows = np.empty(size, dtype=rows.dtype)
    more_weights = np.empty(size)
    more_rows[: rows.shape[0]] = rows
    more_weights[: weights.shape[0]] = weights
    return more_rows, more_weights


@kernel
def branch_of(
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    attribute: int,
    threshold: float,
    row: int,
) -> int:
    """Return the branch a row takes at a test, -1 if its value is missing."""
    if slot[attribute] < 0:
        return int(codes[attribute, row])
    value = numbers[slot[attribute], row]
    if np.isnan(value):
        return -1
    return 0 if value <= threshold else 1


@kernel
def divide_rows(
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    attribute: int,
    threshold: float,
    n_branches: int,
    labels: Ints,
    rows: Ints,
    weights: Floats,
    start: int,
    end: int,
    top: int,
    branch_start: Ints,
    branch_end: Ints,
    by_class: Floats,
) -> tuple[Ints, Floats, int]:
    """Divide the rows start..end among the branches of a test, from `top` on.

    A row whose value is missing goes to every branch, its weight multiplied by the
    branch's share of the known weight. Order inside a branch is the order before.

    Returns
    -------
    tuple
        `rows`, `weights` (perhaps moved) and the new top. `branch_start`, `branch_end`
        receive the slices, `by_class` the class weights of the node.
    """
    known_weight = np.zeros(n_branches)
    size = np.zeros(n_branches, dtype=np.int64)
    by_class[:] = 0.0
    n_missing = 0
    known = 0.0
    for i in range(start, end):
        row = rows[i]
        b = branch_of(codes, numbers, slot, attribute, threshold, row)
        if b < 0:
            n_missing += 1
        else:
            known_weight[b] += weights[i]
            known += weights[i]
            by_class[labels[row]] += weights[i]
            size[b] += 1
    share = np.zeros(n_branches)
    if n_missing > 0:
        total = known
        with_missing = known_weight.copy()
        for b in range(n_branches):
            if equal(known, 0.0):
                share[b] = 1.0 / n_branches
            else:
                share[b] = known_weight[b] / known
        for i in range(start, end):
            row = rows[i]
            if branch_of(codes, numbers, slot, attribute, threshold, row) < 0:
                by_class[labels[row]] += weights[i]
                total += weights[i]
                for b in range(n_branches):
                    with_missing[b] += share[b] * weights[i]
        for b in range(n_branches):
            share[b] = with_missing[b] / total
            if share[b] > SMALL:
                size[b] += n_missing
    needed = top
    for b in range(n_branches):
        branch_start[b] = needed
        branch_end[b] = needed
        needed += size[b]
    rows, weights = reserve(rows, weights, needed)
    for i in range(start, end):
        row = rows[i]
        b = branch_of(codes, numbers, slot, attribute, threshold, row)
        if b >= 0:
            rows[branch_end[b]] = row
            weights[branch_end[b]] = weights[i]
            branch_end[b] += 1
        else:
            for k in range(n_branches):
                if share[k] > SMALL:
                    rows[branch_end[k]] = row
                    weights[branch_end[k]] = share[k] * weights[i]
                    branch_end[k] += 1
    return rows, weights, needed
