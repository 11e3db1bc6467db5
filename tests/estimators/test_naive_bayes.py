from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from rankrees.estimators.naive_bayes import NaiveBayes
from rankrees.growers.root import Root
from rankrees.methods.sample import TestSet
from rankrees.methods.task import Task
from rankrees.trees.features import Features
from tests.oracles import naive_bayes
from tests.oracles.small_data import (
    make_small_task,
    missing_problems,
    whole_problems,
    with_bag,
)


def _nominal(pairs):
    found = [pair for pair in pairs if all(pair.problem.n_values)]
    assert len(found) >= 50
    return found


def test_at_the_leaves(whole_pairs, compare):
    ours, twins = compare(_nominal(whole_pairs), NaiveBayes(), naive_bayes.at_leaf)
    assert ours == pytest.approx(twins, abs=1e-12)


def test_divided_rows(missing_pairs, compare):
    ours, twins = compare(_nominal(missing_pairs), NaiveBayes(), naive_bayes.at_leaf)
    assert ours == pytest.approx(twins, abs=1e-12)


def test_without_the_tested_attributes(whole_pairs, compare):
    pairs = _nominal(whole_pairs)
    twin = partial(naive_bayes.at_leaf, tested=False)
    ours, twins = compare(pairs, NaiveBayes(tested=False), twin)
    assert ours == pytest.approx(twins, abs=1e-12)
    with_them, _ = compare(pairs, NaiveBayes(), twin)
    assert np.abs(with_them - ours).max() > 0.01


def test_on_all_rows():
    """Two hundred problems, half of them with numbers."""
    problems = [*whole_problems(80), *missing_problems(80)]
    problems += [with_bag(problem, 7) for problem in problems[::4]]
    assert len(problems) == 200
    n_far = n_near = 0
    for problem in problems:
        task = make_small_task(problem)
        ours = (
            NaiveBayes().fit(Root().grow(task.sample), task.sample).predict(task.rows)
        )
        rows = [(row, 1.0) for row in problem.labelled]
        for row, answer in zip(problem.test, ours, strict=True):
            if naive_bayes.is_far(problem, rows, row):
                n_far += 1
                continue
            n_near += 1
            twin = naive_bayes.estimate(problem, rows, row)
            tolerance = 1e-12 if all(problem.n_values) else 1e-8
            assert answer == pytest.approx(np.array(twin), abs=tolerance)
    assert n_near > 2 * n_far


def test_by_hand(example):
    of_x, of_z = example.ask(NaiveBayes())
    # leaf x: A 7 rows (a0 x 7, a1 0 4), B 1 row (x 1, 0 0), C none
    a = 8 / 11 * 8 / 10 * 5 / 9
    b = 2 / 11 * 2 / 4 * 1 / 3
    c = 1 / 11 * 1 / 3 * 1 / 2
    assert of_x == pytest.approx(np.array([a, b, c]) / (a + b + c), abs=1e-15)
    # leaf z is empty, so all rows: A 10 (a1 0 5), B 6 (a1 0 2), nobody has z
    a = 11 / 19 * 1 / 13 * 6 / 12
    b = 7 / 19 * 1 / 9 * 3 / 8
    c = 1 / 19 * 1 / 3 * 1 / 2
    assert of_z == pytest.approx(np.array([a, b, c]) / (a + b + c), abs=1e-15)


def test_products_below_the_smallest_double(example):
    """With 3,000 attributes a plain product would be 0 / 0."""
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 9, (3000, 18)).astype(np.int16)
    table = Features(
        codes,
        np.empty((0, 18)),
        np.full(3000, -1, dtype=np.int32),
        np.full(3000, 9, dtype=np.int32),
    )
    sample = replace(example.task.sample, features=table)
    task = Task(sample, TestSet(table, example.task.rows.at))
    tree = Root().grow(task.sample)
    answer = NaiveBayes().fit(tree, task.sample).predict(task.rows)
    assert answer.sum(axis=1) == pytest.approx(1.0)
    labels = task.sample.labels[task.sample.rows]
    for row, proba in zip(task.rows.at, answer, strict=True):
        logs = np.log((tree.counts[0] + 1) / (16 + 3))
        for column in codes:
            hits = column[task.sample.rows] == column[row]
            here = np.bincount(labels[hits], minlength=3) + 1
            logs += np.log(here / (tree.counts[0] + 9))
        shares = np.exp(logs - logs.max())
        assert proba == pytest.approx(shares / shares.sum(), rel=1e-9)
