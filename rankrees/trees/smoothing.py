"""Smoothed frequencies of the leaves: something added to each class and to the whole.

(n_c + per_class)/(N + per_leaf), of the leaf or, where it is empty, of its parent, as
Weka's J48 has it. Where there is nothing to divide by (no training rows at all),
everything is 0, as in Weka.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel
from rankrees.trees.features import Features
from rankrees.trees.kernels import SMALL
from rankrees.trees.plain import PlainTree
from rankrees.trees.route import answer_rows
from rankrees.trees.tree import LEAF, Tree, sum_row


def answering_nodes(tree: Tree) -> NDArray[np.int32]:
    """Return for each leaf the node whose rows answer: its parent where it is empty.

    Weka's J48 answers a branch that no training row took with the distribution of the
    node above it (which is never empty).
    """
    nodes = np.arange(tree.attribute.shape[0], dtype=np.int32)
    return np.where(tree.is_empty & (tree.parent != LEAF), tree.parent, nodes)


def smoothed(tree: Tree, per_class: float, per_leaf: float) -> NDArray[np.float64]:
    """Return the smoothed frequencies of each leaf, 0 off the leaves."""
    return _smoothed(
        tree.attribute,
        tree.first_child,
        tree.n_children,
        tree.counts,
        per_class,
        per_leaf,
    )


def answer_smoothed(
    tree: Tree,
    features: Features,
    rows: NDArray[np.int32],
    per_class: float,
    per_leaf: float,
) -> NDArray[np.float64]:
    """Return the smoothed frequencies of the leaves that rows get to."""
    if isinstance(tree, PlainTree) and features.is_complete:
        # it looks only at those leaves
        return tree.answer(features, rows, per_class, per_leaf)
    return answer_rows(tree, features, rows, smoothed(tree, per_class, per_leaf))


@kernel
def _smoothed(
    attribute: Ints,
    first_child: Ints,
    n_children: Ints,
    counts: Floats,
    per_class: float,
    per_leaf: float,
) -> Floats:
    proba = np.zeros(counts.shape)
    # what waits: a node and the node above it
    waiting = [(0, 0)]
    while len(waiting) > 0:
        leaf, above = waiting.pop()
        if attribute[leaf] != LEAF:
            first = first_child[leaf]
            for child in range(first, first + n_children[leaf]):
                waiting.append((child, leaf))
            continue
        node = leaf
        total = sum_row(counts[node])
        if total < SMALL:
            node = above
            total = sum_row(counts[node])
        total += per_leaf
        if total != 0.0:
            # np.divide never asks whether it is by 0, so several go at a time
            for c in range(counts.shape[1]):
                proba[leaf, c] = np.divide(counts[node, c] + per_class, total)
    return proba
