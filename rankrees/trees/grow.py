"""Growing a C4.5 tree, collapsing it and pruning it, in one compiled pass."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from rankrees.kernel import kernel
from rankrees.trees.counting import choose_whole_split, divide_whole, make_counter
from rankrees.trees.criteria import CRITERIA, GAIN_RATIO
from rankrees.trees.kernels import (
    LEAF,
    Floats,
    Ints,
    choose_split,
    divide_rows,
    entropy_before,
    equal,
    greater,
    largest_value_up_to,
    make_log_table,
    reserve,
)
from rankrees.trees.pet_kernels import choose_split_by
from rankrees.trees.prune import (
    ATTRIBUTE,
    END,
    FIRST_CHILD,
    N_CHILDREN,
    PARENT,
    START,
    collapse,
    prune,
    sum_up_nodes,
)
from rankrees.trees.structure import Tree
from rankrees.trees.table import Table


def grow_c45(
    table: Table,
    labels: NDArray[np.int32],
    n_classes: int,
    rows: NDArray[np.int32],
    *,
    confidence: float,
    min_leaf: int,
    pruned: bool,
    collapse: bool,
    raising: bool,
) -> Tree:
    """Grow a tree as Weka's J48 does.

    Parameters
    ----------
    table, labels, n_classes
        Attributes and class of every row of the data set.
    rows
        Training rows, repeated ones (of a bag) as often as they were drawn. From those
        without a class nothing is learnt, but J48 counts them where it asks whether an
        attribute has very many values, and looks for thresholds among their values.
    confidence, min_leaf, pruned, collapse, raising
        J48's -C, -M, (not) -U, (not) -O, (not) -S.
    """
    # J48 keeps the confidence as a 32-bit float
    cf = float(np.float32(confidence))
    return _grown(
        table,
        labels,
        n_classes,
        rows,
        min_leaf,
        GAIN_RATIO,
        0.0,
        collapse,
        pruned,
        cf,
        raising,
    )


def grow_by_criterion(
    table: Table,
    labels: NDArray[np.int32],
    n_classes: int,
    rows: NDArray[np.int32],
    *,
    criterion: str,
    min_leaf: int,
    floor: float,
) -> Tree:
    """Grow a tree as `grow_c45` does, by any of `CRITERIA`, and leave it as it is.

    For gain-ratio the split is C4.5's own choice: the average-gain rule, and gains of
    thresholds corrected for their number. For the others it is the worthiest one, if it
    is worth more than `floor`.
    """
    code = CRITERIA[criterion]
    return _grown(
        table, labels, n_classes, rows, min_leaf, code, floor, False, False, 0.0, False
    )


def _grown(
    table: Table,
    labels: NDArray[np.int32],
    n_classes: int,
    rows: NDArray[np.int32],
    min_leaf: int,
    criterion: int,
    floor: float,
    collapsed: bool,
    pruned: bool,
    cf: float,
    raising: bool,
) -> Tree:
    shape, slices, thresholds, counts, arena, weights = _grow_tree(
        table.positions,
        table.first,
        table.codes,
        table.numbers,
        table.slot,
        table.n_values,
        table.is_complete,
        labels,
        n_classes,
        rows,
        min_leaf,
        criterion,
        floor,
        make_log_table(rows.shape[0]),
        collapsed,
        pruned,
        cf,
        float(ndtri(1.0 - cf)) if pruned else 0.0,
        raising,
    )
    attribute, first_child, n_children, parent = shape
    row_start, row_end = slices
    return Tree(
        attribute,
        thresholds,
        first_child,
        n_children,
        counts,
        parent,
        row_start,
        row_end,
        arena,
        weights,
    )


@kernel
def _grow_tree(
    positions: Ints,
    first: Ints,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    n_values: Ints,
    is_complete: bool,
    labels: Ints,
    n_classes: int,
    everything: Ints,
    min_leaf: int,
    criterion: int,
    floor: float,
    log_table: Floats,
    collapsed: bool,
    pruned: bool,
    cf: float,
    z: float,
    raising: bool,
) -> tuple[Ints, Ints, Floats, Floats, Ints, Floats]:
    """Grow, collapse and prune; return what a `Tree` is made of.

    All in one call, because for small data the calls would take most of the time.
    """
    nodes, thresholds, counts, rows, weights, top = _grow(
        positions,
        first,
        codes,
        numbers,
        slot,
        n_values,
        labels,
        n_classes,
        everything,
        min_leaf,
        criterion,
        floor,
        log_table,
    )
    sums = sum_up_nodes(counts[: nodes.shape[0] if collapsed or pruned else 0])
    if collapsed:
        collapse(nodes, sums)
    if pruned:
        rows, weights, top = prune(
            codes,
            numbers,
            slot,
            is_complete,
            labels,
            nodes,
            thresholds,
            counts,
            sums,
            rows,
            weights,
            top,
            cf,
            z,
            raising,
        )
    n_nodes = nodes.shape[0]
    shape = np.empty((4, n_nodes), dtype=np.int32)
    slices = np.empty((2, n_nodes), dtype=np.int64)
    for node in range(n_nodes):
        shape[0, node] = nodes[node, ATTRIBUTE]
        shape[1, node] = nodes[node, FIRST_CHILD]
        shape[2, node] = nodes[node, N_CHILDREN]
        shape[3, node] = nodes[node, PARENT]
        slices[0, node] = nodes[node, START]
        slices[1, node] = nodes[node, END]
    return shape, slices, thresholds, counts, rows[:top], weights[:top]


@kernel
def _more_nodes(
    nodes: Ints, thresholds: Floats, counts: Floats, needed: int
) -> tuple[Ints, Floats, Floats]:
    size = nodes.shape[0]
    if needed <= size:
        return nodes, thresholds, counts
    while size < needed:
        size *= 2
    more_nodes = np.empty((size, nodes.shape[1]), dtype=np.int64)
    more_thresholds = np.empty(size)
    more_counts = np.empty((size, counts.shape[1]))
    more_nodes[: nodes.shape[0]] = nodes
    more_thresholds[: nodes.shape[0]] = thresholds
    more_counts[: nodes.shape[0]] = counts
    return more_nodes, more_thresholds, more_counts


@kernel
def _is_leaf(counts: Floats, total: float, min_leaf: int) -> bool:
    """Tell whether a node is too small to be divided, or has one class only."""
    largest = 0.0
    for c in range(counts.shape[0]):
        largest = max(largest, counts[c])
    return greater(2.0 * min_leaf, total) or equal(total, largest)


@kernel
def _grow(
    positions: Ints,
    first: Ints,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    n_values: Ints,
    labels: Ints,
    n_classes: int,
    everything: Ints,
    min_leaf: int,
    criterion: int,
    floor: float,
    log_table: Floats,
) -> tuple[Ints, Floats, Floats, Ints, Floats, int]:
    """Return nodes, thresholds, counts, rows, weights, top of the uncollapsed tree."""
    n_attributes = slot.shape[0]
    counter = make_counter(
        positions, first, n_values, slot, n_classes, everything.shape[0]
    )
    widest = counter.by_branch.shape[0]
    cells = np.empty((widest, n_classes))
    by_branch = np.empty(widest)
    by_class = np.empty(n_classes)
    branch_start = np.empty(widest, dtype=np.int64)
    branch_end = np.empty(widest, dtype=np.int64)
    usable = np.empty(n_attributes, dtype=np.bool_)
    present = np.empty(n_classes, dtype=np.int64)
    # the attributes that may still be valid, node by node along the path
    lists = np.empty(8 * n_attributes, dtype=np.uint32)
    for a in range(n_attributes):
        lists[a] = a

    size = max(64, everything.shape[0] // 2)
    nodes = np.empty((size, 6), dtype=np.int64)
    thresholds = np.empty(size)
    counts = np.empty((size, n_classes))
    thresholds[0] = np.nan
    counts[0] = 0.0
    rows = np.empty(max(64, 8 * everything.shape[0]), dtype=np.int32)
    weights = np.empty(rows.shape[0])
    top = 0
    for row in everything:
        if labels[row] >= 0:
            rows[top] = row
            weights[top] = 1.0
            counts[0, labels[row]] += 1.0
            top += 1
    nodes[0] = (LEAF, 0, 0, LEAF, 0, top)
    n_nodes = 1
    stack = [(0, 0, n_attributes, True)]
    if _is_leaf(counts[0], float(top), min_leaf):
        stack.pop()
    while len(stack) > 0:
        node, list_start, list_end, whole = stack.pop()
        start, end = nodes[node, START], nodes[node, END]
        n_left = 0
        n_present = 0
        if whole and criterion == GAIN_RATIO:
            for c in range(n_classes):
                if counts[node, c] > 0.0:
                    counter.column_of[c] = n_present
                    present[n_present] = c
                    n_present += 1
            if list_end + n_attributes > lists.shape[0]:
                lists = np.concatenate((lists, np.empty_like(lists)))
            attribute, threshold, n_left = choose_whole_split(
                counter,
                numbers,
                slot,
                n_values,
                lists[list_start:list_end],
                lists[list_end:],
                labels,
                rows,
                weights,
                start,
                end,
                n_present,
                entropy_before(counts[node], float(end - start), log_table),
                min_leaf,
                cells,
                by_branch,
                by_class,
                log_table,
            )
        else:
            total = 0.0
            for i in range(start, end):
                total += weights[i]
            # A nominal attribute tested higher up has one value left: not valid.
            usable[:] = True
            up = nodes[node, PARENT]
            while up != LEAF:
                if slot[nodes[up, ATTRIBUTE]] < 0:
                    usable[nodes[up, ATTRIBUTE]] = False
                up = nodes[up, PARENT]
            if criterion == GAIN_RATIO:
                attribute, threshold = choose_split(
                    codes,
                    numbers,
                    slot,
                    n_values,
                    usable,
                    counter.in_average,
                    labels,
                    rows,
                    weights,
                    start,
                    end,
                    total,
                    float(min_leaf),
                    cells,
                    by_branch,
                    by_class,
                    log_table,
                )
            else:
                attribute, threshold = choose_split_by(
                    criterion,
                    codes,
                    numbers,
                    slot,
                    n_values,
                    usable,
                    labels,
                    rows,
                    weights,
                    start,
                    end,
                    total,
                    float(min_leaf),
                    floor,
                    cells,
                    by_branch,
                    by_class,
                    log_table,
                )
        if attribute == LEAF:
            continue
        numeric = slot[attribute] >= 0
        n_branches = 2 if numeric else n_values[attribute]
        nodes, thresholds, counts = _more_nodes(
            nodes, thresholds, counts, n_nodes + n_branches
        )
        if numeric:
            threshold = largest_value_up_to(
                numbers[slot[attribute]], everything, threshold
            )
            thresholds[node] = threshold
        nodes[node, ATTRIBUTE] = attribute
        nodes[node, FIRST_CHILD] = n_nodes
        nodes[node, N_CHILDREN] = n_branches
        n_known = 0
        if n_present > 0 and not numeric:
            # what was counted to choose the split is what the sons have
            begin = first[attribute] * n_present
            for b in range(n_branches):
                counts[n_nodes + b] = 0.0
                size = 0
                for c in range(n_present):
                    count = counter.cells[begin + b * n_present + c]
                    counts[n_nodes + b, present[c]] = count
                    size += count
                branch_start[b] = top + n_known
                branch_end[b] = top + n_known
                n_known += size
        if n_known == end - start:
            rows, weights = reserve(rows, weights, top + n_known)
            divide_whole(
                positions,
                n_attributes,
                attribute,
                first[attribute],
                rows,
                weights,
                start,
                end,
                branch_end,
            )
            top += n_known
        else:
            old_top = top
            rows, weights, top = divide_rows(
                codes,
                numbers,
                slot,
                attribute,
                threshold,
                n_branches,
                labels,
                rows,
                weights,
                start,
                end,
                top,
                branch_start,
                branch_end,
                by_class,
            )
            counts[node] = by_class
            whole = whole and top - old_top == end - start
            for b in range(n_branches):
                counts[n_nodes + b] = 0.0
                for i in range(branch_start[b], branch_end[b]):
                    counts[n_nodes + b, labels[rows[i]]] += weights[i]
        if n_left > 0:
            # in a branch of its own a nominal attribute has one value left
            n_kept = 0
            for j in range(list_end, list_end + n_left):
                if numeric or lists[j] != attribute:
                    lists[list_end + n_kept] = lists[j]
                    n_kept += 1
            n_left = n_kept
        for b in range(n_branches):
            child = n_nodes + b
            nodes[child] = (LEAF, 0, 0, node, branch_start[b], branch_end[b])
            thresholds[child] = np.nan
            total = float(branch_end[b] - branch_start[b])
            if not whole:
                total = 0.0
                for i in range(branch_start[b], branch_end[b]):
                    total += weights[i]
            if branch_end[b] > branch_start[b] and not _is_leaf(
                counts[child], total, min_leaf
            ):
                stack.append((child, list_end, list_end + n_left, whole))
        n_nodes += n_branches
    return nodes[:n_nodes], thresholds[:n_nodes], counts[:n_nodes], rows, weights, top
