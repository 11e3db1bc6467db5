"""Trees by any criterion: all splits are written down and the best one is taken."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

from tests.oracles import criteria
from tests.oracles.c45_tree import C45, Node, gr, gr_or_eq, sm
from tests.oracles.small_data import Problem, make_problem

Split = tuple[float, criteria.Table]


class PetTree(C45):
    """The twin of the grower; `gain-ratio` is left to the C4.5 it is made of."""

    def __init__(
        self,
        problem: Problem,
        criterion: str = "gain-ratio",
        *,
        min_leaf: int = 2,
        improving: bool = True,
        bound: float = 0.0,
        prune_by: str = "node",
    ) -> None:
        self.criterion = criterion
        self.floor = 0.0 if improving else -math.inf
        super().__init__(problem, min_leaf=min_leaf, pruned=False, collapse=False)
        if prune_by == "node":
            self.cut_nodes(self.root, bound)
        else:
            while self.cut_one_family(bound):
                pass

    def choose(self, node: Node, weight: float) -> tuple[int | None, float]:
        if self.criterion == "gain-ratio":
            return super().choose(node, weight)
        best, best_worth, best_midpoint = None, self.floor, math.nan
        for attribute, found, midpoint in self.best_of_each(node, weight):
            if gr(found, best_worth):
                best, best_worth, best_midpoint = attribute, found, midpoint
        return best, best_midpoint

    def best_of_each(
        self, node: Node, weight: float
    ) -> Iterator[tuple[int, float, float]]:
        """(attribute, worth, midpoint) of each attribute's best split."""
        for attribute in range(len(self.problem.n_values)):
            best, at = self.floor, math.nan
            for midpoint, table in self.splits(node, attribute):
                found = criteria.worth(self.criterion, table, weight)
                if gr(found, best):
                    best, at = found, midpoint
            yield attribute, best, at

    def splits(self, node: Node, attribute: int) -> Iterator[Split]:
        """(midpoint, table) of all splits of an attribute that C4.5 allows."""
        held = [
            (self.problem.rows[row][attribute], self.problem.labels[row], w)
            for row, w in node.rows
            if self.problem.rows[row][attribute] is not None
        ]
        size = self.problem.n_values[attribute]
        c = self.problem.n_classes
        if size > 0:
            table = [[0.0] * c for _ in range(size)]
            for value, label, w in held:
                table[value][label] += w
            if sum(gr_or_eq(sum(branch), self.min_leaf) for branch in table) >= 2:
                yield math.nan, table
            return
        least = min(25.0, 0.1 * sum(w for _, _, w in held) / c)
        least = max(least, self.min_leaf)
        values = sorted({value for value, _, _ in held})
        for lower, upper in pairwise(values):
            if upper - lower <= 1e-5:
                continue
            table = [[0.0] * c for _ in range(2)]
            for value, label, w in held:
                table[int(value > lower)][label] += w
            if all(gr_or_eq(sum(branch), least) for branch in table):
                yield (lower + upper) / 2.0, table

    def cut_nodes(self, node: Node, bound: float) -> None:
        if sm(node.total, bound):
            self.make_leaf(node)
        for son in node.sons:
            self.cut_nodes(son, bound)

    def cut_one_family(self, bound: float) -> bool:
        """Cut the sons of one node of which one is too small; False if none is left."""
        for node in self.root.nodes():
            if node.is_leaf or not all(son.is_leaf for son in node.sons):
                continue
            if any(not son.is_empty and sm(son.total, bound) for son in node.sons):
                self.make_leaf(node)
                return True
        return False


@cache
def tiny_problems(n: int) -> list[Problem]:
    """Nominal and numeric attributes, with and without missing values; few rows."""
    problems = []
    for seed in range(n):
        problem = make_problem(
            50_000 + seed,
            numeric=seed % 3 > 0,
            missing=0.15 if seed % 2 else 0.0,
            unlabelled=0.1 if seed % 5 == 0 else 0.0,
        )
        problems.append(replace(problem, train=problem.train[: 8 + seed % 17]))
    return problems
