"""A tree as Weka prints it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import Dataset
from rankrees.trees.kernels import SMALL
from rankrees.trees.structure import LEAF, Tree


def tree_text(tree: Tree, dataset: Dataset) -> str:
    """Return the tree in the form of Weka's J48, from the first test to the size."""
    lines: list[str] = []
    if tree.attribute[0] == LEAF:
        lines.append(": " + _leaf_label(tree, 0, 0, dataset))
    else:
        lines.append("")
        _write(tree, 0, 0, dataset, lines)
    return (
        "\n".join(lines)
        + f"\n\nNumber of Leaves  : \t{tree.n_leaves}\n"
        + f"\nSize of the tree : \t{tree.n_nodes}\n"
    )


def _write(
    tree: Tree, node: int, depth: int, dataset: Dataset, lines: list[str]
) -> None:
    attribute = dataset.attributes[tree.attribute[node]]
    for b in range(int(tree.n_children[node])):
        if attribute.values is not None:
            test = f" = {attribute.values[b]}"
        else:
            sign = "<=" if b == 0 else ">"
            test = f" {sign} {format_number(float(tree.threshold[node]), 6)}"
        child = int(tree.first_child[node]) + b
        line = "|   " * depth + attribute.name + test
        if tree.attribute[child] == LEAF:
            lines.append(f"{line}: {_leaf_label(tree, child, node, dataset)}")
        else:
            lines.append(line)
            _write(tree, child, depth + 1, dataset, lines)


def _leaf_label(tree: Tree, leaf: int, parent: int, dataset: Dataset) -> str:
    """Return the majority class, and in brackets the weight and errors there."""
    counts = tree.counts[leaf]
    total = float(tree.totals[leaf])
    majority = _majority(tree.counts[parent] if total < SMALL else counts)
    errors = total - float(counts[majority])
    size = _round2(total)
    if errors > SMALL:
        size += "/" + _round2(errors)
    return f"{dataset.class_names[majority]} ({size})"


def _majority(counts: NDArray[np.float64]) -> int:
    best, largest = 0, 0.0
    for c, count in enumerate(counts):
        if count - largest > SMALL:
            best, largest = c, float(count)
    return best


def _round2(value: float) -> str:
    """Round half up to two decimals, written as Java writes a double."""
    return repr(math.floor(value * 100.0 + 0.5) / 100.0)


def format_number(value: float, decimals: int) -> str:
    """Write a number with at most `decimals` decimals, trailing zeros dropped."""
    text = f"{value:.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
