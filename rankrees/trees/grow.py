"""Growing a C4.5 tree, collapsing it and pruning it, in one compiled pass."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from rankrees.data.dataset import MISSING_CODE
from rankrees.kernel import kernel
from rankrees.trees.criteria import CRITERIA, GAIN_RATIO
from rankrees.trees.kernels import (
    LEAF,
    SMALL,
    Floats,
    Ints,
    choose_split,
    divide_rows,
    equal,
    greater_or_equal,
    largest_value_up_to,
    less_or_equal,
    make_log_table,
)
from rankrees.trees.pet_kernels import choose_split_by
from rankrees.trees.structure import Tree
from rankrees.trees.table import Table

# Columns of the integer node array while a tree is being made.
ATTRIBUTE, FIRST_CHILD, N_CHILDREN, PARENT, START, END = range(6)


def grow_c45(
    table: Table,
    labels: NDArray[np.int32],
    n_classes: int,
    rows: NDArray[np.int32],
    row_weights: NDArray[np.float64] | None = None,
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
    row_weights
        Weight of each of `rows`; None: all have 1.
    confidence, min_leaf, pruned, collapse, raising
        J48's -C, -M, (not) -U, (not) -O, (not) -S.
    """
    nodes, thresholds, counts, arena, weights = _grown(
        table, labels, n_classes, rows, min_leaf, GAIN_RATIO, row_weights=row_weights
    )
    if collapse:
        _collapse(nodes, counts)
    if pruned:
        # J48 keeps the confidence as a 32-bit float
        cf = float(np.float32(confidence))
        arena, weights = _prune(
            table.codes,
            table.numbers,
            table.slot,
            labels,
            nodes,
            thresholds,
            counts,
            arena,
            weights,
            cf,
            float(ndtri(1.0 - cf)),
            raising,
        )
    return _make_tree(nodes, thresholds, counts, arena, weights)


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
    return _make_tree(
        *_grown(table, labels, n_classes, rows, min_leaf, code, floor=floor)
    )


def _grown(
    table: Table,
    labels: NDArray[np.int32],
    n_classes: int,
    rows: NDArray[np.int32],
    min_leaf: int,
    criterion: int,
    floor: float = 0.0,
    row_weights: NDArray[np.float64] | None = None,
) -> tuple[Ints, Floats, Floats, Ints, Floats]:
    labelled = labels[rows] != MISSING_CODE
    if row_weights is None:
        row_weights = np.ones(rows.shape[0])
    return _grow(
        table.codes,
        table.numbers,
        table.slot,
        table.n_values,
        labels,
        n_classes,
        rows[labelled],
        row_weights[labelled],
        rows,
        float(min_leaf),
        criterion,
        floor,
    )


def _make_tree(
    nodes: Ints, thresholds: Floats, counts: Floats, arena: Ints, weights: Floats
) -> Tree:
    return Tree(
        attribute=nodes[:, ATTRIBUTE].astype(np.int32),
        threshold=thresholds,
        first_child=nodes[:, FIRST_CHILD].astype(np.int32),
        n_children=nodes[:, N_CHILDREN].astype(np.int32),
        counts=counts,
        chain_parent=nodes[:, PARENT].astype(np.int32),
        row_start=nodes[:, START],
        row_end=nodes[:, END],
        rows=arena,
        row_weights=weights,
    )


@kernel
def _more_nodes(
    nodes: Ints, thresholds: Floats, counts: Floats, needed: int
) -> tuple[Ints, Floats, Floats]:
    size = nodes.shape[0]
    if needed <= size:
        return nodes, thresholds, counts
    while size < needed:
        size *= 2
    more_nodes = np.zeros((size, nodes.shape[1]), dtype=np.int64)
    more_thresholds = np.full(size, np.nan)
    more_counts = np.zeros((size, counts.shape[1]))
    more_nodes[: nodes.shape[0]] = nodes
    more_thresholds[: nodes.shape[0]] = thresholds
    more_counts[: nodes.shape[0]] = counts
    return more_nodes, more_thresholds, more_counts


