"""A tree by hand, in which the root has swallowed its largest branch."""

from __future__ import annotations

import numpy as np
import pytest

from rankrees.trees.chains import make_chains
from rankrees.trees.tree import LEAF, Tree, sum_row


@pytest.fixture
def raised() -> Tree:
    """The root (0) had the sons 1 and 2; it took over 2's sons 3 and 4.

    Node 3 is a leaf with rows, node 4 an empty leaf; 1 and 2 are off the tree.
    """
    return Tree(
        attribute=np.array([1, LEAF, 1, LEAF, LEAF], dtype=np.int32),
        threshold=np.full(5, np.nan),
        first_child=np.array([3, 0, 3, 0, 0], dtype=np.int32),
        n_children=np.array([2, 0, 2, 0, 0], dtype=np.int32),
        counts=np.array([[2, 3], [2, 0], [0, 3], [2, 3], [0, 0]], dtype=float),
        chain_parent=np.array([LEAF, 0, 0, 2, 2], dtype=np.int32),
        row_start=np.array([0, 5, 7, 10, 15]),
        row_end=np.array([5, 7, 10, 15, 15]),
        rows=np.array([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4], dtype=np.int32),
        row_weights=np.ones(15),
    )


def test_what_is_part_of_the_tree(raised):
    assert raised.nodes.tolist() == [0, 3, 4]
    assert raised.leaves.tolist() == [3, 4]
    assert raised.is_reachable.tolist() == [True, False, False, True, True]
    assert (raised.n_nodes, raised.n_leaves, raised.n_classes) == (3, 2, 2)


def test_weights_and_rows(raised):
    assert raised.totals.tolist() == [5, 2, 3, 5, 0]
    assert raised.is_empty.tolist() == [False, False, False, False, True]
    assert raised.node_rows(2).tolist() == [2, 3, 4]


def test_true_and_stale_chains(raised):
    assert raised.parent.tolist() == [LEAF, LEAF, LEAF, 0, 0]
    assert raised.chain(3) == [0, 3]
    assert raised.chain(3, stale=True) == [0, 2, 3]


@pytest.mark.parametrize(
    ("stale", "drop", "expected"),
    [
        (False, False, [[0, 3], [0, 4]]),
        (True, False, [[0, 2, 3], [0, 2, 4]]),
        (False, True, [[0, 3], [0]]),
        (True, True, [[0, 2, 3], [0, 2]]),
    ],
)
def test_all_chains(raised, stale, drop, expected):
    chains = make_chains(raised, stale=stale, drop_empty_leaf=drop)
    assert chains.leaves.tolist() == [3, 4]
    assert chains.index.tolist() == [-1, -1, -1, 0, 1]
    found = [
        chains.nodes[start:end].tolist()
        for start, end in zip(chains.start, chains.start[1:], strict=False)
    ]
    assert found == expected


def test_a_lone_empty_root_keeps_its_chain():
    """There is no parent to answer for it."""
    alone = Tree(
        attribute=np.array([LEAF], dtype=np.int32),
        threshold=np.array([np.nan]),
        first_child=np.zeros(1, dtype=np.int32),
        n_children=np.zeros(1, dtype=np.int32),
        counts=np.zeros((1, 2)),
        chain_parent=np.array([LEAF], dtype=np.int32),
        row_start=np.zeros(1, dtype=np.int64),
        row_end=np.zeros(1, dtype=np.int64),
        rows=np.zeros(0, dtype=np.int32),
        row_weights=np.zeros(0),
    )
    chains = make_chains(alone, stale=False, drop_empty_leaf=True)
    assert chains.nodes.tolist() == [0]


@pytest.mark.parametrize("n", [1, 2, 7, 8, 9, 15, 16, 26, 40])
def test_rows_are_summed_as_numpy_does(n):
    rows = np.random.default_rng(n).random((200, n))
    assert [sum_row(row) for row in rows] == rows.sum(axis=1).tolist()
