from __future__ import annotations

import numpy as np
import pytest

from rankrees.growers.lazy_tree import LazyTree
from rankrees.trees.tree import LEAF, Tree
from tests.oracles.c45_tree import Node
from tests.oracles.lazy_tree import LazyTree as Twin
from tests.oracles.small_data import (
    Problem,
    make_small_task,
    missing_problems,
    whole_problems,
    with_bag,
)

# Small data need a small `min_split` to make trees of any size.
OPTIONS = [
    {"min_split": 10.0},
    {"min_split": 4.0, "shuffled": True},
    {"min_split": 6.0, "inner_folds": 3, "threshold": 0.05, "min_leaf": 1},
    {"min_split": 8.0, "numeric": "bins"},
    {"min_split": 5.0, "threshold": -0.2, "shuffled": True, "numeric": "bins"},
    {},
]


def assert_same(tree: Tree, node: int, twin: Node) -> int:
    """Compare two subtrees; return the number of inner nodes."""
    assert tree.counts[node] == pytest.approx(twin.counts, abs=1e-12)
    weights = tree.row_weights[tree.row_start[node] : tree.row_end[node]]
    ours = sorted(zip(tree.node_rows(node), weights, strict=True))
    assert np.array(ours) == pytest.approx(np.array(sorted(twin.rows)))
    if twin.is_leaf:
        assert tree.attribute[node] == LEAF
        assert tree.n_children[node] == 0
        return 0
    assert tree.attribute[node] == twin.attribute
    assert tree.threshold[node] == pytest.approx(twin.threshold, nan_ok=True, abs=0)
    assert tree.n_children[node] == len(twin.sons)
    first = tree.first_child[node]
    return 1 + sum(assert_same(tree, first + b, son) for b, son in enumerate(twin.sons))


def grow_both(problems: list[Problem], options: dict) -> tuple[int, int]:
    inner = refused = 0
    for problem in problems:
        task = make_small_task(problem)
        twin = Twin(problem, **options)
        tree = LazyTree(**options).grow(task.sample)
        inner += assert_same(tree, 0, twin.root)
        refused += twin.refused
    return inner, refused


@pytest.mark.parametrize("options", OPTIONS)
def test_equals_the_twin(options):
    problems = whole_problems(60)
    bags = [with_bag(problem, seed) for seed, problem in enumerate(problems[::3])]
    inner, refused = grow_both([*problems, *bags], options)
    assert inner > 40
    assert refused > 5


@pytest.mark.parametrize("options", OPTIONS)
def test_missing_values(options):
    inner, refused = grow_both(missing_problems(60), options)
    assert inner > 30
    assert refused > 5
