"""The nodes between the root and each leaf, for estimators that use them all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel
from rankrees.trees.kernels import LEAF
from rankrees.trees.tree import Tree


@dataclass(frozen=True, eq=False)
class Chains:
    """One chain per leaf of the tree, root first.

    The chain of `leaves[i]` is `nodes[start[i]:start[i + 1]]`; `index` gives the i of a
    node that is a leaf.
    """

    leaves: NDArray[np.int32]
    start: NDArray[np.int64]
    nodes: NDArray[np.int32]
    index: NDArray[np.int32]

    def of(self, leaf: int) -> NDArray[np.int32]:
        """Return the chain of a leaf."""
        i = self.index[leaf]
        return self.nodes[self.start[i] : self.start[i + 1]]


def make_chains(tree: Tree, *, stale: bool, drop_empty_leaf: bool = False) -> Chains:
    """Return the chains of all leaves.

    Parameters
    ----------
    stale
        Walk the pointers that subtree raising leaves behind, so that a chain also has
        the nodes that were swallowed, with the rows they had then (Wang & Zhang's
        published code); otherwise the true path.
    drop_empty_leaf
        Leave a leaf without rows out of its own chain.
    """
    up = tree.chain_parent if stale else tree.parent
    start, nodes = _walk(up, tree.leaves, tree.is_empty & drop_empty_leaf)
    index = np.full(tree.attribute.shape[0], -1, dtype=np.int32)
    index[tree.leaves] = np.arange(tree.n_leaves, dtype=np.int32)
    return Chains(tree.leaves, start, nodes, index)


@kernel
def longest(start: Ints) -> int:
    """Return the length of the longest chain."""
    length = 0
    for i in range(start.shape[0] - 1):
        length = max(length, start[i + 1] - start[i])
    return length


@kernel
def own_weights(
    chain: Ints,
    in_tree: NDArray[np.bool_],
    row_start: Ints,
    row_end: Ints,
    rows: Ints,
    row_weights: Floats,
) -> Floats:
    """Return (rows of the last node, nodes) what each node has of each of those rows.

    That is what leave-one-out takes out: 1, or a fraction where a missing value sent a
    row down several branches, or nothing where a node was swallowed before it got the
    row. `in_tree` tells which nodes are still part of the tree.
    """
    k = chain.shape[0]
    first, last = row_start[chain[k - 1]], row_end[chain[k - 1]]
    own = np.ones((last - first, k))
    whole = True
    for i in range(first, last):
        whole = whole and row_weights[i] == 1.0
    for j in range(k):
        if whole and in_tree[chain[j]]:
            continue
        for x in range(last - first):
            own[x, j] = 0.0
            for i in range(row_start[chain[j]], row_end[chain[j]]):
                if rows[i] == rows[first + x]:
                    own[x, j] = row_weights[i]
                    break
    return own


@kernel
def _walk(up: Ints, leaves: Ints, dropped: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    start = np.zeros(leaves.shape[0] + 1, dtype=np.int64)
    for i in range(leaves.shape[0]):
        node = leaves[i]
        if dropped[node] and up[node] != LEAF:
            node = up[node]
        length = 0
        while node != LEAF:
            length += 1
            node = up[node]
        start[i + 1] = start[i] + length
    nodes = np.empty(start[-1], dtype=np.int32)
    for i in range(leaves.shape[0]):
        node = leaves[i]
        if dropped[node] and up[node] != LEAF:
            node = up[node]
        for k in range(start[i + 1] - 1, start[i] - 1, -1):
            nodes[k] = node
            node = up[node]
    return start, nodes
