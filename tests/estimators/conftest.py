"""Grown trees beside their twins, and one small tree to work examples on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from rankrees.growers.c45 import C45
from rankrees.methods.component import Estimator
from rankrees.methods.task import Task
from rankrees.trees.tree import LEAF, Tree
from tests.oracles import c45_tree
from tests.oracles.small_data import (
    Problem,
    make_dataset,
    make_small_task,
    missing_problems,
    raised_problems,
    whole_problems,
    with_bag,
)

# The first prunes little and raises often, the second keeps every empty branch.
GROWN = (
    {"confidence": 0.5, "min_leaf": 1},
    {"pruned": False, "collapse": False},
)


@dataclass(frozen=True)
class Pair:
    """A tree of ours, and the same tree by the twin."""

    problem: Problem
    task: Task
    tree: Tree
    twin: c45_tree.C45

    def ask(self, estimator: Estimator) -> np.ndarray:
        """What an estimator reads off our tree about the test rows."""
        return estimator.fit(self.tree, self.task.sample).predict(self.task.rows)


def make_pairs(problems: list[Problem]) -> list[Pair]:
    pairs = []
    for problem in problems:
        task = make_small_task(problem)
        for options in GROWN:
            tree = C45(**options).grow(task.sample)
            pairs.append(Pair(problem, task, tree, c45_tree.C45(problem, **options)))
    return pairs


@pytest.fixture(scope="session")
def whole_pairs() -> list[Pair]:
    """Trees without missing values; what the tests need really is among them."""
    problems = whole_problems(80)
    bags = [with_bag(problem, seed) for seed, problem in enumerate(problems[::4])]
    pairs = make_pairs([*problems, *bags, *raised_problems()])
    asked = [
        (pair.twin, path)
        for pair in pairs
        for row in pair.problem.test
        for path, _ in pair.twin.routes(row)
    ]
    assert sum(path[-1].is_empty for _, path in asked) >= 50
    through = [path for _, path in asked if c45_tree.stale_chain(path[-1]) != path]
    assert len(through) >= 100
    assert sum(path[-1].is_empty for path in through) >= 20
    assert len({twin for twin, _ in asked if twin.n_swallowed() > 2}) >= 10
    return pairs


@pytest.fixture(scope="session")
def missing_pairs() -> list[Pair]:
    """Trees in which missing values divide rows among branches."""
    pairs = make_pairs(missing_problems(100))
    divided = [pair for pair in pairs if np.any(pair.tree.row_weights < 1.0)]
    assert len(divided) >= 50
    return pairs


Twin = Callable[[c45_tree.C45, int], list[float]]


def ours_and_twins(
    pairs: list[Pair], estimator: Estimator, twin: Twin
) -> tuple[np.ndarray, np.ndarray]:
    """Both answers to all test rows of all pairs, as two long vectors."""
    ours, twins = [], []
    for pair in pairs:
        task = pair.task
        if getattr(estimator, "label_leak", False):
            task = task.with_leak(make_dataset(pair.problem).labels)
        ours.append(estimator.fit(pair.tree, task.sample).predict(task.rows).ravel())
        twins += [twin(pair.twin, row) for row in pair.problem.test]
    flat = np.array([p for answer in twins for p in answer])
    return np.concatenate(ours), flat


@pytest.fixture(scope="session")
def compare() -> Callable[..., tuple[np.ndarray, np.ndarray]]:
    return ours_and_twins


@dataclass(frozen=True)
class Example:
    """A tree with one test, small enough for pencil and paper.

    Attribute a0 has the values x, y, z, attribute a1 has 0 and 1; the classes are A, B
    and C, of which C never occurs. The 16 training rows, written as class and a1:

        a0 = x:  A0 A0 A0 A0 A1 A1 A1 B1      7 A, 1 B
        a0 = y:  A0 A1 A1 B0 B0 B1 B1 B1      3 A, 5 B
        a0 = z:  none

    Two test rows: (x, 0) of class B and (z, 0) of class A.
    """

    tree: Tree
    task: Task
    labels: np.ndarray

    def ask(self, estimator: Estimator) -> np.ndarray:
        """What an estimator says of the test rows."""
        return estimator.fit(self.tree, self.task.sample).predict(self.task.rows)


@pytest.fixture(scope="session")
def example() -> Example:
    x = [[0, int(v)] for v in "00001111"]
    y = [[1, int(v)] for v in "01100111"]
    A, B = 0, 1
    problem = Problem(
        n_values=[3, 2],
        n_classes=3,
        rows=[*x, *y, [0, 0], [2, 0]],
        labels=[A] * 7 + [B] + [A] * 3 + [B] * 5 + [B, A],
        train=list(range(16)),
        test=[16, 17],
    )
    task = make_small_task(problem)
    tree = Tree(
        attribute=np.array([0, LEAF, LEAF, LEAF], dtype=np.int32),
        threshold=np.full(4, np.nan),
        first_child=np.array([1, 0, 0, 0], dtype=np.int32),
        n_children=np.array([3, 0, 0, 0], dtype=np.int32),
        counts=np.array([[10, 6, 0], [7, 1, 0], [3, 5, 0], [0, 0, 0]], dtype=float),
        chain_parent=np.array([LEAF, 0, 0, 0], dtype=np.int32),
        row_start=np.array([0, 16, 24, 32]),
        row_end=np.array([16, 24, 32, 32]),
        rows=np.array([*range(16), *range(16)], dtype=np.int32),
        row_weights=np.ones(32),
    )
    return Example(tree, task, make_dataset(problem).labels)
