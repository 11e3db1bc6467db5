"""LazyTree in plain Python: a C4.5 tree that stops growing where a split loses.

The rows of a node keep the order of the training set here (C4.5 sorts its own copy).
"""

from __future__ import annotations

from tests.oracles.c45_tree import C45, Node, gr, gr_or_eq, sm
from tests.oracles.java_random import JavaRandom
from tests.oracles.lazy import estimate, with_intervals
from tests.oracles.small_data import Problem

Rows = list[tuple[int, float]]


class LazyTree(C45):
    def __init__(
        self,
        problem: Problem,
        *,
        min_split: float = 30.0,
        min_leaf: int = 2,
        inner_folds: int = 5,
        threshold: float = 0.0,
        shuffled: bool = False,
        numeric: str = "equal",
    ) -> None:
        self.min_split = min_split
        self.inner_folds = inner_folds
        self.threshold = threshold
        self.shuffled = shuffled
        self.compared = problem if numeric == "equal" else with_intervals(problem)
        self.refused = 0
        super().__init__(problem, min_leaf=min_leaf, pruned=False, collapse=False)

    def choose(self, node: Node, weight: float) -> tuple[int | None, float]:
        if sm(weight, self.min_split):
            return None, float("nan")
        in_order = list(node.rows)
        attribute, midpoint = super().choose(node, weight)
        node.rows[:] = in_order
        if attribute is None:
            return None, midpoint
        trial = Node(in_order, None)
        trial.attribute = attribute
        if self.problem.n_values[attribute] == 0:
            known = (self.problem.rows[row][attribute] for row in self.all)
            trial.threshold = max(v for v in known if v is not None and v <= midpoint)
        branches = self.divide(trial, in_order)
        at_node = self.accuracy(in_order, weight)
        after = sum(self.accuracy(branch, weight) for branch in branches)
        if gr_or_eq(weight * after, weight * at_node * (1 + self.threshold)):
            return attribute, midpoint
        self.refused += 1
        return None, midpoint

    def accuracy(self, rows: Rows, weight: float) -> float:
        """Cross-validated, as a share of the whole node's weight."""
        if len(rows) < self.inner_folds:
            return 0.0
        if self.shuffled:
            rows = self.shuffle(rows)
        right = 0.0
        for block in blocks(len(rows), self.inner_folds):
            others = [item for i, item in enumerate(rows) if i not in block]
            for i in block:
                row, fraction = rows[i]
                proba = estimate(self.compared, others, row)
                if first_largest(proba) == self.problem.labels[row]:
                    right += fraction
        return right / weight

    def shuffle(self, rows: Rows) -> Rows:
        rows = list(rows)
        JavaRandom(1).shuffle(rows)
        label = self.problem.labels
        # Weka groups by class with swaps, then deals the rows out like cards
        i = 1
        while i < len(rows):
            c = label[rows[i - 1][0]]
            for j in range(i, len(rows)):
                if label[rows[j][0]] == c:
                    rows[i], rows[j] = rows[j], rows[i]
                    i += 1
            i += 1
        k = self.inner_folds
        return [row for first in range(k) for row in rows[first::k]]


def blocks(n: int, k: int) -> list[range]:
    """Weka's testCV: consecutive rows, the first blocks one longer."""
    sizes = [n // k + (f < n % k) for f in range(k)]
    starts = [sum(sizes[:f]) for f in range(k)]
    return [range(s, s + size) for s, size in zip(starts, sizes, strict=True)]


def first_largest(proba: list[float]) -> int:
    best = 0
    for c, p in enumerate(proba):
        if gr(p, proba[best]):
            best = c
    return best
