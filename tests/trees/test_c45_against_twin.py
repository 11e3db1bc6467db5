"""Compiled C4.5 against the plain twin: structure, rows, counts and stale chains."""

from __future__ import annotations

import pytest

from rankrees.trees.grow import grow_c45
from rankrees.trees.text import tree_text
from tests.oracles import c45_tree
from tests.oracles.small_data import (
    make_dataset,
    make_small_task,
    missing_problems,
    raised_problems,
    whole_problems,
    with_bag,
)

DEFAULTS = {
    "confidence": 0.25,
    "min_leaf": 2,
    "pruned": True,
    "collapse": True,
    "raising": True,
}
OPTIONS = [
    {},
    {"confidence": 0.5, "min_leaf": 1},
    {"confidence": 0.1, "min_leaf": 3},
    {"pruned": False},
    {"pruned": False, "collapse": False},
    {"collapse": False, "raising": False},
]


def _problems():
    whole = whole_problems(80)
    bags = [with_bag(problem, seed) for seed, problem in enumerate(whole[:20])]
    return [*whole, *bags, *raised_problems(), *missing_problems(100)]


def _grow(problem, options):
    task = make_small_task(problem)
    return grow_c45(
        task.sample.features,
        task.sample.labels,
        task.sample.n_classes,
        task.sample.rows,
        None,
        **(DEFAULTS | options),
    )


@pytest.fixture(scope="module", params=OPTIONS, ids=str)
def grown(request):
    """(problem, our tree, the twin) of each problem, grown with some options."""
    return [
        (problem, _grow(problem, request.param), c45_tree.C45(problem, **request.param))
        for problem in _problems()
    ]


def test_texts_are_equal(grown):
    for problem, tree, twin in grown:
        assert tree_text(tree, make_dataset(problem)) == twin.text()


def test_the_nodes_hold_the_same_rows(grown):
    for _, tree, twin in grown:
        nodes = list(twin.root.nodes())
        assert tree.n_nodes == len(nodes)
        assert tree.n_leaves == len(twin.root.leaves())
        for node, other in zip(tree.nodes, nodes, strict=True):
            _check_same(tree, node, other)


def test_the_chains_hold_the_same_nodes(grown):
    """Swallowed nodes too, with the rows they had when they were swallowed."""
    for _, tree, twin in grown:
        for leaf, other in zip(tree.leaves, twin.root.leaves(), strict=True):
            chain = tree.chain(int(leaf), stale=True)
            other_chain = c45_tree.stale_chain(other)
            assert len(chain) == len(other_chain)
            for node, twins in zip(chain, other_chain, strict=True):
                _check_same(tree, node, twins)


def _check_same(tree, node, other):
    assert tree.node_rows(node).tolist() == [row for row, _ in other.rows]
    weights = tree.row_weights[tree.row_start[node] : tree.row_end[node]]
    assert weights == pytest.approx([weight for _, weight in other.rows])
    assert tree.counts[node] == pytest.approx(other.counts, abs=1e-9)
    assert tree.is_empty[node] == other.is_empty


def test_the_problems_show_what_pruning_can_do():
    """Equal trees prove little if nothing is ever raised, collapsed or empty."""
    problems = _problems()
    plain = [c45_tree.C45(p, pruned=False, collapse=False) for p in problems]
    collapsed = [c45_tree.C45(p, pruned=False) for p in problems]
    pruned = [c45_tree.C45(p, confidence=0.5, min_leaf=1) for p in problems]
    assert sum(a.text() != b.text() for a, b in zip(plain, collapsed, strict=True)) > 50
    assert sum(tree.n_swallowed() > 0 for tree in pruned) >= 30
    assert sum(tree.n_swallowed() > 2 for tree in pruned) >= 10
    assert sum(tree.n_raised > 1 for tree in pruned) >= 10
    assert sum(any(leaf.is_empty for leaf in t.root.leaves()) for t in plain) >= 50
    divided = [t for t in plain for leaf in t.root.leaves() if leaf.total % 1 > 1e-9]
    assert len(divided) >= 50
    thresholds = [
        n for t in plain for n in t.root.nodes() if n.threshold == n.threshold
    ]
    assert len(thresholds) >= 100
