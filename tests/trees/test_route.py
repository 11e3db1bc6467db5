from __future__ import annotations

import numpy as np
import pytest

from rankrees.growers.c45 import C44
from rankrees.trees.route import Routes, route_rows
from tests.oracles import c45_tree
from tests.oracles.small_data import make_small_task, missing_problems, whole_problems


@pytest.mark.parametrize("problems", [whole_problems, missing_problems])
def test_leaves_and_weights_are_the_twins(problems):
    several = 0
    for problem in problems(100):
        task = make_small_task(problem)
        tree = C44().grow(task.sample)
        twin = c45_tree.C45(problem, pruned=False, collapse=False)
        number = {
            id(node): int(ours)
            for ours, node in zip(tree.nodes, twin.root.nodes(), strict=True)
        }
        routes = route_rows(tree, task.sample.features, task.rows.at)
        for i, row in enumerate(problem.test):
            part = slice(routes.start[i], routes.start[i + 1])
            expected = twin.routes(row)
            several += len(expected) > 1
            assert routes.leaf[part].tolist() == [
                number[id(path[-1])] for path, _ in expected
            ]
            assert routes.weight[part] == pytest.approx([w for _, w in expected])
    assert (several >= 50) == (problems is missing_problems)


def test_a_mixture_is_a_weighted_sum():
    routes = Routes(
        start=np.array([0, 1, 3]),
        leaf=np.array([2, 0, 2], dtype=np.int32),
        weight=np.array([1.0, 0.25, 0.75]),
    )
    leaf_proba = np.array([[0.8, 0.2], [0.0, 0.0], [0.4, 0.6]])
    assert routes.mix(leaf_proba[routes.leaf]) == pytest.approx(
        np.array([[0.4, 0.6], [0.5, 0.5]])
    )
