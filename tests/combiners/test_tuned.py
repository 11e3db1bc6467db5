from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from rankrees.combiners.tuned import Tuned
from rankrees.errors import RankreesError
from rankrees.estimators.hierarchical import HierarchicalShrinkage
from rankrees.estimators.leaf import Frequency
from rankrees.growers.c45 import C44
from rankrees.split.weka_folds import weka_folds
from tests.oracles.small_data import make_problem, make_small_task

VALUES = (0.0, 1.0, 10.0, 100.0)


def _literal_choice(task, values, n_folds):
    """Grow and read anew for every fold and value; score with scikit-learn."""
    means = []
    for value in values:
        scores = []
        for fold in weka_folds(task.labels[task.train], 1, n_folds):
            rows, asked = task.train[fold.train], task.train[fold.test]
            labels = np.where(
                np.isin(np.arange(task.labels.size), rows), task.labels, -1
            )
            inner = type(task)(
                task.features, task.n_classes, labels.astype(np.int32), rows, asked
            )
            tree = C44().grow(inner, rows)
            proba = HierarchicalShrinkage(penalty=value).predict(tree, inner)
            scores.append(roc_auc_score(task.labels[asked], proba[:, 1]))
        means.append(np.mean(scores))
    return int(np.argmax(np.round(means, 12)))


def test_the_value_that_ranks_best_is_chosen():
    chosen = []
    for seed in range(400):
        task = make_small_task(make_problem(seed, raising=True))
        labels = task.labels[task.train]
        if task.n_classes > 2 or min(np.bincount(labels, minlength=2)) < 3:
            continue
        tuned = Tuned(values=VALUES, inner_folds=3)
        candidates = tuned.candidates(HierarchicalShrinkage())
        choice = tuned.choose(C44(), candidates, task)
        assert choice == _literal_choice(task, VALUES, 3)
        chosen.append(choice)
        expected = candidates[choice].predict(C44().grow(task, task.train), task)
        found = tuned.predict(C44(), HierarchicalShrinkage(), task)
        assert np.array_equal(found, expected)
        if len(chosen) == 30:
            break
    assert len(chosen) == 30
    assert len(set(chosen)) >= 3


def test_an_estimator_without_the_parameter_is_refused():
    task = make_small_task(make_problem(8))
    with pytest.raises(RankreesError, match="frequency has no parameter 'penalty'"):
        Tuned().predict(C44(), Frequency(), task)


def test_too_few_rows_to_choose_by():
    task = make_small_task(make_problem(8))
    alone = task.inside(task.train[:1], task.test)
    tuned = Tuned(values=VALUES)
    assert tuned.choose(C44(), tuned.candidates(HierarchicalShrinkage()), alone) == 0
