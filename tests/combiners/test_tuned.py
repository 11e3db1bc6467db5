from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from rankrees.combiners.tuned import Tuned
from rankrees.errors import RankreesError
from rankrees.estimators.hierarchical import HierarchicalShrinkage
from rankrees.estimators.leaf import Frequency
from rankrees.growers.c45 import C44
from rankrees.methods.sample import Rows, Sample
from rankrees.split.weka_folds import weka_folds
from tests.combiners.answers import answer
from tests.oracles.small_data import make_problem, make_small_task

VALUES = (0.0, 1.0, 10.0, 100.0)


def _literal_choice(task, values, n_folds):
    """Grow and read anew for every fold and value; score with scikit-learn."""
    means = []
    for value in values:
        scores = []
        for fold in weka_folds(task.sample.labels[task.sample.rows], 1, n_folds):
            rows, asked = task.sample.rows[fold.train], task.sample.rows[fold.test]
            every = np.arange(task.sample.labels.size)
            labels = np.where(np.isin(every, rows), task.sample.labels, -1)
            features, n_classes = task.sample.features, task.sample.n_classes
            inner = Sample(features, labels.astype(np.int32), n_classes, rows)
            reading = HierarchicalShrinkage(penalty=value).fit(C44().grow(inner), inner)
            proba = reading.predict(Rows(features, asked))
            scores.append(roc_auc_score(task.sample.labels[asked], proba[:, 1]))
        means.append(np.mean(scores))
    return int(np.argmax(np.round(means, 12)))


def test_the_value_that_ranks_best_is_chosen():
    chosen = []
    for seed in range(400):
        task = make_small_task(make_problem(seed, raising=True))
        labels = task.sample.labels[task.sample.rows]
        if task.sample.n_classes > 2 or min(np.bincount(labels, minlength=2)) < 3:
            continue
        tuned = Tuned(values=VALUES, inner_folds=3)
        candidates = tuned.candidates(HierarchicalShrinkage())
        choice = tuned.choose(C44(), candidates, task.sample)
        assert choice == _literal_choice(task, VALUES, 3)
        chosen.append(choice)
        tree = C44().grow(task.sample)
        expected = candidates[choice].fit(tree, task.sample).predict(task.rows)
        found = answer(tuned, C44(), HierarchicalShrinkage(), task)
        assert np.array_equal(found, expected)
        if len(chosen) == 30:
            break
    assert len(chosen) == 30
    assert len(set(chosen)) >= 3


def test_an_estimator_without_the_parameter_is_refused():
    task = make_small_task(make_problem(8))
    with pytest.raises(RankreesError, match="frequency has no parameter 'penalty'"):
        answer(Tuned(), C44(), Frequency(), task)


def test_too_few_rows_to_choose_by():
    task = make_small_task(make_problem(8))
    alone = task.sample.only(task.sample.rows[:1])
    tuned = Tuned(values=VALUES)
    assert tuned.choose(C44(), tuned.candidates(HierarchicalShrinkage()), alone) == 0
