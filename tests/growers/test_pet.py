"""Trees by each criterion against the enumeration of all splits; C4.4; pruning."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rankrees.errors import RankreesError
from rankrees.growers.c45 import C44
from rankrees.growers.pet import Pet
from rankrees.trees.criteria import CRITERIA
from rankrees.trees.text import tree_text
from rankrees.trees.tree import LEAF
from tests.oracles.pet_tree import PetTree, tiny_problems
from tests.oracles.small_data import (
    make_dataset,
    make_small_task,
    missing_problems,
    whole_problems,
    with_bag,
)

N_TINY = 1000


def _grow(problem, **options):
    task = make_small_task(problem)
    return Pet(**options).grow(task.sample)


def _larger_problems():
    whole = whole_problems(60)
    bags = [with_bag(problem, seed) for seed, problem in enumerate(whole[:10])]
    return [*whole, *bags, *missing_problems(60)]


def _check_same(tree, twin):
    nodes = list(twin.root.nodes())
    assert tree.n_nodes == len(nodes)
    for node, other in zip(tree.nodes, nodes, strict=True):
        attribute = LEAF if other.attribute is None else other.attribute
        assert tree.attribute[node] == attribute
        np.testing.assert_equal(tree.threshold[node], other.threshold)
        assert tree.n_children[node] == len(other.sons)
        np.testing.assert_allclose(tree.counts[node], other.counts, atol=1e-9)
        assert sorted(tree.node_rows(node)) == sorted(row for row, _ in other.rows)


@pytest.mark.parametrize("criterion", CRITERIA)
def test_the_first_split_is_the_best_of_all(criterion):
    kinds = []
    for problem in tiny_problems(N_TINY):
        tree = _grow(problem, criterion=criterion)
        root = PetTree(problem, criterion).root
        if root.is_leaf:
            assert tree.attribute[0] == LEAF
            kinds.append("none")
            continue
        assert tree.attribute[0] == root.attribute
        np.testing.assert_equal(tree.threshold[0], root.threshold)
        assert tree.counts[0] == pytest.approx(root.counts)
        sons = tree.counts[1 : 1 + len(root.sons)]
        np.testing.assert_allclose(sons, [s.counts for s in root.sons], atol=1e-9)
        missing = any(problem.rows[row][root.attribute] is None for row, _ in root.rows)
        kind = "nominal" if np.isnan(root.threshold) else "numeric"
        kinds.append(kind + missing * " with missing values")
    for kind in ("none", "nominal", "numeric"):
        assert kinds.count(kind) >= 20, kind
    for kind in ("nominal", "numeric"):
        assert kinds.count(kind + " with missing values") >= 100, kind


def test_the_criteria_differ():
    """A mix-up of two of them would be seen above."""
    roots = {
        criterion: [
            (tree.attribute[0], tree.threshold[0])
            for tree in (_grow(p, criterion=criterion) for p in tiny_problems(300))
        ]
        for criterion in CRITERIA
    }
    for one in CRITERIA:
        for other in CRITERIA:
            if one < other:
                pairs = zip(roots[one], roots[other], strict=True)
                assert sum(str(a) != str(b) for a, b in pairs) >= 5, (one, other)


@pytest.mark.parametrize("min_leaf", [1, 2, 4])
@pytest.mark.parametrize("criterion", CRITERIA)
def test_whole_trees(criterion, min_leaf):
    n_deep = 0
    for problem in _larger_problems():
        tree = _grow(problem, criterion=criterion, min_leaf=min_leaf)
        _check_same(tree, PetTree(problem, criterion, min_leaf=min_leaf))
        n_deep += np.count_nonzero(tree.attribute != LEAF) > 3
    assert n_deep >= 20


@pytest.mark.parametrize("criterion", [c for c in CRITERIA if c != "gain-ratio"])
def test_trees_that_split_wherever_they_can(criterion):
    n_larger = 0
    for problem in _larger_problems():
        tree = _grow(problem, criterion=criterion, improving=False)
        _check_same(tree, PetTree(problem, criterion, improving=False))
        n_larger += tree.n_nodes > _grow(problem, criterion=criterion).n_nodes
    assert n_larger >= 5


def test_gain_ratio_is_c44():
    for problem in [*_larger_problems(), *tiny_problems(200)]:
        task, dataset = make_small_task(problem), make_dataset(problem)
        tree, c44 = (g.grow(task.sample) for g in (Pet(), C44()))
        assert tree_text(tree, dataset) == tree_text(c44, dataset)
        np.testing.assert_array_equal(tree.counts, c44.counts)


@pytest.mark.parametrize("prune_by", ["node", "leaf"])
@pytest.mark.parametrize("rule", ["2K/c", "2Kc"])
@pytest.mark.parametrize("k", [1.0, 2.5, 6.0, 15.0])
def test_pruned_trees(prune_by, rule, k):
    n_smaller = 0
    for problem in _larger_problems():
        options = {"criterion": "gini", "min_leaf": 1}
        c = problem.n_classes
        tree = _grow(
            problem,
            cardinality=k,
            cardinality_rule=rule,
            prune_by=prune_by,
            **options,
        )
        bound = 2 * k / c if rule == "2K/c" else 2 * k * c
        _check_same(tree, PetTree(problem, bound=bound, prune_by=prune_by, **options))
        n_smaller += tree.n_nodes < _grow(problem, **options).n_nodes
    if bound > 4:
        assert n_smaller >= 30


@pytest.mark.parametrize("prune_by", ["node", "leaf"])
def test_the_printed_rule_prunes_nothing_at_k_1(prune_by):
    for problem in whole_problems(60):
        pruned = _grow(problem, cardinality=1.0, prune_by=prune_by, min_leaf=1)
        assert pruned.n_nodes == _grow(problem, min_leaf=1).n_nodes


@pytest.mark.parametrize(
    ("rule", "n_classes", "bound"), [("2K/c", 2, 6), ("2K/c", 4, 3), ("2Kc", 4, 48)]
)
def test_bounds(rule, n_classes, bound):
    assert Pet(cardinality=6.0, cardinality_rule=rule).bound(n_classes) == bound


def test_one_class_and_no_attribute_of_use_are_leaves():
    problem = whole_problems(1)[0]
    one_class = replace(problem, labels=[0] * len(problem.labels))
    useless = replace(problem, rows=[problem.rows[0]] * len(problem.rows))
    for criterion in CRITERIA:
        assert _grow(one_class, criterion=criterion).n_nodes == 1
        assert _grow(useless, criterion=criterion).n_nodes == 1


@pytest.mark.parametrize(
    "options", [{"min_leaf": 0}, {"cardinality": -1.0}, {"cardinality": float("nan")}]
)
def test_impossible_parameters_are_refused(options):
    with pytest.raises(RankreesError, match="must be"):
        Pet(**options)
