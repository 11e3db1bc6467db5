from __future__ import annotations

import numpy as np
import pytest

from rankrees.combiners.adaboost import AdaBoostM1
from rankrees.combiners.sampling import alias_sample
from rankrees.errors import RankreesError
from rankrees.estimators.lazy import Lazy
from rankrees.estimators.naive_bayes import NaiveBayes
from rankrees.growers.lazy_tree import LazyTree
from rankrees.growers.root import Root
from rankrees.split.java_random import make_random
from tests.combiners.answers import answer
from tests.oracles import adaboost, bagging
from tests.oracles.java_random import JavaRandom
from tests.oracles.small_data import make_small_task, missing_problems, whole_problems


def test_small_problems():
    """Nominal ones: far numbers have densities of mere rounding."""
    problems = [*whole_problems(160), *missing_problems(160)]
    problems = [problem for problem in problems if all(problem.n_values)]
    n_members = []
    for problem in problems:
        task = make_small_task(problem)
        combiner = AdaBoostM1(rounds=8)
        learnt = combiner.learn(Root(), NaiveBayes(), task.sample)
        betas, twin = adaboost.adaboost(problem, 8)
        assert learnt.weights == pytest.approx(betas, abs=1e-9)
        ours = answer(combiner, Root(), NaiveBayes(), task)
        expected = np.array([twin[row] for row in problem.test])
        assert ours == pytest.approx(expected, abs=1e-9)
        n_members.append(len(learnt.trees))
    assert len(problems) >= 150
    assert {1, 8} < set(n_members)  # both ends come up, and something between


def test_rows_drawn_by_weight_are_the_twins():
    rng = np.random.default_rng(2)
    for n in (1, 2, 5, 49, 100):
        for weights in (np.ones(n), rng.random(n) ** 5, np.arange(1.0, n + 1.0)):
            drawn = alias_sample(make_random(n), weights, 200)
            twin = bagging.alias_sample(JavaRandom(n), weights.tolist(), 200)
            assert drawn.tolist() == twin


def test_resampling_grows_on_drawn_rows():
    task = make_small_task(whole_problems(4)[3])
    boosting = AdaBoostM1(rounds=3, resample=True)
    for tree in boosting.learn(Root(), NaiveBayes(), task.sample).trees:
        assert set(tree.rows) < set(task.sample.rows)
        assert (tree.row_weights == 1.0).all()


def test_a_tree_without_weights_is_refused_unless_rows_are_drawn():
    task = make_small_task(whole_problems(4)[3])
    with pytest.raises(
        RankreesError, match="needs a tree that takes weights, and lazy"
    ):
        answer(AdaBoostM1(), LazyTree(), Lazy(), task)
    answer(AdaBoostM1(resample=True), LazyTree(), Lazy(), task)


def test_no_rounds_are_refused():
    with pytest.raises(RankreesError, match="rounds must be at least 1"):
        AdaBoostM1(rounds=0)
