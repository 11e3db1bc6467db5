"""A grown tree as flat arrays, and the questions that estimators ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel

LEAF = -1
"""The attribute of a leaf, and the parent of the root."""

ATTRIBUTE, FIRST_CHILD, N_CHILDREN, PARENT, START, END = range(6)
N_COLUMNS = 6
"""The columns of nodes that are being made."""


class NodeTests(NamedTuple):
    """What kernels look up to send a row down a tree: see `Tree`."""

    attribute: Ints
    threshold: Floats
    first_child: Ints
    n_children: Ints


@dataclass(frozen=True, eq=False)
class Tree:
    """A tree in arrays indexed by node; node 0 is the root.

    Pruning leaves nodes behind that are no longer part of the tree: `is_reachable`
    tells. They are kept because subtree raising, as Weka does it, leaves the parent
    pointers of the raised sons on the node that was swallowed, and published results
    depend on walking up those (see `chain_parent`).

    Parameters
    ----------
    attribute
        Attribute tested, `LEAF` at a leaf.
    threshold
        Threshold of a numeric test (<= goes to son 0, > to son 1), else NaN.
    first_child, n_children
        The sons of node i are `first_child[i] + b` for b < `n_children[i]`; one per
        declared value, or two for a numeric test.
    counts
        (nodes, classes) class weights of the training rows at the node.
    chain_parent
        Parent pointer as subtree raising leaves it; `LEAF` at the root.
    row_start, row_end
        The node's training rows are `rows[row_start:row_end]`, with `row_weights`.
    rows, row_weights
        Row numbers of the data set, and weights (fractions where a missing value sent
        a row down several branches).
    """

    attribute: NDArray[np.int32]
    threshold: NDArray[np.float64]
    first_child: NDArray[np.int32]
    n_children: NDArray[np.int32]
    counts: NDArray[np.float64]
    chain_parent: NDArray[np.int32]
    row_start: NDArray[np.int64]
    row_end: NDArray[np.int64]
    rows: NDArray[np.int32]
    row_weights: NDArray[np.float64]

    @property
    def n_classes(self) -> int:
        """Number of declared classes."""
        return int(self.counts.shape[1])

    @cached_property
    def tests(self) -> NodeTests:
        """The tests at the nodes, as a bundle for kernels."""
        return NodeTests(
            self.attribute, self.threshold, self.first_child, self.n_children
        )

    def cut(
        self,
        attribute: NDArray[np.int32],
        n_children: NDArray[np.int32],
        threshold: NDArray[np.float64],
    ) -> Tree:
        """Return the tree with other tests: leaves where there were some."""
        return Tree(
            attribute,
            threshold,
            self.first_child,
            n_children,
            self.counts,
            self.chain_parent,
            self.row_start,
            self.row_end,
            self.rows,
            self.row_weights,
        )

    @property
    def n_rows(self) -> float:
        """Number of training rows."""
        return float(self.row_end[0] - self.row_start[0])

    @cached_property
    def totals(self) -> NDArray[np.float64]:
        """Weight of the training rows at each node."""
        totals: NDArray[np.float64] = self.counts.sum(axis=1)
        return totals

    @cached_property
    def is_whole(self) -> bool:
        """Whether every training row has weight 1 in every node that it reaches."""
        return bool((self.row_weights == 1.0).all())

    @cached_property
    def is_empty(self) -> NDArray[np.bool_]:
        """Nodes that no training row reaches."""
        return self.totals < 1e-6

    @cached_property
    def parent(self) -> NDArray[np.int32]:
        """The true parent of each node of the tree; `LEAF` at the root and off it."""
        return _parents(self.attribute, self.first_child, self.n_children)

    @cached_property
    def nodes(self) -> NDArray[np.int32]:
        """The nodes of the tree in depth-first order, sons in branch order."""
        return _depth_first(self.attribute, self.first_child, self.n_children)

    @cached_property
    def leaves(self) -> NDArray[np.int32]:
        """The leaves of the tree in depth-first order, empty ones included."""
        leaves: NDArray[np.int32] = self.nodes[self.attribute[self.nodes] == LEAF]
        return leaves

    @cached_property
    def is_reachable(self) -> NDArray[np.bool_]:
        """Whether each node is part of the tree (and not left behind by pruning)."""
        mask = np.zeros(self.attribute.shape[0], dtype=np.bool_)
        mask[self.nodes] = True
        return mask

    @property
    def n_nodes(self) -> int:
        """Size of the tree, leaves included."""
        return int(self.nodes.shape[0])

    @property
    def n_leaves(self) -> int:
        """Number of leaves, empty ones included."""
        return int(self.leaves.shape[0])

    def node_rows(self, node: int) -> NDArray[np.int32]:
        """Return the row numbers of the training rows at a node."""
        return self.rows[self.row_start[node] : self.row_end[node]]

    def chain(self, leaf: int, *, stale: bool = False) -> list[int]:
        """Return the nodes from the root down to `leaf`.

        With `stale`, walk the parent pointers that subtree raising leaves behind, so
        that swallowed nodes are part of the chain (Wang & Zhang's published code).
        """
        up = self.chain_parent if stale else self.parent
        nodes = [leaf]
        while up[nodes[-1]] != LEAF:
            nodes.append(int(up[nodes[-1]]))
        return nodes[::-1]


@kernel
def sum_row(values: NDArray[np.float64]) -> float:
    """Return the sum, added up as numpy does: from 8 numbers on, in eight parts.

    So that fractions of rows come to the same last bit as in `Tree.totals`.
    """
    n = values.shape[0]
    total = 0.0
    if n < 8:
        for i in range(n):
            total += values[i]
        return total
    a, b, c, d = values[0], values[1], values[2], values[3]
    e, f, g, h = values[4], values[5], values[6], values[7]
    for i in range(8, n - n % 8, 8):
        a += values[i]
        b += values[i + 1]
        c += values[i + 2]
        d += values[i + 3]
        e += values[i + 4]
        f += values[i + 5]
        g += values[i + 6]
        h += values[i + 7]
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for i in range(n - n % 8, n):
        total += values[i]
    return float(total)


@kernel
def _depth_first(
    attribute: NDArray[np.int32],
    first_child: NDArray[np.int32],
    n_children: NDArray[np.int32],
) -> NDArray[np.int32]:
    found = np.empty(attribute.shape[0], dtype=np.int32)
    waiting = np.empty(attribute.shape[0] + 1, dtype=np.int32)
    waiting[0] = 0
    n_waiting = 1
    n = 0
    while n_waiting > 0:
        n_waiting -= 1
        node = waiting[n_waiting]
        found[n] = node
        n += 1
        if attribute[node] != LEAF:
            first = first_child[node]
            for child in range(first + n_children[node] - 1, first - 1, -1):
                waiting[n_waiting] = child
                n_waiting += 1
    return found[:n]


@kernel
def _parents(
    attribute: NDArray[np.int32],
    first_child: NDArray[np.int32],
    n_children: NDArray[np.int32],
) -> NDArray[np.int32]:
    parent = np.full(attribute.shape[0], LEAF, dtype=np.int32)
    for node in _depth_first(attribute, first_child, n_children):
        if attribute[node] != LEAF:
            first = first_child[node]
            for child in range(first, first + n_children[node]):
                parent[child] = node
    return parent
