"""A grown tree as flat arrays, and the questions that estimators ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

LEAF = -1
"""The attribute of a leaf, and the parent of the root."""


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
    def totals(self) -> NDArray[np.float64]:
        """Weight of the training rows at each node."""
        totals: NDArray[np.float64] = self.counts.sum(axis=1)
        return totals

    @cached_property
    def is_empty(self) -> NDArray[np.bool_]:
        """Nodes that no training row reaches."""
        return self.totals < 1e-6

    @cached_property
    def parent(self) -> NDArray[np.int32]:
        """The true parent of each node of the tree; `LEAF` at the root and off it."""
        parent = np.full(self.attribute.shape[0], LEAF, dtype=np.int32)
        for node in self.nodes:
            first = self.first_child[node]
            parent[first : first + self.n_children[node]] = node
        return parent

    @cached_property
    def nodes(self) -> NDArray[np.int32]:
        """The nodes of the tree in depth-first order, sons in branch order."""
        found: list[int] = []
        stack = [0]
        while stack:
            node = stack.pop()
            found.append(node)
            if self.attribute[node] != LEAF:
                first = int(self.first_child[node])
                stack.extend(
                    range(first + int(self.n_children[node]) - 1, first - 1, -1)
                )
        return np.array(found, dtype=np.int32)

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
