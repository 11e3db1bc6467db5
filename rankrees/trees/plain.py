"""A tree grown on plain data, which finds out what it is asked for when it is asked."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel
from rankrees.trees.features import Features
from rankrees.trees.kernels import branch_of
from rankrees.trees.tree import (
    ATTRIBUTE,
    END,
    FIRST_CHILD,
    LEAF,
    N_CHILDREN,
    N_COLUMNS,
    PARENT,
    START,
    Tree,
)

_NO_THRESHOLDS = np.empty(0)


class Tests(NamedTuple):
    """What tells which way a row goes at a node."""

    codes: Ints
    numbers: Floats
    slot: Ints
    thresholds: Floats


class PlainTree(Tree):
    """A `Tree` of rows that weigh 1, whose values are all there.

    Growing leaves behind the nodes and the rows, those of a node within those of its
    parent. That is enough to predict by the leaves; all else that a tree has is made
    from it.

    Parameters
    ----------
    grown
        What `pack` has made of it.
    features, labels, n_classes, train, min_leaf
        What it was grown on and with.
    """

    def __init__(
        self,
        grown: NDArray[np.int32],
        features: Features,
        labels: NDArray[np.int32],
        n_classes: int,
        train: NDArray[np.int32],
        min_leaf: int,
    ) -> None:
        self.grown = grown
        self._grown_on = features, labels, n_classes, train, min_leaf

    # not that of the frozen dataclass above, whose fields are the properties below
    __setattr__ = object.__setattr__

    def answer(
        self,
        asked: Features,
        rows: NDArray[np.int32],
        per_class: float,
        per_leaf: float,
    ) -> NDArray[np.float64]:
        """Return the answers to `rows` of `asked`: (n_c + per_class)/(N + per_leaf).

        n_c and N are those of the leaf, or of its parent where it is empty. Only the
        leaves that a row gets to are asked. No value may be missing.
        """
        _, labels, n_classes, _, _ = self._grown_on
        proba = np.empty((len(rows), n_classes))
        thresholds = self.threshold if asked.numbers.shape[0] else _NO_THRESHOLDS
        _answer(
            self.grown,
            asked.codes,
            asked.numbers,
            asked.slot,
            thresholds,
            labels,
            rows,
            per_class,
            per_leaf,
            proba,
        )
        return proba

    @cached_property
    def layout(self) -> NDArray[np.int32]:
        """The nodes, one a row; rows are places in `grown`."""
        n_nodes = int(self.grown[-1])
        return self.grown[: N_COLUMNS * n_nodes].reshape(n_nodes, N_COLUMNS)

    @property
    def n_classes(self) -> int:
        """Number of declared classes."""
        return self._grown_on[2]

    @cached_property
    def attribute(self) -> NDArray[np.int32]:
        """Attribute tested, `LEAF` at a leaf."""
        return np.ascontiguousarray(self.layout[:, ATTRIBUTE])

    @cached_property
    def threshold(self) -> NDArray[np.float64]:
        """Threshold of a numeric test, else NaN."""
        n_nodes = self.layout.shape[0]
        if self._grown_on[0].numbers.shape[0] == 0:
            return np.full(n_nodes, np.nan)
        # they may be at an odd place, so they are copied
        packed = self.grown[-1 - 2 * n_nodes : -1].tobytes()
        return np.frombuffer(packed, dtype=np.float64).copy()

    @cached_property
    def first_child(self) -> NDArray[np.int32]:
        """The first son of each node."""
        return np.ascontiguousarray(self.layout[:, FIRST_CHILD])

    @cached_property
    def n_children(self) -> NDArray[np.int32]:
        """How many sons each node has."""
        return np.ascontiguousarray(self.layout[:, N_CHILDREN])

    @cached_property
    def chain_parent(self) -> NDArray[np.int32]:
        """Parent pointer as subtree raising leaves it."""
        return np.ascontiguousarray(self.layout[:, PARENT])

    @cached_property
    def counts(self) -> NDArray[np.float64]:
        """(nodes, classes) training rows of each class at the node."""
        _, labels, n_classes, _, _ = self._grown_on
        return _count_classes(self.layout, self.grown, labels, n_classes)

    @cached_property
    def row_start(self) -> NDArray[np.int64]:
        """Where in `rows` those of each node begin."""
        ends: NDArray[np.int64] = self.row_end
        return ends - (self.layout[:, END] - self.layout[:, START])

    @cached_property
    def row_end(self) -> NDArray[np.int64]:
        """Where in `rows` those of each node end."""
        return np.cumsum(self.layout[:, END] - self.layout[:, START], dtype=np.int64)

    @cached_property
    def rows(self) -> NDArray[np.int32]:
        """The rows of each node, in the order of the training set.

        Where there are numbers, J48 has sorted them by each such attribute, the last
        one last. Of nodes that pruning has left behind only those on a chain have that
        order.
        """
        features, labels, _, train, min_leaf = self._grown_on
        order = train[labels[train] >= 0]
        is_pure = np.unique(labels[order]).size < 2
        if order.size >= 2 * min_leaf and not is_pure:
            order = order[np.argsort(features.sorted_place[order], kind="stable")]
        rows = np.empty(int(self.row_end[-1]), dtype=np.int32)
        _place_rows(
            self.layout,
            self.grown,
            Tests(
                features.codes,
                features.numbers,
                features.slot,
                self.threshold,
            ),
            self.nodes,
            self.is_reachable,
            self.row_start,
            order,
            rows,
        )
        return rows

    @cached_property
    def row_weights(self) -> NDArray[np.float64]:
        """1 for every row."""
        return np.ones(self.rows.shape[0])

    @property
    def is_whole(self) -> bool:
        """Every row weighs 1."""
        return True


@kernel
def pack(nodes: Ints, thresholds: Floats, rows: Ints) -> Ints:
    """Return one array of the nodes, rows, thresholds and the number of nodes.

    There, START and END of a node are its rows' places in that very array.
    """
    n_nodes = nodes.shape[0]
    first = N_COLUMNS * n_nodes
    halves = thresholds.view(np.int32)
    last = first + rows.shape[0] + halves.shape[0]
    grown = np.empty(last + 1, dtype=np.int32)
    for node in range(n_nodes):
        for k in range(N_COLUMNS):
            grown[N_COLUMNS * node + k] = nodes[node, k]
        grown[N_COLUMNS * node + START] += first
        grown[N_COLUMNS * node + END] += first
    for i in range(rows.shape[0]):
        grown[first + i] = rows[i]
    for i in range(halves.shape[0]):
        grown[first + rows.shape[0] + i] = halves[i]
    grown[last] = n_nodes
    return grown


@kernel
def _answer(
    grown: Ints,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    thresholds: Floats,
    labels: Ints,
    rows: Ints,
    per_class: float,
    per_leaf: float,
    proba: Floats,
) -> None:
    """Fill in `proba`; it is made in Python, where that takes less time.

    Where there is nothing to divide by (no training rows at all), everything is 0, as
    in Weka.
    """
    n_classes = proba.shape[1]
    n_nodes = grown[grown.shape[0] - 1]
    has_numbers = numbers.shape[0] > 0
    # the first row that has got to each leaf
    first_there = np.empty(n_nodes, dtype=np.int32)
    for node in range(n_nodes):
        first_there[node] = -1
    for i in range(rows.shape[0]):
        node, above = 0, 0
        while grown[N_COLUMNS * node + ATTRIBUTE] != LEAF:
            above = node
            attribute = grown[N_COLUMNS * node + ATTRIBUTE]
            branch = int(codes[attribute, rows[i]])
            if has_numbers and slot[attribute] >= 0:
                branch = int(numbers[slot[attribute], rows[i]] > thresholds[node])
            node = int(grown[N_COLUMNS * node + FIRST_CHILD]) + branch
        known = first_there[node]
        if known >= 0:
            for c in range(n_classes):
                proba[i, c] = proba[known, c]
            continue
        first_there[node] = i
        at = N_COLUMNS * node
        if grown[at + START] == grown[at + END]:
            at = N_COLUMNS * above
        for c in range(n_classes):
            proba[i, c] = 0.0
        for k in range(grown[at + START], grown[at + END]):
            proba[i, labels[grown[k]]] += 1.0
        total = grown[at + END] - grown[at + START] + per_leaf
        for c in range(n_classes):
            # np.divide never asks whether it is by 0, so several go at a time
            share = np.divide(proba[i, c] + per_class, total)
            proba[i, c] = share if total != 0.0 else 0.0


@kernel
def _count_classes(layout: Ints, rows: Ints, labels: Ints, n_classes: int) -> Floats:
    counts = np.zeros((layout.shape[0], n_classes))
    for node in range(layout.shape[0]):
        for i in range(layout[node, START], layout[node, END]):
            counts[node, labels[rows[i]]] += 1.0
    return counts


@kernel
def _place_rows(
    layout: Ints,
    grown: Ints,
    tests: Tests,
    nodes: Ints,
    is_reachable: Ints,
    row_start: Ints,
    order: Ints,
    rows: Ints,
) -> None:
    """Fill in `rows`: the root has `order`, and sons keep the order of their parent."""
    ends = row_start.copy()
    for i in range(order.shape[0]):
        rows[i] = order[i]
    # parents come before their sons
    for node in nodes:
        if layout[node, ATTRIBUTE] != LEAF:
            attribute, threshold = layout[node, ATTRIBUTE], tests.thresholds[node]
            first = layout[node, FIRST_CHILD]
            n = layout[node, END] - layout[node, START]
            for i in range(row_start[node], row_start[node] + n):
                son = first + branch_of(
                    tests.codes,
                    tests.numbers,
                    tests.slot,
                    attribute,
                    threshold,
                    rows[i],
                )
                rows[ends[son]] = rows[i]
                ends[son] += 1
    for node in range(layout.shape[0]):
        if not is_reachable[node]:
            for i in range(layout[node, START], layout[node, END]):
                rows[ends[node]] = grown[i]
                ends[node] += 1
    is_own = np.zeros(tests.codes.shape[1], dtype=np.bool_)
    for node in nodes:
        # swallowed nodes: the rows of the next node above that is in the tree, as far
        # as they are their own
        swallowed = layout[node, PARENT]
        while swallowed != LEAF and not is_reachable[swallowed]:
            above = layout[swallowed, PARENT]
            while not is_reachable[above]:
                above = layout[above, PARENT]
            first = row_start[swallowed]
            n = layout[swallowed, END] - layout[swallowed, START]
            for i in range(first, first + n):
                is_own[rows[i]] = True
            to = first
            begin = row_start[above]
            for i in range(begin, begin + layout[above, END] - layout[above, START]):
                if is_own[rows[i]]:
                    rows[to] = rows[i]
                    to += 1
            for i in range(first, first + n):
                is_own[rows[i]] = False
            swallowed = layout[swallowed, PARENT]
