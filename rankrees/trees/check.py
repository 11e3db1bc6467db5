"""Whether the arrays of a tree can be walked: kernels look at no bounds.

A tree that was grown here is always right. One that was read from a file need not be,
and an index out of range in compiled code reads or writes somebody else's memory.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankrees.trees.features import Features
from rankrees.trees.tree import LEAF, Tree

FIELDS = {
    "attribute": np.int32,
    "threshold": np.float64,
    "first_child": np.int32,
    "n_children": np.int32,
    "counts": np.float64,
    "chain_parent": np.int32,
    "row_start": np.int64,
    "row_end": np.int64,
    "rows": np.int32,
    "row_weights": np.float64,
}
"""The arrays of a tree, and what they are made of."""

_OF_NODES = ("threshold", "first_child", "n_children", "chain_parent")


def check_tree(tree: Tree, features: Features, labels: NDArray[np.int32]) -> None:
    """Refuse a tree that was not grown on these data.

    Raises
    ------
    ValueError
        Naming the array that is wrong.
    """
    n = tree.attribute.shape[0]
    _expect(n > 0 and tree.attribute.ndim == 1, "attribute")
    for name in (*_OF_NODES, "row_start", "row_end"):
        _expect(getattr(tree, name).shape == (n,), name)
    _expect(tree.counts.ndim == 2 and tree.counts.shape[0] == n, "counts")
    _expect(bool(np.isfinite(tree.counts).all()), "counts")
    _check_nodes(tree, features)
    _check_rows(tree, labels)


def _check_nodes(tree: Tree, features: Features) -> None:
    n = tree.attribute.shape[0]
    attribute = tree.attribute
    _expect_within(attribute, LEAF, features.n_attributes, "attribute")
    inner = np.flatnonzero(attribute != LEAF)
    first, size = tree.first_child[inner].astype(np.int64), tree.n_children[inner]
    is_numeric = features.slot[attribute[inner]] >= 0
    sons = np.where(is_numeric, 2, features.n_values[attribute[inner]])
    _expect(bool((size == sons).all() and (size > 0).all()), "n_children")
    # sons come after their parent, so no way leads back up
    _expect(bool((first > inner).all() and (first + size <= n).all()), "first_child")
    is_number = np.isfinite(tree.threshold[inner])
    _expect(bool((is_number | ~is_numeric).all()), "threshold")
    above = tree.chain_parent
    _expect(above[0] == LEAF, "chain_parent")
    _expect(bool((above[1:] >= 0).all()), "chain_parent")
    _expect(bool((above < np.arange(n)).all()), "chain_parent")
    _expect(_is_reached_once(tree), "first_child")


def _is_reached_once(tree: Tree) -> bool:
    """Tell whether no node of the tree is the son of two others."""
    n_parents = np.zeros(tree.attribute.shape[0], dtype=np.int64)
    n_parents[0] = 1
    for node in range(tree.attribute.shape[0]):
        if n_parents[node] and tree.attribute[node] != LEAF:
            first = tree.first_child[node]
            n_parents[first : first + tree.n_children[node]] += 1
    return bool((n_parents <= 1).all())


def _check_rows(tree: Tree, labels: NDArray[np.int32]) -> None:
    rows, start, end = tree.rows, tree.row_start, tree.row_end
    _expect(rows.ndim == 1 and tree.row_weights.shape == rows.shape, "row_weights")
    _expect(bool((start >= 0).all() and (start <= end).all()), "row_start")
    _expect(bool((end <= rows.shape[0]).all()), "row_end")
    _expect_within(rows, 0, labels.shape[0], "rows")
    _expect(bool((labels[rows] >= 0).all()), "rows")
    weights = tree.row_weights
    _expect(bool(np.isfinite(weights).all() and (weights >= 0.0).all()), "row_weights")


def _expect(is_right: bool, name: str) -> None:
    if not is_right:
        raise ValueError(f"a tree's {name} is out of place")


def _expect_within(values: NDArray[np.int32], low: int, end: int, name: str) -> None:
    _expect(bool((values >= low).all() and (values < end).all()), name)