@kernel
def _grow(
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    n_values: Ints,
    labels: Ints,
    n_classes: int,
    train: Ints,
    train_weights: Floats,
    everything: Ints,
    min_leaf: float,
    criterion: int,
    floor: float,
) -> tuple[Ints, Floats, Floats, Ints, Floats]:
    """Return nodes, thresholds, counts, rows, weights of the uncollapsed tree."""
    n = train.shape[0]
    n_attributes = codes.shape[0]
    widest = 2
    for a in range(n_attributes):
        widest = max(widest, n_values[a])
    cells = np.zeros((widest, n_classes))
    by_branch = np.zeros(widest)
    by_class = np.zeros(n_classes)
    branch_start = np.zeros(widest, dtype=np.int64)
    branch_end = np.zeros(widest, dtype=np.int64)
    usable = np.ones(n_attributes, dtype=np.bool_)
    log_table = make_log_table(n)

    rows = np.empty(max(64, 8 * n), dtype=np.int32)
    weights = np.empty(rows.shape[0])
    rows[:n] = train
    weights[:n] = train_weights
    top = n
    nodes = np.zeros((64, 6), dtype=np.int64)
    thresholds = np.full(64, np.nan)
    counts = np.zeros((64, n_classes))
    nodes[0] = (LEAF, 0, 0, LEAF, 0, n)
    n_nodes = 1
    stack = [0]
    while len(stack) > 0:
        node = stack.pop()
        start, end = nodes[node, START], nodes[node, END]
        total = 0.0
        for i in range(start, end):
            counts[node, labels[rows[i]]] += weights[i]
            total += weights[i]
        largest = 0.0
        for c in range(n_classes):
            largest = max(largest, counts[node, c])
        if 2.0 * min_leaf - total > SMALL or equal(total, largest):
            continue
        # A nominal attribute tested higher up has one value left: never valid again.
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
                labels,
                rows,
                weights,
                start,
                end,
                total,
                min_leaf,
                everything.shape[0],
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
                min_leaf,
                floor,
                cells,
                by_branch,
                by_class,
                log_table,
            )
        if attribute == LEAF:
            continue
        n_branches = 2 if slot[attribute] >= 0 else n_values[attribute]
        if slot[attribute] >= 0:
            threshold = largest_value_up_to(
                numbers[slot[attribute]], everything, threshold
            )
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
        nodes, thresholds, counts = _more_nodes(
            nodes, thresholds, counts, n_nodes + n_branches
        )
        counts[node] = by_class
        nodes[node, ATTRIBUTE] = attribute
        nodes[node, FIRST_CHILD] = n_nodes
        nodes[node, N_CHILDREN] = n_branches
        if slot[attribute] >= 0:
            thresholds[node] = threshold
        for b in range(n_branches):
            child = n_nodes + b
            nodes[child] = (LEAF, 0, 0, node, branch_start[b], branch_end[b])
            if branch_end[b] > branch_start[b]:
                stack.append(child)
        n_nodes += n_branches
    return (
        nodes[:n_nodes].copy(),
        thresholds[:n_nodes].copy(),
        counts[:n_nodes].copy(),
        rows[:top].copy(),
        weights[:top].copy(),
    )


@kernel
def _errors(counts: Floats) -> float:
    """Training errors of a class distribution: all but the majority class."""
    total = 0.0
    largest = 0.0
    for c in range(counts.shape[0]):
        total += counts[c]
        if counts[c] - largest > SMALL:
            largest = counts[c]
    return total - largest


@kernel
def _make_leaf(nodes: Ints, node: int) -> None:
    nodes[node, ATTRIBUTE] = LEAF
    nodes[node, N_CHILDREN] = 0


