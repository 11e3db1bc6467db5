from __future__ import annotations

from rankrees.growers.c45 import C44
from rankrees.trees.text import tree_text
from tests.oracles.small_data import Problem, make_dataset, make_small_task


def _text(problem):
    task = make_small_task(problem)
    return tree_text(C44().grow(task.sample), make_dataset(problem))


def test_an_empty_branch_and_a_leaf_with_errors():
    problem = Problem(
        n_values=[3],
        n_classes=2,
        rows=[[0]] * 4 + [[1]] * 3,
        labels=[1, 1, 1, 0, 0, 0, 0],
        train=list(range(7)),
        test=[],
    )
    assert _text(problem) == (
        "\na0 = v0: c1 (4.0/1.0)\na0 = v1: c0 (3.0)\na0 = v2: c0 (0.0)\n"
        "\nNumber of Leaves  : \t3\n\nSize of the tree : \t4\n"
    )


def test_a_lone_leaf():
    problem = Problem([2], 2, [[0], [1], [0]], [1, 1, 0], [0, 1, 2], [])
    assert _text(problem) == (
        ": c1 (3.0/1.0)\n\nNumber of Leaves  : \t1\n\nSize of the tree : \t1\n"
    )


def test_a_threshold_is_a_value_of_the_training_set_with_at_most_six_decimals():
    problem = Problem(
        n_values=[0],
        n_classes=2,
        rows=[[0.1234567], [0.1], [9.0], [8.0]],
        labels=[0, 0, 1, 1],
        train=[0, 1, 2, 3],
        test=[],
    )
    assert _text(problem).startswith(
        "\na0 <= 0.123457: c0 (2.0)\na0 > 0.123457: c1 (2.0)\n"
    )
