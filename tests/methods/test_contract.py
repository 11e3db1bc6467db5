"""What every registered part must do, alone and in every composition.

A part without an entry in `CONFIGS` fails: a new one has to be entered here.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from rankrees.combiners.adaboost import AdaBoostM1
from rankrees.combiners.derc import Derc
from rankrees.data.dataset import Dataset
from rankrees.errors import RankreesError
from rankrees.estimators.leaf import Frequency
from rankrees.growers.c45 import C44, C45
from rankrees.methods.component import (
    Combiner,
    Estimator,
    Grower,
    WeightedGrower,
    component,
    components,
)
from rankrees.methods.method import AnyMethod, Method, WholeMethod
from rankrees.methods.prediction import Prediction, predict_fold
from rankrees.methods.task import make_task
from rankrees.models.weka import java_tool, weka_jar
from rankrees.trees.features import make_features
from rankrees.trees.tree import Tree
from tests.oracles.small_data import (
    Problem,
    make_dataset,
    make_problem,
    make_small_task,
    raised_problems,
)


@dataclass(frozen=True)
class Config:
    """Parameters with which a part is tested, and what it promises then."""

    parameters: dict[str, object] = field(default_factory=dict)
    sums_to_one: bool = True
    only_with: str | None = None  # the one estimator that it is made for


# The first entry of a part leaves everything that changes results at its default:
# as described. (Few bags: what is tested is that ensembles work, not that they shine.)
CONFIGS: dict[str, dict[str, list[Config]]] = {
    "tree": {
        "c45": [Config(), Config({"confidence": 0.5, "min_leaf": 1})],
        "c44": [Config()],
        "ci-tree": [
            Config(),
            Config({"shuffled": True, "prune": "subtree", "keep_tested": True}),
            Config({"inner_auc": "auc", "prune": "none", "pooled": False}),
        ],
        "lazy-tree": [Config(), Config({"min_split": 8.0, "numeric": "bins"})],
        "nb-tree": [Config(), Config({"min_split": 5, "min_gain": 0.0})],
        "pet": [Config(), Config({"criterion": "mauc", "cardinality": 4.0})],
        "root": [Config()],
    },
    "estimator": {
        "frequency": [Config()],
        "laplace": [Config(), Config({"variant": "weka34"}, sums_to_one=False)],
        "lazy": [Config(), Config({"numeric": "bins"})],
        "m-estimate": [Config()],
        "m-branch": [
            Config(),
            Config({"adaptive": True, "height": "node"}),
            Config({"adaptive": True, "normalise": False, "stale_chain": True}),
        ],
        "naive-bayes": [Config(), Config({"tested": False})],
        "ling-yan": [Config(), Config({"decay": 0.4, "classes": "present"})],
        "shrinkage": [
            Config(),
            Config({"iterations": 3, "empty_leaf": "dropped"}),
            Config({"leave_one_out": False, "stale_chain": True}),
        ],
        "wpe": [Config(), Config({"stale_chain": True})],
        "curtailment": [Config({"min_rows": 5.0})],
        "hierarchical-shrinkage": [Config()],
        "shrinkage-nb": [Config(), Config({"iterations": 3})],
        "combination": [
            Config(),
            Config({"taken_out": "leaf", "empty_leaf": "dropped"}),
            Config({"normalise": "iterated", "stale_chain": True}, sums_to_one=False),
        ],
    },
    "combiner": {
        "bagging": [
            Config({"bags": 3}),
            Config({"bags": 2, "percent": 60, "resample": "weka36"}),
            Config({"bags": 2, "resample": "weka34"}),
        ],
        "tuned": [Config({"inner_folds": 2}, only_with="hierarchical-shrinkage")],
        # a single member's distribution is given as it is
        "adaboost-m1": [
            Config({"rounds": 3}, sums_to_one=False),
            Config({"rounds": 3, "resample": True}, sums_to_one=False),
        ],
        "derc": [
            Config({"size": 3, "percent": 100}),
            Config({"over": "adaboost-m1", "size": 3, "parts": 3}),
            Config({"size": 2, "percent": 60, "again": True, "unseen": "uniform"}),
        ],
    },
    "model": {
        "sklearn": [
            Config({"classifier": "DecisionTreeClassifier(min_samples_leaf=2)"}),
            Config({"classifier": "RandomForestClassifier(n_estimators=3)"}),
        ],
        "weka": [Config({"classifier": "weka.classifiers.trees.J48 -U"})],
    },
}

# Parts whose published code read the test labels.
LEAKING = {"wpe", "combination"}


@pytest.mark.parametrize("kind", CONFIGS)
def test_every_registered_part_is_entered_here(kind):
    assert set(components(kind)) == set(CONFIGS[kind])


def _has_weka() -> bool:
    try:
        weka_jar(), java_tool("java"), java_tool("javac")
    except RankreesError:
        return False
    return True


def _made(kind: str) -> list[tuple[Any, bool]]:
    """Every part of a kind as it is tested, and whether its answers sum to 1."""
    return [
        (component(kind, name)(**config.parameters), config.sums_to_one)
        for name, configs in CONFIGS[kind].items()
        for config in configs
        if name != "weka" or _has_weka()
    ]


def _plain(kind: str) -> list[Any]:
    """Every part of a kind as described."""
    return [
        component(kind, name)(**configs[0].parameters)
        for name, configs in CONFIGS[kind].items()
    ]


def _can_grow(method: AnyMethod, problem: Problem) -> bool:
    is_whole = not any(cell is None for row in problem.rows for cell in row)
    wants_nominal = isinstance(method, Method) and method.tree.nominal_only
    return (is_whole and all(problem.n_values)) or not wants_nominal


def _fitting(problem: Problem) -> list[AnyMethod]:
    """Every composition whose tree grows on such data."""
    return [method for method, _ in _methods() if _can_grow(method, problem)]


def _methods() -> list[tuple[AnyMethod, bool]]:
    """Every composition, and whether its distributions sum to 1."""
    found = [
        (Method(tree, estimator), sums_to_one)
        for (tree, _), (estimator, sums_to_one) in product(
            _made("tree"), _made("estimator")
        )
    ]
    found += [
        (Method(tree, estimator, combiner), sums_to_one)
        for tree, (estimator, _), (combiner, sums_to_one) in product(
            _plain("tree"), _made("estimator"), _made("combiner")
        )
        if _goes_with(tree, estimator, combiner)
    ]
    return found + [(WholeMethod(model), sums) for model, sums in _made("model")]


def _goes_with(tree: Grower, estimator: Estimator, combiner: Combiner | None) -> bool:
    """Whether the combiner is made for the estimator, and for the tree.

    That is, whether the tree takes the weights that the combiner would give it.
    """
    if combiner is None:
        return True
    only = CONFIGS["combiner"][combiner.name][0].only_with
    if only not in (None, estimator.name):
        return False
    boosting = combiner.ensemble if isinstance(combiner, Derc) else combiner
    if isinstance(boosting, AdaBoostM1) and not boosting.resample:
        return isinstance(tree, WeightedGrower)
    return True


def _described() -> list[Method]:
    return [
        Method(*parts)
        for parts in product(
            _plain("tree"), _plain("estimator"), [None, *_plain("combiner")]
        )
        if _goes_with(*parts)
    ]


def _one_class() -> Problem:
    problem = make_problem(3, numeric=True)
    labels = [1 if row in problem.train else y for row, y in enumerate(problem.labels)]
    return replace(problem, labels=labels)


def _unseen_value() -> Problem:
    """Every test row has a value that no training row has."""
    problem = make_problem(5, raising=True)
    rows = [
        [2 if row in problem.test else 0 if x == 2 else x for x in cells]
        for row, cells in enumerate(problem.rows)
    ]
    return replace(problem, rows=rows)


def _nothing_known() -> Problem:
    """Every value of the test rows is missing."""
    problem = make_problem(6, numeric=True, missing=0.1)
    rows = [
        [None] * len(cells) if row in problem.test else cells
        for row, cells in enumerate(problem.rows)
    ]
    return replace(problem, rows=rows)


def _two_rows() -> Problem:
    problem = make_problem(7)
    return replace(problem, train=problem.train[:2])


PROBLEMS = {
    "plain": make_problem(8, numeric=True),
    "nominal": make_problem(8, raising=True),
    "raised": raised_problems()[0],
    "missing": make_problem(9, numeric=True, missing=0.15, unlabelled=0.1),
    "one class": _one_class(),
    "unseen value": _unseen_value(),
    "nothing known": _nothing_known(),
    "two training rows": _two_rows(),
}


METHODS = _methods()
"""Every composition, and whether its distributions sum to 1."""


@cache
def _predicted(name: str) -> dict[str, Prediction | Exception]:
    """What all methods say of a problem; trees are shared, so this is done once."""
    return predict_fold(make_small_task(PROBLEMS[name]), [one for one, _ in METHODS])


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize(
    ("method", "sums_to_one"), METHODS, ids=[one.id for one, _ in METHODS]
)
def test_distributions(name, method, sums_to_one):
    """Finite, not negative, not above 1, and with the sum that was promised."""
    problem, prediction = PROBLEMS[name], _predicted(name)[method.id]
    if not _can_grow(method, problem):
        assert isinstance(prediction, RankreesError)
        return
    assert not isinstance(prediction, Exception)
    proba = prediction.proba
    assert proba.shape == (len(problem.test), problem.n_classes)
    assert np.isfinite(proba).all()
    assert (proba >= 0.0).all()
    assert (proba <= 1.0 + 1e-9).all()
    sums = proba.sum(axis=1)
    if sums_to_one:
        assert sums == pytest.approx(1.0, abs=1e-9)
    else:
        assert (sums > 0.0).all()


@pytest.mark.parametrize("name", ["plain", "nominal", "missing"])
def test_again_the_same_bits(name):
    methods = _fitting(PROBLEMS[name])
    first = predict_fold(make_small_task(PROBLEMS[name]), methods)
    again = predict_fold(make_small_task(PROBLEMS[name]), methods[::-1])
    differ = [
        method.id
        for method in methods
        if not np.array_equal(first[method.id].proba, again[method.id].proba)
    ]
    assert differ == []


@pytest.mark.parametrize("name", ["missing", "nominal"])
def test_methods_and_tasks_can_be_sent_to_another_process(name):
    methods = _fitting(PROBLEMS[name])
    task = make_small_task(PROBLEMS[name])
    sent_task, sent_methods = pickle.loads(pickle.dumps((task, methods)))
    assert sent_methods == methods
    here, there = predict_fold(task, methods), predict_fold(sent_task, sent_methods)
    differ = [
        method.id
        for method in methods
        if not np.array_equal(here[method.id].proba, there[method.id].proba)
    ]
    assert differ == []


@pytest.mark.parametrize("name", ["raised", "missing"])
@pytest.mark.parametrize(
    "estimator", [one for one, _ in _made("estimator")], ids=lambda one: one.id
)
def test_relabelled_classes_permute_the_columns(name, estimator):
    """The tree is fixed, because growing breaks ties by the number of the class."""
    problem = PROBLEMS[name]
    task = make_small_task(problem)
    tree = C44().grow(task.sample)
    new_name = np.roll(np.arange(problem.n_classes), 1).astype(np.int32)
    labels = np.where(
        task.sample.labels >= 0, new_name[task.sample.labels], task.sample.labels
    )
    counts = np.empty_like(tree.counts)
    counts[:, new_name] = tree.counts
    fields_of = {one.name: getattr(tree, one.name) for one in fields(Tree)}
    tree = Tree(**fields_of)  # which has what a tree of plain data makes of itself
    new_tree = Tree(**{**fields_of, "counts": counts})
    new_sample = replace(task.sample, labels=labels.astype(np.int32))
    before = estimator.fit(tree, task.sample).predict(task.rows)
    after = estimator.fit(new_tree, new_sample).predict(task.rows)
    assert after[:, new_name] == pytest.approx(before, abs=1e-12)
    assert np.abs(after - before).max() > 0.01


def _fold(problem: Problem, labels: np.ndarray):
    dataset = make_dataset(problem)
    dataset = Dataset(
        dataset.name,
        dataset.attributes,
        dataset.class_attribute,
        dataset.columns,
        labels,
    )
    train = np.array(problem.train, dtype=np.int32)
    test = np.array(problem.test, dtype=np.int32)
    return make_task(dataset, make_features(dataset), train, test)


def _relabelled_test_rows(problem: Problem) -> tuple[np.ndarray, np.ndarray]:
    """The labels of all rows, and the same with other ones for the test rows."""
    labels = make_dataset(problem).labels
    other = labels.copy()
    other[problem.test] = (other[problem.test] + 1) % problem.n_classes
    return labels, other


def _changes_with_test_labels(
    methods: list[AnyMethod], problem: Problem, *, leak: bool
) -> dict[AnyMethod, bool]:
    """Whether other test labels change what each method says."""
    answers = [
        predict_fold(_fold(problem, labels), methods, labels if leak else None)
        for labels in _relabelled_test_rows(problem)
    ]
    return {
        method: not np.array_equal(*[found[method.id].proba for found in answers])
        for method in methods
    }


def departures() -> list[str]:
    """Every departure that some registered part knows."""
    parts = [part for kind in CONFIGS for part in components(kind).values()]
    return sorted({name for part in parts for name in part.departures})


@pytest.mark.parametrize("name", ["plain", "nominal", "raised", "missing"])
def test_test_labels_do_not_matter_as_described(name):
    methods = [m for m in _described() if _can_grow(m, PROBLEMS[name])]
    methods += [WholeMethod(model) for model, _ in _made("model")]
    changed = _changes_with_test_labels(methods, PROBLEMS[name], leak=False)
    assert [method.id for method, changes in changed.items() if changes] == []


def _published() -> list[Method]:
    """Every composition under every departure, where its tree knows what to change."""
    return [
        method.under(departures())
        for method in _described()
        if isinstance(method.tree, C45) or method.estimator.name != "ling-yan"
    ]


def test_departures_leave_a_tree_alone_that_has_no_such_field():
    for method in _described():
        if not hasattr(method.tree, "pruned"):
            assert method.under(["ling-yan-unpruned"]) == method


def test_the_leak_of_the_published_code_is_caught_by_the_same_test():
    methods = [m for m in _published() if _can_grow(m, PROBLEMS["raised"])]
    changed = _changes_with_test_labels(methods, PROBLEMS["raised"], leak=True)
    leaking = {method for method in methods if method.estimator.name in LEAKING}
    noticed = {method for method, changes in changed.items() if changes}
    assert noticed <= leaking
    # what is left of a member after voting may be the same in spite of the leak
    voting = {m for m in leaking if isinstance(m.combine, AdaBoostM1)}
    assert leaking - noticed <= voting
    assert {method for method in methods if method.reads_test_labels} == leaking


def test_a_leak_outside_the_published_protocol_is_an_error():
    methods = _published()
    found = predict_fold(make_small_task(PROBLEMS["plain"]), methods)
    for method in methods:
        is_error = isinstance(found[method.id], ValueError)
        assert is_error == (method.estimator.name in LEAKING)


def test_ids_are_unique():
    """Equal ids mean equal computations: the store goes by them."""
    methods = [method for method, _ in _methods()]
    methods += _published()
    distinct = set(methods)
    assert len({method.id for method in distinct}) == len(distinct)
    assert all(method.id.isascii() for method in methods)


def test_no_departures_no_change():
    for method, _ in _methods():
        assert method.under([]) is method


def test_all_departures_at_once_or_twice_or_backwards():
    for method in _published():
        assert method.under(departures()) == method
    for method in _described():
        if isinstance(method.tree, C45):
            once = method.under(departures())
            assert method.under(reversed(departures())) == once


def test_each_departure_changes_something():
    for name, configs in CONFIGS["estimator"].items():
        made = [component("estimator", name)(**one.parameters) for one in configs]
        for departure in made[0].departures:
            # one of them is not yet as the published program had it
            methods = [Method(C45(), estimator) for estimator in made]
            changed = [one.under([departure]) != one for one in methods]
            assert any(changed), departure
    for combiner in _plain("combiner"):
        for name in combiner.departures:
            method = Method(C45(), Frequency(), combiner)
            assert method.under([name]) != method, name


def test_what_only_published_code_did_is_off_by_default():
    """Such a field cannot be set in a config; so a departure has to switch it on."""
    for kind in CONFIGS:
        for part in components(kind).values():
            switched = {key for change in part.departures.values() for key in change}
            for one in fields(part):
                if one.metadata.get("published_only"):
                    assert one.default is False
                    assert one.name in switched
