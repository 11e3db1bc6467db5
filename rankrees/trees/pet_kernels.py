"""The compiled kernels behind the PET study: splits by any criterion, and pruning."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel
from rankrees.trees.criteria import worth
from rankrees.trees.kernels import (
    LEAF,
    SMALL,
    count_branches,
    greater,
    greater_or_equal,
    midpoint_of,
    smallest_side,
    sort_rows,
    sum_classes,
)


@kernel
def choose_split_by(
    criterion: int,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    n_values: Ints,
    usable: NDArray[np.bool_],
    labels: Ints,
    rows: Ints,
    weights: Floats,
    start: int,
    end: int,
    total: float,
    min_leaf: float,
    floor: float,
    cells: Floats,
    by_branch: Floats,
    by_class: Floats,
    log_table: Floats,
) -> tuple[int, float]:
    """Return (attribute, midpoint) of the worthiest split, attribute `LEAF` for none.

    A split must be worth more than `floor`; of equal ones the first attribute's and
    there the lowest threshold's is kept.
    """
    best = LEAF
    best_midpoint = 0.0
    best_worth = floor
    for a in range(codes.shape[0]):
        if not usable[a]:
            continue
        midpoint = 0.0
        found = floor
        if slot[a] >= 0:
            found, midpoint = _best_threshold(
                criterion,
                numbers[slot[a]],
                labels,
                rows,
                weights,
                start,
                end,
                total,
                min_leaf,
                floor,
                cells,
                by_branch,
                by_class,
                log_table,
            )
        else:
            known, n_large = count_branches(
                codes[a],
                labels,
                rows,
                weights,
                start,
                end,
                n_values[a],
                min_leaf,
                cells,
                by_branch,
                by_class,
            )
            if n_large >= 2:
                found = worth(
                    criterion,
                    cells,
                    by_branch,
                    by_class,
                    n_values[a],
                    known,
                    total,
                    log_table,
                )
        if greater(found, best_worth):
            best = a
            best_midpoint = midpoint
            best_worth = found
    return best, best_midpoint


@kernel
def _best_threshold(
    criterion: int,
    values: Floats,
    labels: Ints,
    rows: Ints,
    weights: Floats,
    start: int,
    end: int,
    total: float,
    min_leaf: float,
    floor: float,
    cells: Floats,
    by_branch: Floats,
    by_class: Floats,
    log_table: Floats,
) -> tuple[float, float]:
    """Return (worth, midpoint) of the best threshold, worth `floor` for none.

    The thresholds that C4.5 considers, without its charge for choosing among them.
    """
    n_known = sort_rows(values, rows, weights, start, end)
    known = sum_classes(labels, rows, weights, start, start + n_known, by_class)
    smallest = smallest_side(known, by_class.shape[0], min_leaf)
    best = floor
    midpoint = 0.0
    cells[0] = 0.0
    cells[1] = by_class
    by_branch[0] = 0.0
    by_branch[1] = known
    for i in range(start, start + n_known - 1):
        label = labels[rows[i]]
        cells[0, label] += weights[i]
        cells[1, label] -= weights[i]
        by_branch[0] += weights[i]
        by_branch[1] -= weights[i]
        lower = values[rows[i]]
        upper = values[rows[i + 1]]
        if (
            lower + 1e-5 < upper
            and greater_or_equal(by_branch[0], smallest)
            and greater_or_equal(by_branch[1], smallest)
        ):
            found = worth(
                criterion, cells, by_branch, by_class, 2, known, total, log_table
            )
            if greater(found, best):
                best = found
                midpoint = midpoint_of(lower, upper)
    return best, midpoint


@kernel
def cut_small_leaves(
    attribute: Ints, first_child: Ints, n_children: Ints, totals: Floats, bound: float
) -> None:
    """Make a leaf of every node all of whose sons are leaves, one of them too small.

    Too small is less than `bound`, but not empty. Goes on upwards from there.
    """
    # sons have higher numbers than their parent, so one backward pass meets them first
    for node in range(attribute.shape[0] - 1, -1, -1):
        if attribute[node] == LEAF:
            continue
        all_leaves = True
        one_small = False
        for son in range(first_child[node], first_child[node] + n_children[node]):
            if attribute[son] != LEAF:
                all_leaves = False
            if totals[son] > SMALL and greater(bound, totals[son]):
                one_small = True
        if all_leaves and one_small:
            attribute[node] = LEAF
