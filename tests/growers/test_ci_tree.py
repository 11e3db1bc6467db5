from __future__ import annotations

import numpy as np
import pytest

from rankrees.errors import RankreesError
from rankrees.growers.ci_tree import CITree
from rankrees.trees.tree import LEAF, Tree
from tests.oracles.ci_tree import CITree as Twin
from tests.oracles.ci_tree import Node
from tests.oracles.small_data import (
    Problem,
    make_problem,
    make_small_task,
    with_bag,
)

OPTIONS = [
    {},
    {"inner_auc": "auc"},
    {"prune": "subtree"},
    {"prune": "subtree", "keep_tested": True, "shuffled": True},
    {"prune": "none", "inner_folds": 3, "min_rows": 4, "inner_auc": "auc"},
    {"pooled": False},
    {"pooled": False, "prune": "subtree", "inner_auc": "auc", "keep_tested": True},
]
# how the published program was: its curve and small parts make smaller trees
OF_2004 = [
    {"inner_auc": "auc_2004", "keep_tested": True, "prune": "subtree"},
    {
        "inner_auc": "auc_2004",
        "keep_tested": True,
        "prune": "subtree",
        "small_grow": "left-out",
        "small_prune": "wrong",
    },
    {"small_grow": "wrong", "small_prune": "left-out", "prune": "subtree"},
    {"small_grow": "zero", "small_prune": "zero", "min_split": 12},
]


def problems() -> list[Problem]:
    """Two hundred, a quarter of them bags with rows drawn several times."""
    found = [
        make_problem(seed, raising=seed % 3 > 0, unlabelled=0.1 * (seed % 5 == 0))
        for seed in range(150)
    ]
    return found + [with_bag(problem, 5) for problem in found[::3]]


def assert_same(tree: Tree, node: int, twin: Node) -> int:
    """Compare two subtrees; return the number of inner nodes."""
    assert tree.node_rows(node).tolist() == twin.rows
    if twin.attribute is None:
        assert tree.attribute[node] == LEAF
        assert tree.n_children[node] == 0
        return 0
    assert tree.attribute[node] == twin.attribute
    assert tree.n_children[node] == len(twin.sons)
    first = tree.first_child[node]
    return 1 + sum(assert_same(tree, first + b, son) for b, son in enumerate(twin.sons))


@pytest.mark.parametrize("options", [*OPTIONS, *OF_2004], ids=str)
def test_equals_the_twin(options):
    inner = pruned = 0
    for problem in problems():
        task = make_small_task(problem)
        twin = Twin(problem, **options)
        tree = CITree(**options).grow(task.sample)
        inner += assert_same(tree, 0, twin.root)
        pruned += twin.n_pruned
    assert inner > (50 if options in OF_2004 else 100)
    assert pruned > 100 or options.get("prune") == "none"


def test_counts_and_weights():
    task = make_small_task(make_problem(1, raising=True))
    tree = CITree(prune="none").grow(task.sample)
    for node in tree.nodes:
        labels = task.sample.labels[tree.node_rows(node)]
        expected = np.bincount(labels, minlength=task.sample.n_classes)
        assert tree.counts[node].tolist() == expected.tolist()
    assert (tree.row_weights == 1.0).all()


def test_numbers_are_refused():
    task = make_small_task(make_problem(3, numeric=True))
    with pytest.raises(RankreesError, match=r"ci-tree needs nominal attributes.*discr"):
        CITree().grow(task.sample)


def test_missing_values_are_refused():
    task = make_small_task(make_problem(3, missing=0.2))
    with pytest.raises(RankreesError, match=r"ci-tree needs values.*replace-missing"):
        CITree().grow(task.sample)


@pytest.mark.parametrize("wrong", [{"inner_folds": 1}, {"min_rows": 4}])
def test_parameters_that_make_no_sense(wrong):
    with pytest.raises(RankreesError):
        CITree(**wrong)


def test_parameters_that_came_later_leave_the_name_as_it_was():
    """It is part of the keys of stored results."""
    assert CITree().id == (
        "ci-tree[inner_auc=auc_unb,inner_folds=5,keep_tested=false,min_rows=5,"
        "pooled=true,prune=children,shuffled=false]"
    )
    assert "min_split=30" in CITree(min_split=30).id
