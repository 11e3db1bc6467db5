"""Ling & Yan: all leaves vote, each test that the row fails costs a factor s."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracles.c45_tree import C45, Node
from tests.oracles.leaf_estimates import answering, laplace, normalised


def described(tree: C45, row: int, s: float = 0.3) -> list[float]:
    estimates = [
        ([s**failed * p for p in laplace(path)])
        for path, failed in paths_with_failures(tree, row)
    ]
    return normalised([sum(column) for column in zip(*estimates, strict=True)])


def published(tree: C45, row: int) -> list[float]:
    """s = 0.4; the classes PRESENT in the leaf stand in the denominator."""
    scores = [0.0] * tree.problem.n_classes
    for path, failed in paths_with_failures(tree, row):
        node = answering(path)
        k = sum(n > 0 for n in node.counts)
        weight = 1.0
        for _ in range(failed):
            weight *= 0.4
        for c, n in enumerate(node.counts):
            scores[c] += weight * ((n + 1.0) / (node.total + k))
    return normalised(scores)


def paths_with_failures(tree: C45, row: int) -> Iterator[tuple[list[Node], int]]:
    """(path, number of its tests that the row fails) of every leaf, in tree order.

    A missing value fails every branch.
    """

    def walk(path: list[Node], failed: int) -> Iterator[tuple[list[Node], int]]:
        node = path[-1]
        if node.is_leaf:
            yield path, failed
            return
        taken = tree.branch(node, row)
        for b, son in enumerate(node.sons):
            yield from walk([*path, son], failed + (b != taken))

    yield from walk([tree.root], 0)
