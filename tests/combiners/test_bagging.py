from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from rankrees.combiners.bagging import Bagging
from rankrees.errors import RankreesError
from rankrees.estimators.leaf import Frequency, Laplace
from rankrees.growers.c45 import C44, C45
from rankrees.methods.task import Task
from tests.combiners.answers import answer
from tests.oracles import bagging, c45_tree, leaf_estimates
from tests.oracles.small_data import make_small_task, missing_problems, whole_problems

TWINS = {"weka39": bagging.weka39, "weka36": bagging.weka36, "weka34": bagging.weka34}


def _bags(combiner, train):
    rows = np.array(train, dtype=np.int32)
    return [bag.tolist() for bag in combiner.draw(rows)]


@pytest.mark.parametrize("resample", TWINS)
@pytest.mark.parametrize("percent", [100, 50])
def test_bags_are_the_twins(resample, percent):
    # 49 * (1/49) is a little below 1, which Walker's method has to live with
    for n in (1, 2, 3, 10, 49, 98, 100, 237):
        for seed in (1, 2, 77):
            train = random.Random(n).sample(range(1000), n)
            combiner = Bagging(bags=4, percent=percent, seed=seed, resample=resample)
            expected = TWINS[resample](train, 4, percent, seed)
            assert _bags(combiner, train) == expected


def test_the_size_of_a_bag_in_weka39():
    """(int) (n * (P / 100.0)): 100 * 0.29 is 28.999999999999996."""
    assert len(_bags(Bagging(bags=1, percent=29), range(100))[0]) == 28


def test_the_size_of_a_bag_in_weka36():
    """(int) (n * P / 100): 29 rows, in whole numbers."""
    combiner = Bagging(bags=1, percent=29, resample="weka36")
    assert _bags(combiner, range(100)) == bagging.weka36(list(range(100)), 1, 29, 1)


def test_generations_differ_as_they_should():
    train = list(range(60))
    bags = {
        name: _bags(Bagging(bags=3, resample=name), train)
        for name in ("weka39", "weka36", "weka34")
    }
    assert bags["weka39"][0] == bags["weka36"][0]
    assert bags["weka39"][1] != bags["weka36"][1]
    assert all(bag == sorted(bag) for bag in bags["weka34"])
    assert not any(bag == sorted(bag) for bag in bags["weka39"])


@pytest.mark.parametrize("resample", TWINS)
@pytest.mark.parametrize(
    ("grower", "options"), [(C45(), {}), (C44(), {"pruned": False, "collapse": False})]
)
def test_the_average_of_the_twins_trees(resample, grower, options):
    for problem in whole_problems(25):
        task = make_small_task(problem)
        combiner = Bagging(bags=3, resample=resample)
        ours = answer(combiner, grower, Laplace(), task)
        members = [
            c45_tree.C45(replace(problem, train=bag), **options)
            for bag in TWINS[resample](problem.train, 3, 100, 1)
        ]
        for row, found in zip(problem.test, ours, strict=True):
            sums = [0.0] * problem.n_classes
            for tree in members:
                own = leaf_estimates.spread(tree, row, leaf_estimates.laplace)
                sums = [s + p for s, p in zip(sums, own, strict=True)]
            assert found.tolist() == leaf_estimates.normalised(sums)


def test_weka36_deletes_rows_without_a_class_first():
    """A member then cannot know of them, not even as values to take thresholds from."""
    for problem in missing_problems(100):
        if problem.unlabelled:
            task = make_small_task(problem)
            labelled = task.sample.rows[task.sample.labels[task.sample.rows] >= 0]
            bare = Task(replace(task.sample, rows=labelled), task.rows)
            combiner = Bagging(bags=3, resample="weka36")
            assert np.array_equal(
                answer(combiner, C44(), Laplace(), task),
                answer(combiner, C44(), Laplace(), bare),
            )


@pytest.mark.parametrize("resample", ["weka39", "weka36", "weka34"])
def test_a_bag_without_rows_is_refused(resample):
    """60 % of one training row is none."""
    problem = whole_problems(1)[0]
    task = make_small_task(replace(problem, train=problem.train[:1]))
    combiner = Bagging(bags=2, percent=60, resample=resample)
    with pytest.raises(RankreesError, match="60 % of 1 rows are no row"):
        answer(combiner, C44(), Frequency(), task)