@kernel
def _collapse(nodes: Ints, counts: Floats) -> None:
    """Make a leaf of every node whose subtree saves no training error, top down."""
    below = np.zeros(nodes.shape[0])
    # sons have higher numbers than their parent, so one backward pass adds them up
    for node in range(nodes.shape[0] - 1, -1, -1):
        if nodes[node, ATTRIBUTE] == LEAF:
            below[node] = _errors(counts[node])
        else:
            first = nodes[node, FIRST_CHILD]
            for child in range(first, first + nodes[node, N_CHILDREN]):
                below[node] += below[child]
    for node in range(nodes.shape[0]):
        if nodes[node, ATTRIBUTE] != LEAF and (
            below[node] >= _errors(counts[node]) - 1e-3
        ):
            _make_leaf(nodes, node)


@kernel
def added_errors(n: float, e: float, cf: float, z: float) -> float:
    """Return how many errors to add to `e` among `n` (C4.5's pessimistic estimate).

    `z` is the normal quantile of 1 - `cf`.
    """
    if cf > 0.5:
        return 0.0
    if e < 1.0:
        base = n * (1.0 - math.pow(cf, 1.0 / n))
        if e == 0.0:
            return base
        return base + e * (_added_to_some(n, 1.0, z) - base)
    return _added_to_some(n, e, z)


@kernel
def _added_to_some(n: float, e: float, z: float) -> float:
    """Return what is added to one error or more, by Wilson's upper limit."""
    if e + 0.5 >= n:
        return max(n - e, 0.0)
    f = (e + 0.5) / n
    r = (
        f
        + (z * z) / (2.0 * n)
        + z * math.sqrt((f / n) - (f * f / n) + (z * z / (4.0 * n * n)))
    ) / (1.0 + (z * z) / n)
    return r * n - e


@kernel
def _estimated_errors(counts: Floats, cf: float, z: float) -> float:
    total = 0.0
    for c in range(counts.shape[0]):
        total += counts[c]
    if equal(total, 0.0):
        return 0.0
    errors = _errors(counts)
    return errors + added_errors(total, errors, cf, z)


@kernel
def _subtree_errors(
    nodes: Ints, counts: Floats, root: int, cf: float, z: float, errors: Floats
) -> float:
    """Return the estimated errors of the leaves below `root`, sons summed in order.

    Not by recursion: numba loses recursive functions in its disk cache. `errors` is
    scratch space, a place for each node.
    """
    below = [root]
    k = 0
    while k < len(below):
        node = below[k]
        k += 1
        if nodes[node, ATTRIBUTE] != LEAF:
            first = nodes[node, FIRST_CHILD]
            for child in range(first, first + nodes[node, N_CHILDREN]):
                below.append(child)
    for k in range(len(below) - 1, -1, -1):
        node = below[k]
        if nodes[node, ATTRIBUTE] == LEAF:
            errors[node] = _estimated_errors(counts[node], cf, z)
        else:
            errors[node] = 0.0
            first = nodes[node, FIRST_CHILD]
            for child in range(first, first + nodes[node, N_CHILDREN]):
                errors[node] += errors[child]
    return float(errors[root])


