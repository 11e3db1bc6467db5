"""Growing a C4.5 tree, collapsing it and pruning it, in one compiled pass."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from rankrees.kernel import Floats, Ints, kernel
from rankrees.trees.counting import (
    BEFORE,
    GAIN,
    INSIDE,
    KNOWN,
    MIDPOINT,
    MINUS_ONE,
    MISSING,
    ONE,
    RATIO,
    SPLIT,
    add_terms,
    add_worths,
    best_lane,
    count_rows,
    divide_whole,
    keep_lines,
)
from rankrees.trees.criteria import CRITERIA, GAIN_RATIO
from rankrees.trees.features import Features
from rankrees.trees.kernels import (
    LEAF,
    LN2,
    choose_split,
    divide_rows,
    equal,
    greater,
    largest_value_up_to,
    make_log_table,
    make_log_tables,
    numeric_candidate,
    reserve,
)
from rankrees.trees.pet_kernels import choose_split_by
from rankrees.trees.plain import PlainTree, pack
from rankrees.trees.plain_grow import ERRORS, grow_plain
from rankrees.trees.prune import (
    N_ESTIMATES,
    collapse,
    make_estimates,
    prune,
    sum_up,
)
from rankrees.trees.rule import count_towards_average
from rankrees.trees.tree import (
    ATTRIBUTE,
    END,
    FIRST_CHILD,
    N_CHILDREN,
    PARENT,
    START,
    Tree,
)

_EQUAL = np.empty(0)
"""No weights: all rows weigh 1."""


def grow_c45(
    features: Features,
    labels: NDArray[np.int32],
    n_classes: int,
    rows: NDArray[np.int32],
    row_weights: NDArray[np.float64] | None,
    confidence: float,
    min_leaf: int,
    pruned: bool,
    collapse: bool,
    raising: bool,
) -> Tree:
    """Grow a tree as Weka's J48 does.

    Parameters
    ----------
    features, labels, n_classes
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
    one_hot = features.one_hot
    if one_hot is not None and row_weights is None:
        columns = features.sorted_columns
        grown = _grow_plain_tree(
            one_hot.words,
            one_hot.places,
            columns.entries,
            columns.about,
            features.numbers,
            features.codes,
            labels,
            rows,
            make_log_tables(len(rows)),
            _steps(n_classes, min_leaf, collapse, pruned, raising, confidence),
        )
        return PlainTree(grown, features, labels, n_classes, rows, min_leaf)
    weights = _EQUAL if row_weights is None else row_weights
    return _grown(
        features,
        labels,
        n_classes,
        rows,
        weights,
        min_leaf,
        GAIN_RATIO,
        0.0,
        collapse,
        pruned,
        confidence,
        raising,
    )


