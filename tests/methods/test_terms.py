"""The terms of an explanation add up to the estimator's own probability."""

from __future__ import annotations

import numpy as np
import pytest

from rankrees.estimators.m_branch import MBranch
from rankrees.estimators.shrinkage import Shrinkage
from rankrees.growers.c45 import C44
from rankrees.methods.sample import Rows
from rankrees.methods.terms import UNIFORM
from tests.methods.test_contract import CONFIGS, PROBLEMS, component
from tests.oracles.small_data import make_small_task

ESTIMATORS = [
    component("estimator", name)(**config.parameters)
    for name, configs in CONFIGS["estimator"].items()
    for config in configs
]
TAKEN_APART = {"m-branch", "shrinkage", "combination", "ling-yan"}


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda one: one.id)
def test_terms_add_up(problem, estimator):
    task = make_small_task(PROBLEMS[problem])
    tree = C44().grow(task.sample)
    reading = estimator.fit(tree, task.sample)
    expected = reading.predict(task.rows)
    largest = 0
    for i, row in enumerate(task.rows.at[:8]):
        alone = Rows(task.rows.features, np.array([row], dtype=np.int32))
        terms = reading.terms(alone)
        total = sum(term.contribution for term in terms)
        assert total == pytest.approx(expected[i], abs=1e-12)
        largest = max(largest, len(terms))
    if estimator.name in TAKEN_APART and tree.n_nodes > 1:
        assert largest > 1


def test_weights_of_m_branch_by_hand():
    """Two nodes: p = N2/(N2+m) f2 + m/(N2+m) (N1/(N1+m) f1 + m/(N1+m)/C)."""
    problem = PROBLEMS["plain"]
    task = make_small_task(problem)
    tree = C44().grow(task.sample)
    reading = MBranch(m=3.0).fit(tree, task.sample)
    terms = reading.terms(Rows(task.rows.features, task.rows.at[:1]))
    sizes = [tree.totals[term.node] for term in terms if term.node != UNIFORM]
    assert terms[0].node == UNIFORM
    for k, term in enumerate(terms[1:]):
        weight = sizes[k] / (sizes[k] + 3.0)
        for below in sizes[k + 1 :]:
            weight *= 3.0 / (below + 3.0)
        assert term.weight == pytest.approx(weight)


def test_weights_of_shrinkage_sum_to_one_but_for_the_division():
    """The division by the sum over classes is the same for all nodes of a path."""
    task = make_small_task(PROBLEMS["plain"])
    tree = C44().grow(task.sample)
    reading = Shrinkage().fit(tree, task.sample)
    terms = reading.terms(Rows(task.rows.features, task.rows.at[:1]))
    sums = sum(term.weight for term in terms)
    assert sums == pytest.approx(sums[0])


def test_one_row_at_a_time():
    task = make_small_task(PROBLEMS["plain"])
    tree = C44().grow(task.sample)
    with pytest.raises(ValueError, match="one row"):
        Shrinkage().fit(tree, task.sample).terms(task.rows)
