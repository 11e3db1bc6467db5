"""Plain data: counting by one-hot lines, and the trees that are grown by it.

The oracle of whole trees is the kernel for any data, which has twins and Weka of its
own: it must grow the very same ones.
"""

from __future__ import annotations

import numpy as np
import pytest

from rankrees.data.arff.reader import read_arff
from rankrees.data.catalog import Catalog
from rankrees.data.dataset import MISSING_CODE
from rankrees.estimators.leaf import Frequency, Laplace, MEstimate
from rankrees.growers.c45 import C44, C45
from rankrees.kernel import kernel
from rankrees.methods.sample import Sample, TestSet
from rankrees.methods.task import Task, make_task
from rankrees.preprocess.discretize import EqualWidth
from rankrees.preprocess.missing import ReplaceMissing
from rankrees.preprocess.pipeline import prepare_dataset
from rankrees.split.weka_folds import weka_folds
from rankrees.trees.features import Features, make_features
from rankrees.trees.one_hot import add_lines
from rankrees.trees.plain import PlainTree
from rankrees.trees.tree import LEAF, Tree

PROBLEMS = [
    *((seed, 60, 2 + seed % 4) for seed in range(12)),
    *((seed, 300, 2) for seed in range(12, 72, 3)),
    *((seed, 2000, 2 + seed % 7) for seed in range(12, 20)),
]
"""Seed, rows, classes."""


def make_plain_table(codes, n_values) -> Features:
    codes = np.asarray(codes, dtype=np.int16)
    return Features(
        codes,
        np.empty((0, codes.shape[1])),
        np.full(len(codes), -1, dtype=np.int32),
        np.asarray(n_values, dtype=np.int32),
    )


def make_random_task(seed: int, n: int, n_classes: int) -> tuple[Task, Task]:
    """Return a task twice: the second one's table is not written out.

    The class depends on three attributes, with errors; a few rows have none.
    """
    random = np.random.default_rng(seed)
    most = 12 if seed % 3 else 3
    n_values = random.integers(1, most, size=random.integers(3, 12)) + (most == 3)
    codes = np.stack([random.integers(0, v, size=n) for v in n_values])
    labels = (codes[0] + 2 * codes[1] * codes[2]) % n_classes
    wrong = random.random(n) < 0.2
    labels[wrong] = random.integers(0, n_classes, size=wrong.sum())
    labels[random.random(n) < 0.02] = MISSING_CODE
    train, test = np.split(random.permutation(n).astype(np.int32), [n - n // 5])
    if seed % 2:
        train = random.choice(train, size=len(train))  # a bag
    known = np.full(n, MISSING_CODE, dtype=np.int32)
    known[train] = labels[train]
    tables = make_plain_table(codes, n_values), make_plain_table(codes, n_values)
    tables[1].__dict__["one_hot"] = None
    first, second = (
        Task(Sample(table, known, n_classes, train), TestSet(table, test))
        for table in tables
    )
    return first, second


def nodes_with_chains(tree: Tree) -> list[int]:
    """Return the nodes of the tree, and those that its chains pass."""
    found = set()
    for node in tree.nodes.tolist():
        while node != LEAF and node not in found:
            found.add(node)
            node = int(tree.chain_parent[node])
    return sorted(found)


@kernel
def _sum_lines(words, width, rows, sums):
    add_lines(words, width, rows, 0, rows.shape[0], sums, 0)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 8, 9, 255])
@pytest.mark.parametrize("n_values", [[2], [3, 1, 4], [10] * 13, [2, 40, 7]])
def test_the_sum_of_lines_is_the_table_of_counts(n, n_values):
    random = np.random.default_rng(n)
    codes = np.stack([random.integers(0, v, size=300) for v in n_values])
    table = make_plain_table(codes, n_values)
    one_hot = table.one_hot
    assert one_hot is not None
    rows = random.integers(0, 300, size=n).astype(np.int32)
    width, n_attributes, widest = one_hot.places[:3].tolist()
    sums = np.zeros(width, dtype=np.uint64)
    _sum_lines(one_hot.words, width, rows, sums)
    counts = sums.view(np.uint8)
    value_start = one_hot.places[3 : 4 + widest]
    first_place = one_hot.places[4 + widest : 4 + widest + n_attributes]
    for a, n_declared in enumerate(n_values):
        found = [counts[value_start[v] + first_place[a]] for v in range(n_declared)]
        expected = np.bincount(codes[a, rows], minlength=n_declared)
        assert found == expected.tolist()
    assert counts.sum() == n * len(n_values)