def grow_by_criterion(
    features: Features,
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
    if code == GAIN_RATIO:
        return grow_c45(
            features,
            labels,
            n_classes,
            rows,
            None,
            confidence=1.0,
            min_leaf=min_leaf,
            pruned=False,
            collapse=False,
            raising=False,
        )
    return _grown(
        features,
        labels,
        n_classes,
        rows,
        _EQUAL,
        min_leaf,
        code,
        floor,
        False,
        False,
        1.0,
        False,
    )


def _grown(
    features: Features,
    labels: NDArray[np.int32],
    n_classes: int,
    rows: NDArray[np.int32],
    row_weights: NDArray[np.float64],
    min_leaf: int,
    criterion: int,
    floor: float,
    collapsed: bool,
    pruned: bool,
    confidence: float,
    raising: bool,
) -> Tree:
    shape, slices, thresholds, counts, arena, weights = _grow_tree(
        features.positions,
        features.lanes,
        features.value_start,
        features.codes,
        features.numbers,
        features.slot,
        features.n_values,
        features.is_complete,
        labels,
        n_classes,
        rows,
        row_weights,
        min_leaf,
        criterion,
        floor,
        make_log_table(rows.shape[0]),
        collapsed,
        pruned,
        *_pruning(confidence),
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


@lru_cache(maxsize=16)
def _pruning(confidence: float) -> tuple[float, float, Floats]:
    """Return the confidence, its normal quantile, and the errors of small leaves."""
    # J48 keeps the confidence as a 32-bit float
    cf = float(np.float32(confidence))
    z = float(ndtri(1.0 - cf))
    return cf, z, make_estimates(cf, z)


@lru_cache(maxsize=64)
def _steps(
    n_classes: int,
    min_leaf: int,
    collapsed: bool,
    pruned: bool,
    raising: bool,
    confidence: float,
) -> NDArray[np.float64]:
    """Return what `_grow_plain_tree` has to know, in one array."""
    cf, z, estimates = _pruning(confidence)
    numbers = [n_classes, min_leaf, collapsed, pruned, raising, cf, z]
    return np.concatenate([numbers, estimates.ravel()])


@kernel
def _grow_plain_tree(
    words: NDArray[np.uint64],
    places: Ints,
    entries: NDArray[np.uint64],
    about: Ints,
    numbers: Floats,
    codes: Ints,
    labels: Ints,
    everything: Ints,
    log_tables: Floats,
    steps: Floats,
) -> Ints:
    """Grow, collapse and prune; return what a `PlainTree` is made of.

    That is one array, because for small data handing arrays over to Python takes as
    long as growing the tree; `steps` are one array for the same reason.
    """
    n_classes, min_leaf = int(steps[0]), int(steps[1])
    collapsed, pruned, raising = steps[2] != 0.0, steps[3] != 0.0, steps[4] != 0.0
    nodes, thresholds, rows = grow_plain(
        words,
        places,
        entries,
        about,
        numbers,
        codes,
        labels,
        everything,
        log_tables,
        (n_classes, min_leaf),
    )
    if not collapsed and not pruned:
        return pack(nodes, thresholds, rows)
    # one array for all: for small data, asking for memory takes long
    n_nodes = nodes.shape[0]
    block = np.empty((3 + n_classes) * n_nodes)
    sums = block[: 2 * n_nodes].reshape(n_nodes, 2)
    if thresholds.shape[0] == 0:
        thresholds = block[2 * n_nodes : 3 * n_nodes]
    for node in range(n_nodes):
        sums[node, 0] = nodes[node, END] - nodes[node, START]
        sums[node, 1] = nodes[node, ERRORS]
    if collapsed:
        collapse(nodes, sums)
    if pruned:
        a = 4 + places[2] + 2 * places[1]
        rows, _, top = prune(
            codes,
            numbers,
            places[a : a + places[1]],
            True,
            labels,
            nodes,
            thresholds,
            block[3 * n_nodes :].reshape(n_nodes, n_classes),
            np.zeros(n_nodes, dtype=np.bool_),
            sums,
            rows,
            block[:0],
            rows.shape[0],
            steps[5],
            steps[6],
            steps[7:].reshape(N_ESTIMATES, N_ESTIMATES),
            raising,
        )
        rows = rows[:top]
    return pack(nodes, thresholds if numbers.shape[0] > 0 else thresholds[:0], rows)


@kernel
def _grow_tree(
    positions: Ints,
    lanes: Ints,
    value_start: Ints,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    n_values: Ints,
    is_complete: bool,
    labels: Ints,
    n_classes: int,
    everything: Ints,
    row_weights: Floats,
    min_leaf: int,
    criterion: int,
    floor: float,
    log_table: Floats,
    collapsed: bool,
    pruned: bool,
    cf: float,
    z: float,
    estimates: Floats,
    raising: bool,
) -> tuple[Ints, Ints, Floats, Floats, Ints, Floats]:
    """Grow, collapse and prune; return what a `Tree` is made of.

    All in one call, because for small data the calls would take most of the time.
    """
    nodes, thresholds, counts, sums, rows, weights, top = _grow(
        positions,
        lanes,
        value_start,
        codes,
        numbers,
        slot,
        n_values,
        is_complete,
        labels,
        n_classes,
        everything,
        row_weights,
        min_leaf,
        criterion,
        floor,
        log_table,
    )
    if collapsed:
        collapse(nodes, sums)
    if pruned:
        rows, weights, top = prune(
            codes,
            numbers,
            slot,
            is_complete and row_weights.shape[0] == 0,
            labels,
            nodes,
            thresholds,
            counts,
            np.ones(nodes.shape[0], dtype=np.bool_),
            sums,
            rows,
            weights,
            top,
            cf,
            z,
            estimates,
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
    nodes: Ints, thresholds: Floats, counts: Floats, sums: Floats, needed: int
) -> tuple[Ints, Floats, Floats, Floats]:
    old = nodes.shape[0]
    size = 2 * old
    while size < needed:
        size *= 2
    more_nodes = np.empty((size, nodes.shape[1]), dtype=np.int32)
    more_thresholds = np.empty(size)
    more_counts = np.empty((size, counts.shape[1]))
    more_sums = np.empty((size, 2))
    more_nodes[:old] = nodes
    more_thresholds[:old] = thresholds
    more_counts[:old] = counts
    more_sums[:old] = sums
    return more_nodes, more_thresholds, more_counts, more_sums


@kernel
def _grow(
    positions: Ints,
    lanes: Ints,
    value_start: Ints,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    n_values: Ints,
    is_complete: bool,
    labels: Ints,
    n_classes: int,
    everything: Ints,
    row_weights: Floats,
    min_leaf: int,
    criterion: int,
    floor: float,
    log_table: Floats,
) -> tuple[Ints, Floats, Floats, Floats, Ints, Floats, int]:
    """Return nodes, thresholds, counts, sums, rows, weights, top of the whole tree.

    What happens at every node is written without calls or slices; see `inlined`.
    """
    n_attributes = slot.shape[0]
    in_average = np.empty(n_attributes, dtype=np.bool_)
    count_towards_average(n_values, everything.shape[0], in_average)
    n_most = value_start.shape[0] - 1
    length = value_start[n_most] + n_attributes
    tables = np.empty(4 * length * n_classes, dtype=np.uint32)
    line_of = np.zeros(n_classes, dtype=np.uint64)
    present = np.empty(n_classes, dtype=np.int64)
    found = np.empty((8, n_attributes))
    valid = np.empty(n_attributes, dtype=np.bool_)
    large = np.empty(n_attributes, dtype=np.int64)
    place = np.zeros(n_attributes, dtype=np.int64)
    # the lanes that may still be valid, node by node along the path
    lists = np.empty(8 * n_attributes, dtype=np.uint32)
    for lane in range(n_attributes):
        lists[lane] = lane
    widest = max(2, n_most)
    branch_start = np.empty(widest, dtype=np.int64)
    branch_end = np.empty(widest, dtype=np.int64)
    is_open = np.empty(widest, dtype=np.bool_)
    # for rows with any weights
    cells = np.empty((widest, n_classes))
    by_branch = np.empty(widest)
    by_class = np.empty(n_classes)
    usable = np.empty(n_attributes, dtype=np.bool_)

    size = max(64, everything.shape[0] // 2)
    nodes = np.empty((size, 6), dtype=np.int32)
    thresholds = np.empty(size)
    counts = np.empty((size, n_classes))
    sums = np.empty((size, 2))
    rows = np.empty(max(64, 8 * everything.shape[0]), dtype=np.int32)
    weights = np.empty(rows.shape[0])
    top = 0
    whole = row_weights.shape[0] == 0
    for c in range(n_classes):
        present[c] = 0
        by_class[c] = 0.0
    for i in range(everything.shape[0]):
        row = everything[i]
        if labels[row] >= 0:
            rows[top] = row
            weights[top] = 1.0
            present[labels[row]] += 1
            if not whole:
                weights[top] = row_weights[i]
                by_class[labels[row]] += row_weights[i]
            top += 1
    for c in range(n_classes):
        counts[0, c] = present[c] if whole else by_class[c]
    nodes[0] = (LEAF, 0, 0, LEAF, 0, top)
    thresholds[0] = np.nan
    n_nodes = 1
    # nodes left to look at: number, lanes, whether all rows weigh 1, where its counts
    # go, and whether they are there already
    stack = [(0, 0, n_attributes, whole, 0, False)]
    sums[0] = sum_up(counts[0])
    if greater(2.0 * min_leaf, sums[0, 0]) or equal(sums[0, 1], 0.0):
        stack.pop()
    while len(stack) > 0:
        node, list_start, list_end, whole, base, is_counted = stack.pop()
        start, end = int(nodes[node, START]), int(nodes[node, END])
        by_counting = whole and criterion == GAIN_RATIO
        attribute, lane, n_left, n_present, n_nominal = LEAF, 0, 0, 0, 0
        threshold = 0.0
        if by_counting:
            before = 0.0
            for c in range(n_classes):
                if counts[node, c] > 0.0:
                    line_of[c] = base + n_present * length
                    present[n_present] = c
                    n_present += 1
                    before += log_table[int(counts[node, c])]
            before = (log_table[end - start] - before) / LN2
            n_nominal = list_end - list_start
            if numbers.shape[0] > 0:
                n_nominal = 0
                while (
                    n_nominal < list_end - list_start
                    and slot[lanes[lists[list_start + n_nominal]]] < 0
                ):
                    n_nominal += 1
            if not is_counted:
                if base + n_present * length > tables.shape[0]:
                    tables = np.concatenate((tables, np.empty_like(tables)))
                for i in range(base, base + n_present * length):
                    tables[i] = 0
                count_rows(
                    ONE,
                    positions,
                    n_attributes,
                    lists,
                    list_start,
                    n_nominal,
                    labels,
                    line_of,
                    rows,
                    start,
                    end,
                    tables,
                )
            add_terms(
                tables,
                base,
                length,
                n_present,
                value_start,
                lists,
                list_start,
                n_nominal,
                min_leaf,
                log_table,
                found,
                large,
            )
            if list_end + n_attributes > lists.shape[0]:
                lists = np.concatenate((lists, np.empty_like(lists)))
            for j in range(n_nominal):
                # without two large branches here, it has none among fewer rows
                if large[j] < 2:
                    continue
                found[INSIDE, n_left] = found[INSIDE, j]
                found[SPLIT, n_left] = found[SPLIT, j]
                found[MISSING, n_left] = 0.0
                found[KNOWN, n_left] = end - start
                found[BEFORE, n_left] = before
                own_lane = lists[list_start + j]
                if not is_complete:
                    missing = 0
                    inside = 0.0
                    at = base + length - n_attributes + int(own_lane)
                    for c in range(n_present):
                        missing += tables[at]
                        known = int(counts[node, present[c]]) - int(tables[at])
                        inside += log_table[known]
                        at += length
                    known = end - start - missing
                    found[MISSING, n_left] = log_table[missing]
                    found[KNOWN, n_left] = known
                    found[BEFORE, n_left] = (log_table[known] - inside) / LN2
                valid[n_left] = True
                lists[list_end + n_left] = own_lane
                n_left += 1
            add_worths(n_left, float(end - start), log_table[end - start], found)
            for j in range(n_nominal, list_end - list_start):
                own_lane = lists[list_start + j]
                (
                    valid[n_left],
                    found[GAIN, n_left],
                    found[RATIO, n_left],
                    found[MIDPOINT, n_left],
                ) = numeric_candidate(
                    numbers[slot[lanes[own_lane]]],
                    labels,
                    rows,
                    weights,
                    start,
                    end,
                    float(end - start),
                    float(min_leaf),
                    cells,
                    by_branch,
                    by_class,
                    log_table,
                )
                lists[list_end + n_left] = own_lane
                n_left += 1
            best = best_lane(
                lanes, in_average, lists, list_end, n_left, valid, found, place
            )
            if best >= 0:
                lane = int(lists[list_end + best])
                attribute = lanes[lane]
                threshold = found[MIDPOINT, best]
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
                    in_average,
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
        if n_nodes + n_branches > nodes.shape[0]:
            nodes, thresholds, counts, sums = _more_nodes(
                nodes, thresholds, counts, sums, n_nodes + n_branches
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
        if by_counting and not numeric:
            # what was counted to choose the split is what the sons have
            for b in range(n_branches):
                for c in range(n_classes):
                    counts[n_nodes + b, c] = 0.0
                branch_start[b] = top + n_known
                branch_end[b] = top + n_known
                at = base + value_start[b] + lane
                most = np.uint32(0)
                for c in range(n_present):
                    counts[n_nodes + b, present[c]] = tables[at]
                    n_known += tables[at]
                    most = max(most, tables[at])
                    at += length
                sums[n_nodes + b, 0] = top + n_known - branch_start[b]
                sums[n_nodes + b, 1] = sums[n_nodes + b, 0] - most
        if n_known == end - start:
            if top + n_known > rows.shape[0]:
                rows, weights = reserve(rows, weights, top + n_known)
            divide_whole(codes, attribute, rows, weights, start, end, branch_end)
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
            whole = whole and top - old_top == end - start
            for c in range(n_classes):
                counts[node, c] = by_class[c]
            sums[node] = sum_up(counts[node])
            for b in range(n_branches):
                child = n_nodes + b
                for c in range(n_classes):
                    counts[child, c] = 0.0
                for i in range(branch_start[b], branch_end[b]):
                    counts[child, labels[rows[i]]] += weights[i]
                sums[child] = sum_up(counts[child])
        # in a branch of its own a nominal attribute has one value left
        n_kept = 0
        for j in range(list_end, list_end + n_left):
            if numeric or lists[j] != lane:
                lists[list_end + n_kept] = lists[j]
                n_kept += 1
        largest = LEAF
        for b in range(n_branches):
            child = n_nodes + b
            nodes[child, ATTRIBUTE] = LEAF
            nodes[child, FIRST_CHILD] = 0
            nodes[child, N_CHILDREN] = 0
            nodes[child, PARENT] = node
            nodes[child, START] = branch_start[b]
            nodes[child, END] = branch_end[b]
            thresholds[child] = np.nan
            is_open[b] = not (
                greater(2.0 * min_leaf, sums[child, 0]) or equal(sums[child, 1], 0.0)
            )
            if is_open[b] and 2 * (branch_end[b] - branch_start[b]) > end - start:
                largest = b
        others_base = base
        if largest != LEAF and by_counting and whole:
            # The counts of a son with most of the rows are the node's, less those of
            # the other sons, whose rows are fewer.
            n_lines = keep_lines(
                counts,
                n_nodes + largest,
                present,
                n_present,
                base,
                length,
                line_of,
                tables,
            )
            n_numeric = list_end - list_start - n_nominal
            for b in range(n_branches):
                if b != largest:
                    count_rows(
                        MINUS_ONE,
                        positions,
                        n_attributes,
                        lists,
                        list_end,
                        n_kept - n_numeric,
                        labels,
                        line_of,
                        rows,
                        branch_start[b],
                        branch_end[b],
                        tables,
                    )
            others_base += n_lines * length
        for b in range(n_branches):
            if is_open[b]:
                is_counted = others_base > base and b == largest
                stack.append(
                    (
                        n_nodes + b,
                        list_end,
                        list_end + n_kept,
                        whole,
                        base if is_counted else others_base,
                        is_counted,
                    )
                )
        n_nodes += n_branches
    return (
        nodes[:n_nodes],
        thresholds[:n_nodes],
        counts[:n_nodes],
        sums[:n_nodes],
        rows,
        weights,
        top,
    )
