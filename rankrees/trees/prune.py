"""What J48 does with a grown tree: collapsing, pruning by estimated errors, raising."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from rankrees.kernel import Floats, Ints, inlined, int64, kernel
from rankrees.trees.kernels import (
    LEAF,
    SMALL,
    branch_of,
    divide_rows,
    equal,
    greater_or_equal,
    less_or_equal,
)
from rankrees.trees.tree import (
    ATTRIBUTE,
    END,
    FIRST_CHILD,
    N_CHILDREN,
    START,
)

N_ESTIMATES = 64
"""Leaves with less rows than that have their estimated errors in a table."""

PER_ERROR = 0.5
"""So much at least one more error adds to the estimated errors of a leaf."""


@kernel
def sum_up(counts: Floats) -> tuple[float, float]:
    """Return the weight of a class distribution, and that of its training errors.

    Those are all rows but the majority class.
    """
    total = 0.0
    largest = 0.0
    for c in range(counts.shape[0]):
        total += counts[c]
        if counts[c] - largest > SMALL:
            largest = counts[c]
    return total, total - largest


@kernel
def make_leaf(nodes: Ints, node: int) -> None:
    """Leave a node without sons."""
    nodes[node, ATTRIBUTE] = LEAF
    nodes[node, N_CHILDREN] = 0


@kernel
def collapse(nodes: Ints, sums: Floats) -> None:
    """Make a leaf of every node whose subtree saves no training error, top down.

    `sums` are those of `sum_up`, node by node.
    """
    below = np.zeros(nodes.shape[0])
    # sons have higher numbers than their parent, so one backward pass adds them up
    for node in range(nodes.shape[0] - 1, -1, -1):
        if nodes[node, ATTRIBUTE] == LEAF:
            below[node] = sums[node, 1]
        else:
            first = nodes[node, FIRST_CHILD]
            for child in range(first, first + nodes[node, N_CHILDREN]):
                below[node] += below[child]
    for node in range(nodes.shape[0]):
        if nodes[node, ATTRIBUTE] != LEAF and below[node] >= sums[node, 1] - 1e-3:
            make_leaf(nodes, node)


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
def _fill_estimates(cf: float, z: float, table: Floats) -> None:
    for n in range(1, table.shape[0]):
        for e in range(n):
            table[n, e] = e + added_errors(float(n), float(e), cf, z)


@lru_cache(maxsize=16)
def make_estimates(cf: float, z: float) -> Floats:
    """Return the estimated errors of small leaves, by their rows and errors."""
    table = np.zeros((N_ESTIMATES, N_ESTIMATES))
    _fill_estimates(cf, z, table)
    return table


@inlined
def _estimated_errors(
    total: float, errors: float, cf: float, z: float, estimates: Floats
) -> float:
    """Return the estimated errors of a leaf, from its weight and its errors.

    `estimates` are those of `make_estimates`; they spare most of the work.
    """
    n, e = int(total), int(errors)
    if n == total and e == errors and n < estimates.shape[0]:
        estimate = float(estimates[n, e])
    elif equal(total, 0.0):
        estimate = 0.0
    else:
        estimate = errors + added_errors(total, errors, cf, z)
    return estimate


@kernel
def _subtree_errors(
    nodes: Ints,
    counts: Floats,
    root: int,
    cf: float,
    z: float,
    estimates: Floats,
    errors: Floats,
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
            total, wrong = sum_up(counts[node])
            errors[node] = _estimated_errors(total, wrong, cf, z, estimates)
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
    nodes: Ints,
    counts: Floats,
    sums: Floats,
    root: int,
    new_slices: Ints,
    new_counts: Floats,
) -> None:
    """Give every node below `root` (not `root` itself) the rows sent down to it."""
    stack = [root]
    while len(stack) > 0:
        node = stack.pop()
        if node != root:
            nodes[node, START] = new_slices[node, 0]
            nodes[node, END] = new_slices[node, 1]
            counts[node] = new_counts[node]
            sums[node] = sum_up(counts[node])
        if nodes[node, ATTRIBUTE] != LEAF:
            first = nodes[node, FIRST_CHILD]
            for child in range(first, first + nodes[node, N_CHILDREN]):
                stack.append(child)


@kernel
def _move_down(
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    labels: Ints,
    nodes: Ints,
    thresholds: Floats,
    is_counted: Ints,
    sums: Floats,
    root: int,
    rows: Ints,
    start: int,
    end: int,
    top: int,
    n_classes: int,
) -> tuple[Ints, int]:
    """Give the rows start..end to the nodes below `root` (not to `root` itself).

    For plain data. `root` is about to be swallowed and keeps its own rows; what its
    sons get is a copy, behind `top`.

    Returns
    -------
    tuple
        `rows` (perhaps moved) and the new top.
    """
    n = end - start
    if top + n > rows.shape[0]:
        more = np.empty(max(2 * rows.shape[0], top + n), dtype=rows.dtype)
        more[:top] = rows[:top]
        rows = more
    rows[top : top + n] = rows[start:end]
    moved = np.empty(n, dtype=rows.dtype)
    by_class = np.empty(n_classes, dtype=np.int64)
    stack = [(root, top, top + n)]
    while len(stack) > 0:
        node, start, end = stack.pop()
        if node != root:
            nodes[node, START] = start
            nodes[node, END] = end
            is_counted[node] = False
            by_class[:] = 0
            for i in range(start, end):
                by_class[labels[rows[i]]] += 1
            sums[node, 0] = end - start
            sums[node, 1] = end - start - by_class.max()
        if nodes[node, ATTRIBUTE] == LEAF:
            continue
        attribute, threshold = nodes[node, ATTRIBUTE], thresholds[node]
        ends = np.zeros(nodes[node, N_CHILDREN] + 1, dtype=np.int64)
        for i in range(start, end):
            b = branch_of(codes, numbers, slot, attribute, threshold, rows[i])
            ends[b + 1] += 1
        first = nodes[node, FIRST_CHILD]
        for b in range(nodes[node, N_CHILDREN]):
            ends[b + 1] += ends[b]
            stack.append((first + b, start + ends[b], start + ends[b + 1]))
        for i in range(start, end):
            b = branch_of(codes, numbers, slot, attribute, threshold, rows[i])
            moved[ends[b]] = rows[i]
            ends[b] += 1
        rows[start:end] = moved[: end - start]
    return rows, top + n


@inlined
def _errors_with_more(
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    labels: Ints,
    nodes: Ints,
    thresholds: Floats,
    counts: Floats,
    is_counted: Ints,
    sums: Floats,
    node: int,
    root: int,
    rows: Ints,
    cf: float,
    z: float,
    estimates: Floats,
    errors: Floats,
    limit: float,
    reached: Ints,
    reached_leaf: Ints,
    new_sums: Floats,
    new_errors: Floats,
) -> float:
    """Return the estimated errors of the subtree `root` if it had all rows of `node`.

    `root` is a son of `node`, so its own rows are where they belong: only those of the
    other sons are sent down, and only the leaves that they reach are estimated anew. No
    row may be without a value.

    An estimate never falls by one more row, and rises by `PER_ERROR` at least if that
    is one more error: as soon as it must be above `limit`, the answer is infinity. The
    last four are scratch space, `new_errors` is -1.
    """
    first = nodes[node, FIRST_CHILD]
    last = first + nodes[node, N_CHILDREN]
    n_sent = 0
    at_least = errors[root]
    for son in range(first, last):
        if son == root:
            continue
        for i in range(nodes[son, START], nodes[son, END]):
            if at_least > limit:
                break
            row = rows[i]
            at = root
            while nodes[at, ATTRIBUTE] != LEAF:
                new_errors[at] = 0.0
                at = nodes[at, FIRST_CHILD] + branch_of(
                    codes, numbers, slot, nodes[at, ATTRIBUTE], thresholds[at], row
                )
            if new_errors[at] < 0.0:
                new_errors[at] = 0.0
                if not is_counted[at]:
                    is_counted[at] = True
                    for c in range(counts.shape[1]):
                        counts[at, c] = 0.0
                    for j in range(nodes[at, START], nodes[at, END]):
                        counts[at, labels[rows[j]]] += 1.0
                new_sums[0, at] = sums[at, 0]
                new_sums[1, at] = sums[at, 0] - sums[at, 1]
            # its counts are borrowed until all have been estimated
            counts[at, labels[row]] += 1.0
            new_sums[0, at] += 1.0
            if counts[at, labels[row]] > new_sums[1, at]:
                new_sums[1, at] = counts[at, labels[row]]
            else:
                at_least += PER_ERROR
            reached_leaf[n_sent] = at
            n_sent += 1
    if n_sent == 0:
        return np.inf if at_least > limit else float(errors[root])
    reached[0] = root
    n_reached = 1
    k = 0
    while k < n_reached:
        at = reached[k]
        k += 1
        if nodes[at, ATTRIBUTE] != LEAF:
            below = nodes[at, FIRST_CHILD]
            for son in range(below, below + nodes[at, N_CHILDREN]):
                if new_errors[son] >= 0.0:
                    reached[n_reached] = son
                    n_reached += 1
    for k in range(n_reached - 1, -1, -1):
        at = reached[k]
        if nodes[at, ATTRIBUTE] == LEAF:
            new_errors[at] = _estimated_errors(
                new_sums[0, at], new_sums[0, at] - new_sums[1, at], cf, z, estimates
            )
        else:
            below = nodes[at, FIRST_CHILD]
            for son in range(below, below + nodes[at, N_CHILDREN]):
                known = new_errors[son] >= 0.0
                new_errors[at] += new_errors[son] if known else errors[son]
                new_errors[son] = -1.0
    k = 0
    for son in range(first, last):
        if son == root:
            continue
        for i in range(nodes[son, START], nodes[son, END]):
            if k == n_sent:
                break
            counts[reached_leaf[k], labels[rows[i]]] -= 1.0
            k += 1
    found = float(new_errors[root])
    new_errors[root] = -1.0
    return np.inf if at_least > limit else found


@kernel
def prune(
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    is_complete: bool,
    labels: Ints,
    nodes: Ints,
    thresholds: Floats,
    counts: Floats,
    is_counted: Ints,
    sums: Floats,
    rows: Ints,
    weights: Floats,
    top: int,
    cf: float,
    z: float,
    estimates: Floats,
    raising: bool,
) -> tuple[Ints, Floats, int]:
    """Prune bottom up by estimated errors; raise the largest branch where that pays.

    When node n takes over the sons of its largest branch b, b stays in the arrays as
    it was, the sons' parent stays b, and b's parent is n: those are the stale pointers
    that the published results of Wang & Zhang walk up. `sums` are those of `sum_up`,
    node by node; `estimates` those of `make_estimates`.

    Without `weights` the data are plain; then the rows of a node lie within those of
    its parent, and `counts` are filled in where `is_counted` says that they are not.

    Returns
    -------
    tuple
        `rows`, `weights` (perhaps moved) and the new top.
    """
    n_nodes = nodes.shape[0]
    is_plain = weights.shape[0] == 0
    # few arrays: for small data, asking for memory takes long
    work = np.empty((4, n_nodes))
    errors, new_errors, new_sums = work[0], work[1], work[2:]
    for node in range(n_nodes):
        new_errors[node] = -1.0
    places = np.empty(3 * n_nodes + nodes[0, END], dtype=np.int64)
    reached, pending = places[:n_nodes], places[n_nodes : 3 * n_nodes]
    reached_leaf = places[3 * n_nodes :]
    new_slices, new_counts = places[:0].reshape(0, 2), work[:0]
    if not is_plain:
        new_slices = np.empty((n_nodes, 2), dtype=np.int64)
        new_counts = np.empty(counts.shape)
    # a node waits twice: to look at its sons, then, negative, to look at itself
    pending[0] = 0
    n_pending = 1
    while n_pending > 0:
        n_pending -= 1
        waiting = pending[n_pending]
        sons_done = waiting < 0
        node = int64(-1 - waiting if sons_done else waiting)
        if nodes[node, ATTRIBUTE] == LEAF:
            errors[node] = _estimated_errors(
                sums[node, 0], sums[node, 1], cf, z, estimates
            )
            continue
        first = int64(nodes[node, FIRST_CHILD])
        n_children = int64(nodes[node, N_CHILDREN])
        if not sons_done:
            pending[n_pending] = -1 - node
            n_pending += 1
            for child in range(first, first + n_children):
                if nodes[child, ATTRIBUTE] == LEAF:
                    errors[child] = _estimated_errors(
                        sums[child, 0], sums[child, 1], cf, z, estimates
                    )
                else:
                    pending[n_pending] = child
                    n_pending += 1
            continue
        largest = int64(-1)
        heaviest = 0.0
        as_tree = 0.0
        for child in range(first, first + n_children):
            if greater_or_equal(sums[child, 0], heaviest):
                heaviest = sums[child, 0]
                largest = child
            as_tree += errors[child]
        as_leaf = _estimated_errors(sums[node, 0], sums[node, 1], cf, z, estimates)
        # with more errors than that, whatever their number, it is not raised
        limit = as_tree + 0.1
        if less_or_equal(as_leaf, as_tree + 0.1):
            limit = as_leaf - 0.1
        as_branch = np.inf
        if raising and is_complete and nodes[largest, ATTRIBUTE] == LEAF:
            # with all rows of the node it is what the node is as a leaf
            as_branch = as_leaf
        elif raising and is_complete:
            as_branch = _errors_with_more(
                codes,
                numbers,
                slot,
                labels,
                nodes,
                thresholds,
                counts,
                is_counted,
                sums,
                node,
                largest,
                rows,
                cf,
                z,
                estimates,
                errors,
                limit + 0.001,
                reached,
                reached_leaf,
                new_sums,
                new_errors,
            )
        elif raising:
            rows, weights, _ = _send_down(
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
            as_branch = _subtree_errors(
                nodes, new_counts, largest, cf, z, estimates, new_errors
            )
        if less_or_equal(as_leaf, as_tree + 0.1) and less_or_equal(
            as_leaf, as_branch + 0.1
        ):
            make_leaf(nodes, node)
            errors[node] = as_leaf
        elif less_or_equal(as_branch, as_tree + 0.1):
            if is_plain:
                rows, top = _move_down(
                    codes,
                    numbers,
                    slot,
                    labels,
                    nodes,
                    thresholds,
                    is_counted,
                    sums,
                    largest,
                    rows,
                    nodes[node, START],
                    nodes[node, END],
                    top,
                    counts.shape[1],
                )
            else:
                rows, weights, top = _send_down(
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
                counts[node] = new_counts[largest]
                sums[node] = sum_up(counts[node])
                _adopt(nodes, counts, sums, largest, new_slices, new_counts)
            nodes[node, ATTRIBUTE] = nodes[largest, ATTRIBUTE]
            nodes[node, FIRST_CHILD] = nodes[largest, FIRST_CHILD]
            nodes[node, N_CHILDREN] = nodes[largest, N_CHILDREN]
            thresholds[node] = thresholds[largest]
            pending[n_pending] = node
            n_pending += 1
        else:
            errors[node] = as_tree
    return rows, weights, top
