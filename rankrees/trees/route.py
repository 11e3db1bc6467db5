"""Dropping rows down a tree: which leaves answer for a row, with what weight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import inlined, kernel
from rankrees.trees.kernels import LEAF, SMALL, Floats, Ints, branch_of
from rankrees.trees.structure import (
    ATTRIBUTE,
    END,
    FIRST_CHILD,
    N_CHILDREN,
    N_COLUMNS,
    START,
    Tree,
    sum_row,
)
from rankrees.trees.table import Table


@dataclass(frozen=True, eq=False)
class Routes:
    """The leaves that answer for each row.

    Row i is answered by `leaf[start[i]:start[i + 1]]` with `weight`; without missing
    values that is one leaf with weight 1. A leaf may be empty: the estimator says what
    an empty leaf answers. Where a value is missing, empty sons are passed over.
    """

    start: NDArray[np.int64]
    leaf: NDArray[np.int32]
    weight: NDArray[np.float64]

    @cached_property
    def row(self) -> NDArray[np.int64]:
        """Which row each route is of."""
        return np.repeat(np.arange(self.start.shape[0] - 1), np.diff(self.start))

    def in_turn(
        self, node: NDArray[np.integer], *, together: bool
    ) -> NDArray[np.int64]:
        """Return an order of the routes: those with the same `node[leaf]` `together`.

        Otherwise the routes of a row come together.
        """
        if together:
            return np.argsort(node[self.leaf], kind="stable")
        return np.arange(self.leaf.shape[0])

    def mix(self, answers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return each row's weighted sum of `answers`, which has a row per route."""
        every = np.arange(self.leaf.shape[0], dtype=np.int32)
        return _spread(self.start, every, self.weight, answers)


def route_rows(tree: Tree, table: Table, rows: NDArray[np.int32]) -> Routes:
    """Find the leaves for each of `rows`."""
    start, leaf, weight = _route(
        tree.attribute,
        tree.threshold,
        tree.first_child,
        tree.n_children,
        tree.counts,
        table.codes,
        table.numbers,
        table.slot,
        rows,
    )
    return Routes(start, leaf, weight)


