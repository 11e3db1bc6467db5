from __future__ import annotations

import numpy as np
import pytest

from rankrees.estimators.naive_bayes import NaiveBayes
from rankrees.estimators.shrinkage_nb import ShrinkageNB
from rankrees.growers.root import Root
from rankrees.preprocess.discretize import EqualWidth
from tests.oracles import shrinkage_nb
from tests.oracles.small_data import make_problem, make_small_task


def _nominal(pairs):
    found = [pair for pair in pairs if all(pair.problem.n_values)]
    assert len(found) >= 50
    return found


def test_described(whole_pairs, compare):
    ours, twins = compare(_nominal(whole_pairs), ShrinkageNB(), shrinkage_nb.described)
    assert ours == pytest.approx(twins, abs=1e-12)


def test_iterated(whole_pairs, compare):
    ours, twins = compare(
        _nominal(whole_pairs)[::8],
        ShrinkageNB(iterations=5),
        lambda tree, row: shrinkage_nb.described(tree, row, iterations=5),
    )
    assert ours == pytest.approx(twins, abs=1e-12)


def test_divided_rows(missing_pairs, compare):
    """A row of which a node has a part only is taken out by that part."""
    ours, twins = compare(
        _nominal(missing_pairs), ShrinkageNB(), shrinkage_nb.described
    )
    assert ours == pytest.approx(twins, abs=1e-9)


def test_a_row_taken_out_comes_back(whole_pairs):
    """The second answer is the first: learning leaves the counts as they were."""
    pair = _nominal(whole_pairs)[0]
    first = pair.ask(ShrinkageNB())
    assert np.array_equal(first, pair.ask(ShrinkageNB()))


def test_on_a_tree_of_one_leaf_it_ranks_as_naive_bayes_does():
    """One weight per class for the root; for two classes the order is that of NB."""
    tasks = (make_small_task(make_problem(seed)) for seed in range(99))
    task = next(task for task in tasks if task.sample.n_classes == 2)
    tree = Root().grow(task.sample)
    plain = NaiveBayes().fit(tree, task.sample).predict(task.rows)[:, 0]
    shrunk = ShrinkageNB().fit(tree, task.sample).predict(task.rows)[:, 0]
    assert np.array_equal(np.argsort(plain), np.argsort(shrunk))


def test_numbers_are_taken_in_ten_bins():
    problem = make_problem(12, numeric=True)
    task = make_small_task(problem)
    tree = Root().grow(task.sample)
    rows = [list(cells) for cells in problem.rows]
    n_values = list(problem.n_values)
    for a, size in enumerate(problem.n_values):
        if size == 0:
            column = np.array([cells[a] for cells in rows])
            labels = np.array([problem.labels[row] for row in problem.train])
            cuts = EqualWidth(bins=10).cuts(
                column[problem.train], labels, problem.n_classes
            )
            for cells in rows:
                cells[a] = int(np.searchsorted(cuts, cells[a]))
            n_values[a] = 10
    binned = type(problem)(
        n_values,
        problem.n_classes,
        rows,
        problem.labels,
        problem.train,
        problem.test,
    )
    other = make_small_task(binned)
    expected = (
        ShrinkageNB().fit(Root().grow(other.sample), other.sample).predict(other.rows)
    )
    assert np.array_equal(
        ShrinkageNB().fit(tree, task.sample).predict(task.rows), expected
    )
