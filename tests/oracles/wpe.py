"""WPE, eq. 5-6 of Wang & Zhang: alike rows weigh more."""

from __future__ import annotations

from tests.oracles.c45_tree import C45, Node
from tests.oracles.leaf_estimates import normalised, spread


def estimate(
    tree: C45, rows: list[tuple[int, float]], instance: int, label: int | None = None
) -> list[float]:
    """P(c) over `rows`; where `label` is given, it is compared like an attribute."""
    problem = tree.problem
    by_class = [0.0] * problem.n_classes
    for row, fraction in rows:
        w = problem.shared[row][instance] + 1
        if label is not None and problem.labels[row] == label:
            w += 1
        by_class[problem.labels[row]] += w * fraction
    total = sum(by_class)
    return [(s + 1.0 / problem.n_classes) / (total + 1.0) for s in by_class]


def described(tree: C45, row: int) -> list[float]:
    def nearest_with_rows(path: list[Node]) -> list[float]:
        node = next(node for node in reversed(path) if not node.is_empty)
        return estimate(tree, node.rows, row)

    return spread(tree, row, nearest_with_rows)


def published(tree: C45, row: int) -> list[float]:
    """The W columns: the TEST label is compared too; the parent may be a stale one."""

    def own_or_parents(path: list[Node]) -> list[float]:
        node = path[-1].parent if path[-1].is_empty else path[-1]
        return estimate(tree, node.rows, row, tree.problem.labels[row])

    return normalised(spread(tree, row, own_or_parents))