def answer_rows(
    tree: Tree,
    table: Table,
    rows: NDArray[np.int32],
    leaf_proba: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return each row's weighted sum of its leaves' rows of `leaf_proba`."""
    return _answer(
        tree.attribute,
        tree.threshold,
        tree.first_child,
        tree.n_children,
        tree.counts,
        table.codes,
        table.numbers,
        table.slot,
        rows,
        leaf_proba,
    )


def answer_smoothed(
    tree: Tree,
    table: Table,
    rows: NDArray[np.int32],
    n_classes: int,
    per_class: float,
    per_leaf: float,
) -> NDArray[np.float64]:
    """Return each row's answer where a leaf's is (n_c + `per_class`)/(N + `per_leaf`).

    That is what `answer_rows` returns, without asking the leaves that no row gets to.
    """
    proba = np.empty((len(rows), n_classes))
    nodes, threshold, counts, labels = tree.leaf_parts
    _answer_smoothed(
        nodes,
        threshold,
        counts,
        labels,
        table.codes,
        table.numbers,
        table.slot,
        rows,
        per_class,
        per_leaf,
        proba,
    )
    return proba


@kernel
def _route(
    attribute: Ints,
    threshold: Floats,
    first_child: Ints,
    n_children: Ints,
    counts: Floats,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    rows: Ints,
) -> tuple[Ints, Ints, Floats]:
    start = np.zeros(rows.shape[0] + 1, dtype=np.int64)
    leaf = np.empty(max(16, rows.shape[0]), dtype=np.int32)
    weight = np.empty(leaf.shape[0])
    n = 0
    waiting = [(0, 1.0)]
    for i in range(rows.shape[0]):
        waiting.append((0, 1.0))
        while len(waiting) > 1:
            node, share = waiting.pop()
            while attribute[node] != LEAF:
                b = branch_of(
                    codes, numbers, slot, attribute[node], threshold[node], rows[i]
                )
                if b < 0:
                    break
                node = first_child[node] + b
            if attribute[node] != LEAF:
                first = first_child[node]
                total = sum_row(counts[node])
                for child in range(first + n_children[node] - 1, first - 1, -1):
                    weight_below = sum_row(counts[child])
                    if weight_below > SMALL:
                        waiting.append((child, weight_below / total * share))
                continue
            if n == leaf.shape[0]:
                leaf = np.concatenate((leaf, np.empty_like(leaf)))
                weight = np.concatenate((weight, np.empty_like(weight)))
            leaf[n] = node
            weight[n] = share
            n += 1
        start[i + 1] = n
    return start, leaf[:n], weight[:n]


@kernel
def _answer(
    attribute: Ints,
    threshold: Floats,
    first_child: Ints,
    n_children: Ints,
    counts: Floats,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    rows: Ints,
    leaf_proba: Floats,
) -> Floats:
    start, leaf, weight = _route(
        attribute,
        threshold,
        first_child,
        n_children,
        counts,
        codes,
        numbers,
        slot,
        rows,
    )
    return _spread(start, leaf, weight, leaf_proba)


@kernel
def _spread(start: Ints, leaf: Ints, weight: Floats, leaf_proba: Floats) -> Floats:
    n = start.shape[0] - 1
    proba = np.zeros((n, leaf_proba.shape[1]))
    for i in range(n):
        for k in range(start[i], start[i + 1]):
            for c in range(leaf_proba.shape[1]):
                proba[i, c] += weight[k] * leaf_proba[leaf[k], c]
    return proba


@kernel
def _answer_smoothed(
    nodes: Ints,
    threshold: Floats,
    counts: Floats,
    labels: Ints,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    rows: Ints,
    per_class: float,
    per_leaf: float,
    proba: Floats,
) -> None:
    """Fill in `proba`; it is made in Python, where that takes less time."""
    # the first row that has got to each leaf and nowhere else
    first_there = np.full(nodes.shape[0] // N_COLUMNS, -1, dtype=np.int32)
    for i in range(rows.shape[0]):
        row = rows[i]
        node, above = _descend(nodes, threshold, codes, numbers, slot, 0, 0, row)
        if nodes[N_COLUMNS * node + ATTRIBUTE] == LEAF:
            known = first_there[node]
            if known >= 0:
                for c in range(proba.shape[1]):
                    proba[i, c] = proba[known, c]
            else:
                first_there[node] = i
                _answer_of(
                    nodes, counts, labels, node, above, per_class, per_leaf, proba[i]
                )
            continue
        _answer_by_branches(
            nodes,
            threshold,
            counts,
            labels,
            codes,
            numbers,
            slot,
            node,
            above,
            row,
            per_class,
            per_leaf,
            proba[i],
        )


@kernel
def _answer_by_branches(
    nodes: Ints,
    threshold: Floats,
    counts: Floats,
    labels: Ints,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    node: int,
    above: int,
    row: int,
    per_class: float,
    per_leaf: float,
    proba: Floats,
) -> None:
    """Fill in `proba` where a value is missing: branches answer for their share."""
    answer = np.empty(proba.shape[0])
    proba[:] = 0.0
    waiting = [(node, above, 1.0)]
    while len(waiting) > 0:
        node, above, share = waiting.pop()
        node, above = _descend(nodes, threshold, codes, numbers, slot, node, above, row)
        if nodes[N_COLUMNS * node + ATTRIBUTE] == LEAF:
            _answer_of(
                nodes,
                counts,
                labels,
                node,
                above,
                per_class,
                per_leaf,
                answer,
            )
            for c in range(proba.shape[0]):
                proba[c] += share * answer[c]
            continue
        first = int(nodes[N_COLUMNS * node + FIRST_CHILD])
        last = first + int(nodes[N_COLUMNS * node + N_CHILDREN]) - 1
        total = sum_row(counts[node])
        for child in range(last, first - 1, -1):
            below = sum_row(counts[child])
            if below > SMALL:
                waiting.append((child, node, below / total * share))


@inlined
def _descend(
    nodes: Ints,
    threshold: Floats,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    node: int,
    above: int,
    row: int,
) -> tuple[int, int]:
    """Follow a row from a node to a leaf, or to a test that it has no value for.

    Return where it got to and the node above; `above` if it got nowhere.
    """
    while nodes[N_COLUMNS * node + ATTRIBUTE] != LEAF:
        attribute = nodes[N_COLUMNS * node + ATTRIBUTE]
        # no call where there are no numbers, which have a threshold
        b = int(codes[attribute, row])
        if slot[attribute] >= 0:
            b = branch_of(codes, numbers, slot, attribute, threshold[node], row)
        if b < 0:
            break
        above = node
        node = int(nodes[N_COLUMNS * node + FIRST_CHILD]) + b
    return node, above


@kernel
def _answer_of(
    nodes: Ints,
    counts: Floats,
    labels: Ints,
    leaf: int,
    above: int,
    per_class: float,
    per_leaf: float,
    answer: Floats,
) -> None:
    """Fill in what a leaf answers; an empty one answers as the node `above` it.

    Where there is nothing to divide by (no training rows at all), everything is 0, as
    in Weka.
    """
    if counts.shape[0] > 0:
        node = leaf
        total = sum_row(counts[node])
        if total < SMALL:
            node = above
            total = sum_row(counts[node])
        for c in range(answer.shape[0]):
            answer[c] = counts[node, c]
    else:
        at = N_COLUMNS * leaf
        if nodes[at + START] == nodes[at + END]:
            at = N_COLUMNS * above
        total = float(nodes[at + END] - nodes[at + START])
        for c in range(answer.shape[0]):
            answer[c] = 0.0
        for i in range(nodes[at + START], nodes[at + END]):
            answer[labels[nodes[i]]] += 1.0
    total += per_leaf
    for c in range(answer.shape[0]):
        # np.divide never asks whether it is by 0, so several go at a time
        answer[c] = np.divide(answer[c] + per_class, total) if total != 0.0 else 0.0
