"""The lazy estimate, eq. 1-3 of Liang & Yan: near rows weigh more than far ones."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

from tests.oracles.c45_tree import C45, Node
from tests.oracles.leaf_estimates import spread
from tests.oracles.small_data import Problem


def differing(problem: Problem, a: int, b: int) -> int:
    """Number of attributes in which two rows differ; a missing value always does."""
    return len(problem.n_values) - problem.shared[a][b]


def with_intervals(problem: Problem) -> Problem:
    """The same problem with numbers in ten intervals, closed on the right."""
    rows = [list(row) for row in problem.rows]
    for attribute, size in enumerate(problem.n_values):
        if size > 0:
            continue
        cells = [problem.rows[row][attribute] for row in problem.labelled]
        known = [cell for cell in cells if cell is not None]
        low = min(known, default=0.0)
        width = (max(known, default=0.0) - low) / 10
        for row in rows:
            x = row[attribute]
            if x is not None:
                cuts = [low + width * j for j in range(1, 10)] if width > 0 else []
                row[attribute] = sum(x > cut for cut in cuts)
    return replace(problem, rows=rows)


def estimate(
    problem: Problem, rows: list[tuple[int, float]], instance: int
) -> list[float]:
    """P(c) over `rows`, which count by their fraction."""
    d = [math.sqrt(differing(problem, row, instance)) for row, _ in rows]
    total = sum(d)
    w = [1 - x / total if total > 0 else 1.0 for x in d]
    by_class = [0.0] * problem.n_classes
    for (row, fraction), weight in zip(rows, w, strict=True):
        by_class[problem.labels[row]] += weight * fraction
    everything = sum(by_class)
    return [(s + 1 / problem.n_classes) / (everything + 1) for s in by_class]


def lazy(tree: C45, row: int, compared: Problem | None = None) -> list[float]:
    def nearest_with_rows(path: list[Node]) -> list[float]:
        node = next(node for node in reversed(path) if not node.is_empty)
        return estimate(compared or tree.problem, node.rows, row)

    return spread(tree, row, nearest_with_rows)


def lazy_bins(tree: C45, row: int) -> list[float]:
    return lazy(tree, row, _compared(tree))


@cache
def _compared(tree: C45) -> Problem:
    return with_intervals(tree.problem)