def test_what_is_not_written_out():
    codes = [[0, 1, 0, 1]]
    assert make_plain_table(codes, [2]).one_hot is not None
    assert make_plain_table([[0, -1, 0, 1]], [2]).one_hot is None
    assert make_plain_table(codes, [1000]).one_hot is None
    numeric = Features(
        np.zeros((1, 4), dtype=np.int16),
        np.ones((1, 4)),
        np.zeros(1, dtype=np.int32),
        np.zeros(1, dtype=np.int32),
    )
    assert numeric.one_hot is not None  # nothing to write out, but nothing in the way


def _check_same(plain: Tree, tree: Tree) -> None:
    assert isinstance(plain, PlainTree)
    assert not isinstance(tree, PlainTree)
    for name in ("attribute", "first_child", "n_children", "chain_parent"):
        np.testing.assert_array_equal(getattr(plain, name), getattr(tree, name))
    kept = nodes_with_chains(tree)
    np.testing.assert_array_equal(plain.counts[kept], tree.counts[kept])
    np.testing.assert_array_equal(plain.totals[kept], tree.totals[kept])
    for node in kept:
        np.testing.assert_array_equal(plain.node_rows(node), tree.node_rows(node))
    assert plain.n_classes == tree.n_classes
    assert plain.is_whole
    assert tree.is_whole
    assert plain.row_weights.tolist() == [1.0] * len(plain.rows)


@pytest.mark.parametrize(
    "grower",
    [C44(), C45(), C45(raising=False), C45(min_leaf=1), C45(confidence=0.5)],
    ids=lambda grower: grower.id,
)
@pytest.mark.parametrize(("seed", "n", "n_classes"), PROBLEMS)
def test_trees_are_those_of_the_kernel_for_any_data(grower, seed, n, n_classes):
    plain_task, task = make_random_task(seed, n, n_classes)
    plain = grower.grow(plain_task.sample)
    tree = grower.grow(task.sample)
    _check_same(plain, tree)
    for estimator in (Frequency(), Laplace(), MEstimate()):
        np.testing.assert_array_equal(
            estimator.fit(plain, plain_task.sample).predict(plain_task.rows),
            estimator.fit(tree, task.sample).predict(task.rows),
        )


@pytest.mark.parametrize("name", ["credit-g", "segment"])
def test_raised_trees_are_those_of_the_kernel_for_any_data(name):
    """In these, chains pass through swallowed nodes."""
    located = Catalog(None).find(name)
    assert located is not None
    steps = [ReplaceMissing(), EqualWidth()]
    dataset = prepare_dataset(read_arff(located.path, name=name), steps)
    tables = make_features(dataset), make_features(dataset)
    tables[1].__dict__["one_hot"] = None
    swallowed = 0
    for fold in weka_folds(dataset.labels, 1, 10):
        tasks = [make_task(dataset, table, fold.train, fold.test) for table in tables]
        plain, tree = (C45().grow(task.sample) for task in tasks)
        _check_same(plain, tree)
        swallowed += len(nodes_with_chains(tree)) - tree.n_nodes
    assert swallowed > 0


@pytest.mark.parametrize("estimator", [Frequency(), Laplace()])
def test_without_rows_there_is_a_lone_leaf(estimator):
    table = make_plain_table([[0, 1, 0]], [2])
    labels = np.full(3, MISSING_CODE, dtype=np.int32)
    rows = np.arange(3, dtype=np.int32)
    task = Task(Sample(table, labels, 2, rows[:0]), TestSet(table, rows))
    tree = C45().grow(task.sample)
    assert tree.n_nodes == 1
    assert tree.rows.shape == (0,)
    expected = 0.0 if isinstance(estimator, Frequency) else 0.5
    assert (
        estimator.fit(tree, task.sample).predict(task.rows).tolist()
        == [[expected] * 2] * 3
    )
