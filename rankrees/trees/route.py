"""Dropping rows down a tree: which leaves answer for a row, with what weight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel
from rankrees.trees.features import Features
from rankrees.trees.kernels import LEAF, SMALL, branch_of
from rankrees.trees.tree import Tree, sum_row


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


def route_rows(tree: Tree, features: Features, rows: NDArray[np.int32]) -> Routes:
    """Find the leaves for each of `rows`."""
    start, leaf, weight = _route(
        tree.attribute,
        tree.threshold,
        tree.first_child,
        tree.n_children,
        tree.counts,
        features.codes,
        features.numbers,
        features.slot,
        rows,
    )
    return Routes(start, leaf, weight)


def answer_rows(
    tree: Tree,
    features: Features,
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
        features.codes,
        features.numbers,
        features.slot,
        rows,
        leaf_proba,
    )


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
