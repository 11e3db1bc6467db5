"""Naive Bayes as the textbook has it: sums over rows, and logarithms."""

from __future__ import annotations

import functools
import math
import operator
import statistics
from collections.abc import Collection
from itertools import pairwise

from tests.oracles.c45_tree import C45, Node
from tests.oracles.leaf_estimates import spread
from tests.oracles.small_data import Problem


def estimate(
    problem: Problem,
    rows: list[tuple[int, float]],
    instance: int,
    left_out: Collection[int | None] = (),
) -> list[float]:
    """P(c|instance) from weighted rows."""
    logs = []
    total = sum(w for _, w in rows)
    for c in range(problem.n_classes):
        own = [(row, w) for row, w in rows if problem.labels[row] == c]
        prior = (sum(w for _, w in own) + 1) / (total + problem.n_classes)
        log = math.log(prior)
        for a, x in enumerate(problem.rows[instance]):
            if x is None or a in left_out:
                continue
            known = [(problem.rows[row][a], w) for row, w in own]
            known = [(value, w) for value, w in known if value is not None]
            if problem.n_values[a]:
                here = sum(w for value, w in known if value == x) + 1
                all_values = sum(w for _, w in known) + problem.n_values[a]
                log += math.log(here / all_values)
            else:
                step = _precision(problem, rows, a)
                log += math.log(_density(known, x, step))
        logs.append(log)
    largest = max(logs)
    shares = [math.exp(log - largest) for log in logs]
    return [share / sum(shares) for share in shares]


def _precision(problem: Problem, rows: list[tuple[int, float]], a: int) -> float:
    """Mean gap; added up, since its last bit decides what is half-way when rounding."""
    values = sorted({problem.rows[row][a] for row, _ in rows} - {None})
    gaps = [high - low for low, high in pairwise(values)]
    return functools.reduce(operator.add, gaps) / len(gaps) if gaps else 0.01


def _density(known: list[tuple[float, float]], x: float, step: float) -> float:
    x = round(x / step) * step
    values = [round(value / step) * step for value, _ in known]
    weights = [w for _, w in known]
    mean = statistics.fmean(values, weights) if values else 0.0
    squares = [(value - mean) ** 2 for value in values]
    variance = statistics.fmean(squares, weights) if values else 0.0
    deviation = max(step / 6, math.sqrt(variance))
    low, high = x - mean - step / 2, x - mean + step / 2
    return max((_phi(high / deviation) - _phi(low / deviation)) / step, 1e-75)


def _phi(z: float) -> float:
    """Of a value far above the mean nothing but 1 is left; so Weka has it too."""
    tail = 0.5 * math.erfc(abs(z) / math.sqrt(2))
    return tail if z < 0 else 1 - tail


def is_far(problem: Problem, rows: list[tuple[int, float]], instance: int) -> bool:
    """Whether some number is so far from a class that its density is mere rounding."""
    for a, x in enumerate(problem.rows[instance]):
        if problem.n_values[a] == 0 and x is not None:
            step = _precision(problem, rows, a)
            for c in range(problem.n_classes):
                own = [(row, w) for row, w in rows if problem.labels[row] == c]
                known = [(problem.rows[row][a], w) for row, w in own]
                known = [(value, w) for value, w in known if value is not None]
                if _density(known, x, step) < 1e-6:
                    return True
    return False


def at_leaf(tree: C45, row: int, *, tested: bool = True) -> list[float]:
    def nearest_with_rows(path: list[Node]) -> list[float]:
        k = max(i for i, node in enumerate(path) if not node.is_empty)
        above = [] if tested else [node.attribute for node in path[:k]]
        return estimate(tree.problem, path[k].rows, row, above)

    return spread(tree, row, nearest_with_rows)