@kernel
def _send_down(
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    labels: Ints,
    nodes: Ints,
    thresholds: Floats,
    root: int,
    rows: Ints,
    weights: Floats,
    start: int,
    end: int,
    top: int,
    new_slices: Ints,
    new_counts: Floats,
) -> tuple[Ints, Floats, int]:
    """Send the rows start..end down the subtree of `root`, without changing it.

    `new_slices` and `new_counts` receive what each node there would get.
    """
    n_classes = new_counts.shape[1]
    by_class = np.zeros(n_classes)
    new_slices[root, 0] = start
    new_slices[root, 1] = end
    stack = [root]
    while len(stack) > 0:
        node = stack.pop()
        start, end = new_slices[node, 0], new_slices[node, 1]
        if nodes[node, ATTRIBUTE] == LEAF:
            new_counts[node] = 0.0
            for i in range(start, end):
                new_counts[node, labels[rows[i]]] += weights[i]
            continue
        n_branches = nodes[node, N_CHILDREN]
        first = nodes[node, FIRST_CHILD]
        branch_start = np.zeros(n_branches, dtype=np.int64)
        branch_end = np.zeros(n_branches, dtype=np.int64)
        rows, weights, top = divide_rows(
            codes,
            numbers,
            slot,
            nodes[node, ATTRIBUTE],
            thresholds[node],
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
        new_counts[node] = by_class
        for b in range(n_branches):
            new_slices[first + b, 0] = branch_start[b]
            new_slices[first + b, 1] = branch_end[b]
            stack.append(first + b)
    return rows, weights, top


@kernel
def _adopt(
    nodes: Ints, counts: Floats, root: int, new_slices: Ints, new_counts: Floats
) -> None:
    """Give every node below `root` (not `root` itself) the rows sent down to it."""
    stack = [root]
    while len(stack) > 0:
        node = stack.pop()
        if node != root:
            nodes[node, START] = new_slices[node, 0]
            nodes[node, END] = new_slices[node, 1]
            counts[node] = new_counts[node]
        if nodes[node, ATTRIBUTE] != LEAF:
            first = nodes[node, FIRST_CHILD]
            for child in range(first, first + nodes[node, N_CHILDREN]):
                stack.append(child)


@kernel
def _prune(
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    labels: Ints,
    nodes: Ints,
    thresholds: Floats,
    counts: Floats,
    rows: Ints,
    weights: Floats,
    cf: float,
    z: float,
    raising: bool,
) -> tuple[Ints, Floats]:
    """Prune bottom up by estimated errors; raise the largest branch where that pays.

    When node n takes over the sons of its largest branch b, b stays in the arrays as
    it was, the sons' parent stays b, and b's parent is n: those are the stale pointers
    that the published results of Wang & Zhang walk up.
    """
    new_slices = np.zeros((nodes.shape[0], 2), dtype=np.int64)
    new_counts = np.zeros(counts.shape)
    errors = np.zeros(nodes.shape[0])
    top = rows.shape[0]
    pending = [(0, False)]
    while len(pending) > 0:
        node, sons_done = pending.pop()
        if nodes[node, ATTRIBUTE] == LEAF:
            continue
        first = nodes[node, FIRST_CHILD]
        n_children = nodes[node, N_CHILDREN]
        if not sons_done:
            pending.append((node, True))
            for child in range(first, first + n_children):
                pending.append((child, False))
            continue
        largest = -1
        heaviest = 0.0
        for child in range(first, first + n_children):
            weight = counts[child].sum()
            if greater_or_equal(weight, heaviest):
                heaviest = weight
                largest = child
        as_leaf = _estimated_errors(counts[node], cf, z)
        as_tree = _subtree_errors(nodes, counts, node, cf, z, errors)
        as_branch = np.inf
        new_top = top
        if raising:
            rows, weights, new_top = _send_down(
                codes,
                numbers,
                slot,
                labels,
                nodes,
                thresholds,
                largest,
                rows,
                weights,
                nodes[node, START],
                nodes[node, END],
                top,
                new_slices,
                new_counts,
            )
            as_branch = _subtree_errors(nodes, new_counts, largest, cf, z, errors)
        if less_or_equal(as_leaf, as_tree + 0.1) and less_or_equal(
            as_leaf, as_branch + 0.1
        ):
            _make_leaf(nodes, node)
        elif less_or_equal(as_branch, as_tree + 0.1):
            _adopt(nodes, counts, largest, new_slices, new_counts)
            counts[node] = new_counts[largest]
            nodes[node, ATTRIBUTE] = nodes[largest, ATTRIBUTE]
            nodes[node, FIRST_CHILD] = nodes[largest, FIRST_CHILD]
            nodes[node, N_CHILDREN] = nodes[largest, N_CHILDREN]
            thresholds[node] = thresholds[largest]
            top = new_top
            pending.append((node, False))
    return rows[:top].copy(), weights[:top].copy()
