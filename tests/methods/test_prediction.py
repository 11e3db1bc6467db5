from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from rankrees.combiners.bagging import Bagging
from rankrees.estimators.leaf import Frequency, Laplace
from rankrees.growers.c45 import C45
from rankrees.methods.component import Estimator
from rankrees.methods.method import Method
from rankrees.methods.prediction import predict_fold
from tests.oracles.small_data import make_problem, make_small_task


@dataclass(frozen=True)
class Counted(C45):
    """C4.5 that keeps count of how often it is grown."""

    name = "counted"
    grown: ClassVar[list[int]] = []

    def grow(self, sample):
        self.grown.append(self.min_leaf)
        return super().grow(sample)


@dataclass(frozen=True)
class Broken(Estimator):
    name = "broken"

    def fit(self, tree, sample):
        raise ZeroDivisionError("no good")


@pytest.fixture
def task():
    Counted.grown.clear()
    return make_small_task(make_problem(8, numeric=True))


def test_each_distinct_tree_is_grown_once(task):
    methods = [
        Method(Counted(min_leaf=leaf), estimator)
        for estimator in (Frequency(), Laplace())
        for leaf in (2, 3)
    ]
    found = predict_fold(task, methods)
    assert sorted(Counted.grown) == [2, 3]
    assert list(found) == [method.id for method in methods]
    # the time to grow is told for each method, also where the tree was there already
    assert found[methods[0].id].fit_s == found[methods[2].id].fit_s > 0.0


def test_a_failure_does_not_lose_the_others(task):
    broken, fine = Method(C45(), Broken()), Method(C45(), Frequency())
    found = predict_fold(task, [broken, fine])
    assert isinstance(found[broken.id], ZeroDivisionError)
    assert found[fine.id].proba.shape == (task.rows.at.shape[0], task.sample.n_classes)


def test_sizes_and_answers_are_those_of_the_parts(task):
    method = Method(C45(), Frequency())
    bagged = Method(C45(), Frequency(), Bagging(bags=2))
    found = predict_fold(task, [method, bagged])
    tree = C45().grow(task.sample)
    single = found[method.id]
    assert (single.n_leaves, single.n_nodes) == (tree.n_leaves, tree.n_nodes)
    assert np.array_equal(
        single.proba, Frequency().fit(tree, task.sample).predict(task.rows)
    )
    ensemble = found[bagged.id]
    assert (ensemble.n_leaves, ensemble.n_nodes) == (None, None)
    assert ensemble.fit_s > 0.0
