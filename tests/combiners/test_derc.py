from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rankrees.combiners.adaboost import AdaBoostM1
from rankrees.combiners.bagging import Bagging
from rankrees.combiners.derc import POWERS, Derc, deal
from rankrees.errors import RankreesError
from rankrees.estimators.leaf import Laplace
from rankrees.estimators.naive_bayes import NaiveBayes
from rankrees.growers.c45 import C44
from rankrees.growers.root import Root
from rankrees.methods.method import Method
from rankrees.methods.prediction import predict_fold
from rankrees.methods.sample import Rows
from tests.combiners.answers import answer
from tests.oracles import derc
from tests.oracles.small_data import make_small_task, missing_problems, whole_problems


def _said(combiner, grower, estimator, task):
    """What each member says of every row of the fold, by row."""
    learnt = combiner.ensemble.learn(grower, estimator, task.sample)
    rows = np.concatenate((task.sample.rows, task.rows.at))
    asked = Rows(task.sample.features, rows)
    answers = [reading.predict(asked) for reading in learnt.readings(task.sample)]
    return [
        {int(row): p.tolist() for row, p in zip(rows, answer, strict=True)}
        for answer in answers
    ]


def test_two_hundred_small_problems():
    problems = [*whole_problems(120), *missing_problems(80)]
    for seed, problem in enumerate(problems):
        over = ("bagging", "adaboost-m1")[seed % 2]
        grower, estimator = ((Root(), NaiveBayes()), (C44(), Laplace()))[seed % 3 == 0]
        combiner = Derc(parts=1 + seed % 4, over=over, size=4, percent=100, seed=seed)
        task = make_small_task(problem)
        ours = answer(combiner, grower, estimator, task)
        members = _said(combiner, grower, estimator, task)
        twin = derc.derc(problem, members, combiner.parts, POWERS, seed=seed)
        expected = np.array([twin[row] for row in problem.test])
        assert ours == pytest.approx(expected, abs=1e-9), seed


def test_parts_have_like_shares_of_each_label():
    predicted = np.array([1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 2])
    for n in (1, 2, 3, 4, 6):
        parts = deal(predicted, n)
        assert sorted(np.concatenate(parts).tolist()) == list(range(13))
        for label in (0, 1, 2):
            counts = [np.count_nonzero(predicted[part] == label) for part in parts]
            assert max(counts) - min(counts) <= 1


def test_more_parts_than_rows():
    assert [part.tolist() for part in deal(np.array([1, 0]), 6)] == [[1], [0]]


def test_members_are_grown_once_a_fold(monkeypatch):
    """And those of two ensembles apart."""
    grown = []
    for cls in (Bagging, AdaBoostM1):
        monkeypatch.setattr(
            cls,
            "learn",
            lambda self, *parts, plain=cls.learn: (
                grown.append(self.name) or plain(self, *parts)
            ),
        )
    methods = [
        Method(Root(), NaiveBayes(), Derc(parts=n, over=over))
        for n in (1, 2, 3)
        for over in ("bagging", "adaboost-m1")
    ]
    found = predict_fold(make_small_task(whole_problems(4)[3]), methods)
    assert len(found) == 6
    assert sorted(grown) == ["adaboost-m1", "bagging"]


def test_each_parameter_changes_something():
    task = make_small_task(whole_problems(4)[3])
    plain = Derc(percent=100)
    before = answer(plain, Root(), NaiveBayes(), task)
    for change in (
        {"parts": 2},
        {"over": "adaboost-m1"},
        {"size": 3},
        {"percent": 60},
        {"neighbours": 9},
        {"subsets": 1},
        {"again": True},
        {"powers": (3.0,)},
        {"nearest_floor": 1.0},
        {"seed": 5},
    ):
        after = answer(replace(plain, **change), Root(), NaiveBayes(), task)
        assert not np.array_equal(before, after), change


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"parts": 0}, "parts must be at least 1"),
        ({"subsets": 6}, "more subsets than neighbours"),
        ({"powers": ()}, "powers is a list with something in it"),
        ({"powers": (-1.0,)}, "powers must be at least 0"),
        ({"nearest_floor": 0.0}, "nearest_floor must be at least 1e-12"),
    ],
)
def test_refused(parameters, message):
    with pytest.raises(RankreesError, match=message):
        Derc(**parameters)
