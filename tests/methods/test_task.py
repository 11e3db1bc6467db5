from __future__ import annotations

from rankrees.data.dataset import MISSING_CODE
from rankrees.methods.sample import LeakedRows
from tests.oracles.small_data import Problem, make_dataset, make_small_task

PROBLEM = Problem(
    n_values=[2],
    n_classes=3,
    rows=[[0]] * 6,
    labels=[0, 1, None, 2, 1, 2],
    train=[3, 2, 0],
    test=[5, 1],
)


def test_only_labels_of_training_rows_are_there():
    task = make_small_task(PROBLEM)
    gone = MISSING_CODE
    assert task.sample.labels.tolist() == [0, gone, gone, 2, gone, gone]
    assert not isinstance(task.rows, LeakedRows)
    assert task.sample.n_classes == 3


def test_training_rows_without_a_class_stay_in_their_place():
    task = make_small_task(PROBLEM)
    assert task.sample.rows.tolist() == [3, 2, 0]
    assert task.rows.at.tolist() == [5, 1]


def test_a_leak_is_of_the_test_rows_only_and_leaves_the_task_alone():
    task = make_small_task(PROBLEM)
    leaked = task.with_leak(make_dataset(PROBLEM).labels)
    assert leaked.rows.labels.tolist() == [2, 1]
    assert not isinstance(task.rows, LeakedRows)
    assert leaked.sample is task.sample
