"""Growing trees with naive Bayes at their leaves, over nominal attributes.

AUC-CITree and NBTree differ in how a split is chosen and in what is done afterwards;
the loop that grows is the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankrees.bayes.blocks import Lines
from rankrees.bayes.tree_auc import choose_by_auc
from rankrees.bayes.tree_errors import choose_by_errors
from rankrees.bayes.tree_nodes import (
    ATTRIBUTE,
    END,
    FIRST_CHILD,
    N_CHILDREN,
    PARENT,
    START,
    Grown,
    Rule,
    attributes_left,
    divide,
    make_scratch,
)
from rankrees.kernel import Floats, Ints, kernel
from rankrees.trees.kernels import LEAF
from rankrees.trees.tree import Tree


@kernel
def grow_by_bayes(lines: Lines, n_classes: int, rule: Rule) -> Grown:
    """Grow a tree, one son for each declared value, as long as a split is found."""
    n, n_attributes = lines.cells.shape
    scratch = make_scratch(lines, n_classes)
    arena = np.empty(max(64, 8 * n), dtype=np.int32)
    arena[:n] = np.arange(n)
    top = n
    nodes = np.zeros((64, 6), dtype=np.int64)
    nodes[0] = (LEAF, 0, 0, LEAF, 0, n)
    counts = np.zeros((64, n_classes))
    worth = np.full(64, np.nan)
    n_nodes = 1
    stack = [0]
    while len(stack) > 0:
        node = stack.pop()
        own = arena[nodes[node, START] : nodes[node, END]]
        for k in range(own.shape[0]):
            counts[node, lines.labels[own[k]]] += 1.0
        if own.shape[0] < rule.min_split or counts[node].max() == own.shape[0]:
            continue
        left = attributes_left(nodes, node, n_attributes)
        if rule.by_auc:
            best, value = choose_by_auc(lines, own, left, rule, scratch)
        else:
            best, value = choose_by_errors(lines, own, left, rule, scratch)
        if best == LEAF:
            continue
        if top + own.shape[0] > arena.shape[0]:
            more = np.empty(2 * arena.shape[0], dtype=np.int32)
            more[:top] = arena[:top]
            arena = more
        bounds = scratch.bounds
        divide(lines, best, own, arena[top : top + own.shape[0]], bounds)
        n_children = lines.first[best + 1] - lines.first[best]
        while n_nodes + n_children > nodes.shape[0]:
            nodes = np.concatenate((nodes, np.zeros_like(nodes)))
            counts = np.concatenate((counts, np.zeros_like(counts)))
            worth = np.concatenate((worth, np.full_like(worth, np.nan)))
        nodes[node, ATTRIBUTE] = best
        nodes[node, FIRST_CHILD] = n_nodes
        nodes[node, N_CHILDREN] = n_children
        worth[node] = value
        for v in range(n_children):
            child = n_nodes + v
            nodes[child] = (LEAF, 0, 0, node, top + bounds[v], top + bounds[v + 1])
            if bounds[v + 1] > bounds[v]:
                stack.append(child)
        n_nodes += n_children
        top += own.shape[0]
    return Grown(
        nodes[:n_nodes].copy(),
        counts[:n_nodes].copy(),
        worth[:n_nodes].copy(),
        arena[:top].copy(),
    )


def make_tree(grown: Grown, rows: NDArray[np.int32]) -> Tree:
    """Return the tree; `rows` are the rows of the data set behind the lines."""
    nodes: Ints = grown.nodes
    weights: Floats = np.ones(grown.arena.shape[0])
    return Tree(
        attribute=nodes[:, ATTRIBUTE].astype(np.int32),
        threshold=np.full(nodes.shape[0], np.nan),
        first_child=nodes[:, FIRST_CHILD].astype(np.int32),
        n_children=nodes[:, N_CHILDREN].astype(np.int32),
        counts=grown.counts,
        chain_parent=nodes[:, PARENT].astype(np.int32),
        row_start=nodes[:, START],
        row_end=nodes[:, END],
        rows=rows[grown.arena],
        row_weights=weights,
    )
