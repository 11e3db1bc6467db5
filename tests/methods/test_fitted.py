"""A method after training: what it holds, and what it must be asked with."""

from __future__ import annotations

import gc
import pickle
from dataclasses import replace

import numpy as np
import pytest

from rankrees.combiners.bagging import Bagging
from rankrees.combiners.derc import Derc
from rankrees.estimators.leaf import Laplace
from rankrees.estimators.naive_bayes import NaiveBayes
from rankrees.estimators.wpe import WPE
from rankrees.growers.c45 import C44, C45
from rankrees.growers.root import Root
from rankrees.methods.method import Method, WholeMethod
from rankrees.methods.prediction import predict_fold
from rankrees.methods.sample import LeakedRows, Rows, Sample, TestSet
from rankrees.trees.features import Features, make_features
from tests.methods.test_contract import PROBLEMS, _can_grow, _described, _made
from tests.oracles.small_data import make_dataset, make_small_task


def withheld(problem):
    """The training rows alone, the test rows alone: two tables that share nothing."""
    dataset = make_dataset(problem)

    def only(rows):
        columns = tuple(column[rows] for column in dataset.columns)
        return make_features(replace(dataset, columns=columns, labels=labels[rows]))

    labels = dataset.labels
    train = np.arange(len(problem.train), dtype=np.int32)
    sample = Sample(
        only(problem.train), labels[problem.train], dataset.n_classes, train
    )
    test = np.arange(len(problem.test), dtype=np.int32)
    return sample, lambda: TestSet(only(problem.test), test)


def everything_in(root):
    """Every object that can be reached from another one, modules and classes apart."""
    found, waiting = {}, [root]
    while waiting:
        one = waiting.pop()
        if id(one) in found or isinstance(one, (type(gc), type)):
            continue
        found[id(one)] = one
        if not callable(one) or hasattr(one, "__self__"):
            waiting.extend(gc.get_referents(one))
    return found.values()


@pytest.mark.parametrize("name", PROBLEMS)
def test_training_needs_no_test_row(name):
    """With the test rows withheld entirely, every method gives the bits of the fold."""
    problem = PROBLEMS[name]
    methods = [m for m in _described() if _can_grow(m, problem)]
    methods += [WholeMethod(model) for model, _ in _made("model")]
    in_fold = predict_fold(make_small_task(problem), methods)
    sample, make_rows = withheld(problem)
    for method in methods:
        fitted = method.fit(sample)
        assert np.array_equal(fitted.predict(make_rows()), in_fold[method.id].proba), (
            method.id
        )


@pytest.mark.parametrize("name", ["plain", "nominal", "missing"])
def test_a_fitted_model_keeps_no_row_that_it_was_asked_about(name):
    problem = PROBLEMS[name]
    methods = [m for m in _described() if _can_grow(m, problem)]
    sample, make_rows = withheld(problem)
    for method in methods:
        fitted = method.fit(sample)
        rows = make_rows()
        asked = rows.features
        before = [one for one in everything_in(fitted) if isinstance(one, Features)]
        fitted.predict(rows)
        after = [one for one in everything_in(fitted) if isinstance(one, Features)]
        assert asked not in before
        assert asked not in after, method.id
        n_rows = {one.n_rows for one in after}
        assert n_rows <= {sample.features.n_rows}, method.id


@pytest.mark.parametrize("name", ["nominal", "missing"])
def test_asked_twice_or_row_by_row_it_says_the_same(name):
    """DERC is another matter: it looks at all rows at once."""
    problem = PROBLEMS[name]
    methods = [m for m in _described() if _can_grow(m, problem)]
    methods = [m for m in methods if m.asks_for is Rows]
    sample, make_rows = withheld(problem)
    rows = make_rows()
    for method in methods:
        fitted = method.fit(sample)
        together = fitted.predict(rows)
        assert np.array_equal(fitted.predict(rows), together), method.id
        for i in (0, len(rows.at) - 1):
            alone = Rows(rows.features, rows.at[i : i + 1])
            assert np.array_equal(fitted.predict(alone)[0], together[i]), method.id


def test_an_ensemble_grows_when_it_is_fitted_and_never_again(monkeypatch):
    grown = []
    monkeypatch.setattr(
        C45,
        "grow",
        lambda self, sample, plain=C45.grow: grown.append(1) or plain(self, sample),
    )
    sample, make_rows = withheld(PROBLEMS["plain"])
    fitted = Method(C45(), Laplace(), Bagging(bags=4)).fit(sample)
    assert len(grown) == 4
    fitted.predict(make_rows())
    fitted.predict(make_rows())
    assert len(grown) == 4


def test_what_a_model_is_asked_with_is_in_its_type():
    sample, make_rows = withheld(PROBLEMS["nominal"])
    whole = make_rows()
    some = Rows(whole.features, whole.at)
    plain = Method(C44(), Laplace()).fit(sample)
    derc = Method(Root(), NaiveBayes(), Derc(size=3, percent=100)).fit(sample)
    leaky = Method(C44(), WPE(label_leak=True)).fit(sample)
    assert (plain.asks_for, derc.asks_for) == (Rows, TestSet)
    assert leaky.asks_for is LeakedRows
    plain.predict(some)
    with pytest.raises(TypeError, match="asked with TestSet"):
        derc.predict(some)
    with pytest.raises(TypeError, match="asked with LeakedRows"):
        leaky.predict(whole)


def test_labels_that_are_there_do_not_leak_into_a_method_as_described():
    task = make_small_task(PROBLEMS["nominal"])
    leaked = task.with_leak(make_dataset(PROBLEMS["nominal"]).labels)
    fitted = Method(C44(), WPE()).fit(task.sample)
    published = Method(C44(), WPE(label_leak=True)).fit(task.sample)
    plain = fitted.predict(task.rows)
    assert np.array_equal(fitted.predict(leaked.rows), plain)
    assert not np.array_equal(published.predict(leaked.rows), plain)


@pytest.mark.parametrize("name", ["nominal", "missing"])
def test_a_fitted_model_can_be_sent_to_another_process(name):
    problem = PROBLEMS[name]
    sample, make_rows = withheld(problem)
    for method in _described():
        if _can_grow(method, problem):
            fitted = method.fit(sample)
            sent = pickle.loads(pickle.dumps(fitted))
            here, there = fitted.predict(make_rows()), sent.predict(make_rows())
            assert np.array_equal(here, there), method.id


@pytest.mark.parametrize("n_jobs", [2, -1])
def test_threads_change_nothing(n_jobs):
    sample, make_rows = withheld(PROBLEMS["plain"])
    for method in _described():
        if method.combine is not None and _can_grow(method, PROBLEMS["plain"]):
            one = method.fit(sample).predict(make_rows())
            # of its own, as a sample remembers what was grown on it
            again = Sample(*(getattr(sample, f) for f in FIELDS))
            many = method.fit(again, n_jobs=n_jobs).predict(make_rows())
            assert np.array_equal(one, many), method.id


FIELDS = ("features", "labels", "n_classes", "rows")
