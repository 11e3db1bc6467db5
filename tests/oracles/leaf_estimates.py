"""Estimates that ask the leaf alone, as formulas; a path runs from root to leaf.

An empty leaf lets its parent answer.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from tests.oracles.c45_tree import C45, Node


def spread(
    tree: C45, row: int, estimate: Callable[[list[Node]], list[float]]
) -> list[float]:
    """Sum over the leaves that answer for a row, each with its weight."""
    mixed = [0.0] * tree.problem.n_classes
    for path, weight in tree.routes(row):
        for c, p in enumerate(estimate(path)):
            mixed[c] += weight * p
    return mixed


def normalised(values: list[float]) -> list[float]:
    total = 0.0
    for value in values:
        total += value
    return [value / total for value in values]


def answering(path: list[Node]) -> Node:
    leaf = path[-1]
    return path[-2] if leaf.is_empty else leaf


def frequency(path: list[Node]) -> list[float]:
    node = answering(path)
    return [n / node.total for n in node.counts]


def laplace(path: list[Node]) -> list[float]:
    node = answering(path)
    return [(n + 1.0) / (node.total + len(node.counts)) for n in node.counts]


def laplace_weka34(path: list[Node]) -> list[float]:
    """k = classes present at the parent; an empty branch is 1/k for every class."""
    leaf = path[-1]
    parent = path[-2] if len(path) > 1 else leaf
    k = sum(n > 0 for n in parent.counts)
    if leaf.is_empty:
        return [1.0 / k for _ in leaf.counts]
    return [(n + 1.0) / (leaf.total + k) for n in leaf.counts]


def m_estimate(path: list[Node], m: float = 4.0) -> list[float]:
    node = answering(path)
    return [(n + m / len(node.counts)) / (node.total + m) for n in node.counts]


def curtailment(path: list[Node], v: float) -> list[float]:
    """The first node, from the leaf up, that has at least v rows; else the root."""
    node = next((node for node in reversed(path) if node.total >= v), path[0])
    return [n / node.total for n in node.counts]


def hierarchical(path: list[Node], penalty: float) -> list[float]:
    """E_root + sum of (E_t - E_parent)/(1 + lambda/N_parent)."""
    found = []
    for c in range(len(path[0].counts)):
        p = path[0].counts[c] / path[0].total
        for parent, node in pairwise(path):
            if node.is_empty:
                break
            step = node.counts[c] / node.total - parent.counts[c] / parent.total
            p += step / (1.0 + penalty / parent.total)
        found.append(p)
    return found
