from __future__ import annotations

import numpy as np
import pytest

from rankrees.estimators.shrinkage import Shrinkage
from rankrees.trees.chains import make_chains, own_weights
from tests.oracles import shrinkage
from tests.oracles.leaf_estimates import spread

PUBLISHED = Shrinkage(leave_one_out=False, empty_leaf="dropped", stale_chain=True)


def _published(tree, row):
    return spread(tree, row, lambda path: shrinkage.published(tree, path))


def _described(iterations):
    return lambda tree, row: spread(
        tree, row, lambda path: shrinkage.described(tree, path, iterations)
    )


def test_published(whole_pairs, compare):
    ours, twins = compare(whole_pairs, PUBLISHED, _published)
    assert ours == pytest.approx(twins, rel=1e-14, abs=0)


def test_published_gives_the_twins_very_bits(whole_pairs, compare):
    ours, twins = compare(whole_pairs, PUBLISHED, _published)
    assert np.array_equal(ours, twins)


def test_published_on_divided_rows(missing_pairs, compare):
    ours, twins = compare(missing_pairs, PUBLISHED, _published)
    assert ours == pytest.approx(twins, abs=1e-12)


@pytest.mark.parametrize("iterations", [1, 4])
def test_described_takes_each_row_out(whole_pairs, compare, iterations):
    ours, twins = compare(
        whole_pairs, Shrinkage(iterations=iterations), _described(iterations)
    )
    assert ours == pytest.approx(twins, abs=1e-12)


def test_described_on_divided_rows(missing_pairs, compare):
    """A node that has a part of a row loses that part when the row is taken out.

    The twin does so literally, and each row of the leaf speaks
    once, however small its part.
    """
    ours, twins = compare(missing_pairs, Shrinkage(), _described(1))
    assert ours == pytest.approx(twins, abs=1e-9)


def test_described_by_hand(example):
    of_x, of_z = example.ask(Shrinkage())
    out = []
    third = 1 / 3
    for n_root, n_leaf in ((10, 7), (6, 1), (0, 0)):
        # taken out: the class's own rows (n_leaf of 8), then the rows of the others
        own = np.array([1 / 16, (n_root - 1 + third) / 16, (n_leaf - 1 + third) / 8])
        other = np.array([1 / 16, (n_root + third) / 16, (n_leaf + third) / 8])
        beta = n_leaf * own / own.sum() + (8 - n_leaf) * other / other.sum()
        all_in = np.array([1 / 16, (n_root + third) / 17, (n_leaf + third) / 9])
        out.append((beta / 8) @ all_in)
    assert of_x == pytest.approx(np.array(out) / sum(out))
    # the empty leaf keeps equal weights; its own local estimate is 1/3
    out = [(1 / 16 + (n + third) / 17 + third) / 3 for n in (10, 6, 0)]
    assert of_z == pytest.approx(np.array(out) / sum(out))


def test_published_by_hand(example):
    of_x, of_z = example.ask(PUBLISHED)
    # weights are in proportion to the estimates, so o = sum P^2 / sum P
    out = []
    for n_root, n_leaf in ((10, 7), (6, 1), (0, 0)):
        p = np.array([1 / 16, (n_root + 1 / 3) / 17, (n_leaf + 1 / 3) / 9])
        out.append((p @ p) / p.sum())
    assert of_x == pytest.approx(np.array(out) / sum(out))
    out = []
    for n_root in (10, 6, 0):
        p = np.array([1 / 16, (n_root + 1 / 3) / 17])
        out.append((p @ p) / p.sum())
    assert of_z == pytest.approx(np.array(out) / sum(out))


def test_a_swallowed_node_loses_only_rows_it_has(whole_pairs, missing_pairs):
    """A node swallowed by raising may never have had a row that reached the leaf later.

    Taken out all the same, such a row left counts below 0, and a probability with them:
    seen on primary-tumor with stale parents and leave-one-out together.
    """
    seen = set()
    for pair in [*whole_pairs, *missing_pairs]:
        tree = pair.tree
        chains = make_chains(tree, stale=True)
        for i, leaf in enumerate(tree.leaves):
            chain = chains.nodes[chains.start[i] : chains.start[i + 1]]
            own = own_weights(
                chain,
                tree.is_reachable,
                tree.row_start,
                tree.row_end,
                tree.rows,
                tree.row_weights,
            )
            for x, row in enumerate(tree.node_rows(leaf)):
                for j, node in enumerate(chain):
                    at = np.flatnonzero(tree.node_rows(node) == row)
                    weights = tree.row_weights[tree.row_start[node] + at]
                    assert own[x, j] == (weights[0] if at.size else 0.0)
                    seen.add(own[x, j] if own[x, j] in (0.0, 1.0) else 0.5)
    assert seen == {0.0, 0.5, 1.0}
