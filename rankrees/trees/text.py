"""A tree as Weka prints it."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import Dataset
from rankrees.names import visible
from rankrees.preprocess.discretize import number_text
from rankrees.trees.kernels import SMALL
from rankrees.trees.tree import LEAF, Tree


def tree_text(
    tree: Tree, dataset: Dataset, notes: Mapping[int, str] | None = None
) -> str:
    """Return the tree in the form of Weka's J48, from the first test to the size.

    `notes` has a text for each leaf, which follows what Weka prints there.
    """
    notes = notes or {}
    lines: list[str] = []
    if tree.attribute[0] == LEAF:
        counts = tree.counts[0]
        label = _leaf_label(counts, float(tree.totals[0]), counts, dataset)
        lines.append(f": {label}{notes.get(0, '')}")
    else:
        lines.append("")
        _write(tree, 0, 0, dataset, notes, lines)
    return (
        visible("\n".join(lines), lines=True)
        + f"\n\nNumber of Leaves  : \t{tree.n_leaves}\n"
        + f"\nSize of the tree : \t{tree.n_nodes}\n"
    )


def branch_text(tree: Tree, node: int, branch: int, dataset: Dataset) -> str:
    """Return the test that a row passes to take a branch: `humidity <= 75`."""
    attribute = dataset.attributes[tree.attribute[node]]
    if attribute.values is not None:
        return f"{attribute.name} = {attribute.values[branch]}"
    sign = "<=" if branch == 0 else ">"
    return f"{attribute.name} {sign} {number_text(float(tree.threshold[node]))}"


def leaf_text(tree: Tree, leaf: int, dataset: Dataset) -> str:
    """Return what Weka prints at a leaf: the majority class, weight and errors."""
    above = int(tree.parent[leaf])
    if above == LEAF:
        counts = tree.counts[leaf]
        return _leaf_label(counts, float(tree.totals[leaf]), counts, dataset)
    branches, sizes = _branch_counts(tree, above, dataset)
    b = leaf - int(tree.first_child[above])
    return _leaf_label(branches[b], float(sizes[b]), tree.counts[above], dataset)


def _write(
    tree: Tree,
    node: int,
    depth: int,
    dataset: Dataset,
    notes: Mapping[int, str],
    lines: list[str],
) -> None:
    branches, sizes = _branch_counts(tree, node, dataset)
    for b in range(int(tree.n_children[node])):
        child = int(tree.first_child[node]) + b
        line = "|   " * depth + branch_text(tree, node, b, dataset)
        if tree.attribute[child] == LEAF:
            of_leaf = branches[b], float(sizes[b]), tree.counts[node]
            label = _leaf_label(*of_leaf, dataset)
            lines.append(f"{line}: {label}{notes.get(child, '')}")
        else:
            lines.append(line)
            _write(tree, child, depth + 1, dataset, notes, lines)


def _leaf_label(
    counts: NDArray[np.float64],
    total: float,
    above: NDArray[np.float64],
    dataset: Dataset,
) -> str:
    """Return the majority class, and in brackets the weight and errors there.

    A branch that no row took has the majority class of the node above it.
    """
    majority = _majority(above if total < SMALL else counts)
    errors = total - float(counts[majority])
    size = _round2(total)
    if errors > SMALL:
        size += "/" + _round2(errors)
    return f"{dataset.class_names[majority]} ({size})"


def _branch_counts(
    tree: Tree, node: int, dataset: Dataset
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the class weights of each branch of a test, and the branches' weights.

    Known rows are added first, then the shares of the rows whose value is missing, and
    a branch's weight is a sum of its own, all as J48 has them. The sons' counts are the
    same but for the last bits, which decide how a weight such as 1.125 is printed.
    """
    column = dataset.columns[tree.attribute[node]]
    numeric = column.dtype == np.float64
    branches = np.zeros((int(tree.n_children[node]), tree.n_classes))
    rows = tree.node_rows(node)
    weights = tree.row_weights[tree.row_start[node] : tree.row_end[node]]
    missing = np.isnan(column[rows]) if numeric else column[rows] < 0
    if numeric:
        taken = np.where(column[rows] <= tree.threshold[node], 0, 1)
    else:
        taken = column[rows]
    known = ~missing
    np.add.at(branches, (taken[known], dataset.labels[rows[known]]), weights[known])
    sizes = np.zeros(branches.shape[0])
    np.add.at(sizes, taken[known], weights[known])
    shares = sizes / sizes.sum()
    for row, weight in zip(rows[missing], weights[missing], strict=True):
        branches[:, dataset.labels[row]] += shares * weight
        sizes += shares * weight
    return branches, sizes


def _majority(counts: NDArray[np.float64]) -> int:
    best, largest = 0, 0.0
    for c, count in enumerate(counts):
        if count - largest > SMALL:
            best, largest = c, float(count)
    return best


def _round2(value: float) -> str:
    """Round half up to two decimals, written as Java writes a double."""
    return repr(math.floor(value * 100.0 + 0.5) / 100.0)
