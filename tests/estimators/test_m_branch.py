from __future__ import annotations

import numpy as np
import pytest

from rankrees.estimators.m_branch import MBranch
from tests.oracles import m_branch
from tests.oracles.leaf_estimates import spread

PUBLISHED = MBranch(adaptive=True, normalise=False, stale_chain=True)
DESCRIBED = [
    (MBranch(), lambda path, n: m_branch.constant(path)),
    (MBranch(m=2.0), lambda path, n: m_branch.constant(path, 2.0)),
    (MBranch(adaptive=True), m_branch.along_path),
    (MBranch(adaptive=True, height="node"), m_branch.adaptive),
]


def _twin(estimate):
    return lambda tree, row: spread(
        tree, row, lambda path: estimate(path, len(tree.root.rows))
    )


def test_published_gives_the_twins_very_bits(whole_pairs, compare):
    ours, twins = compare(whole_pairs, PUBLISHED, _twin(m_branch.published))
    assert np.array_equal(ours, twins)


@pytest.mark.parametrize(("estimator", "estimate"), DESCRIBED)
def test_described(whole_pairs, compare, estimator, estimate):
    ours, twins = compare(whole_pairs, estimator, _twin(estimate))
    assert ours == pytest.approx(twins, abs=1e-12)


@pytest.mark.parametrize(
    ("estimator", "estimate"), [*DESCRIBED, (PUBLISHED, m_branch.published)]
)
def test_divided_rows(missing_pairs, compare, estimator, estimate):
    ours, twins = compare(missing_pairs, estimator, _twin(estimate))
    assert ours == pytest.approx(twins, abs=1e-12)


def test_swallowed_nodes_and_kinds_of_height_matter(whole_pairs, compare):
    answers = [
        compare(whole_pairs, estimator, _twin(m_branch.constant))[0]
        for estimator in (
            MBranch(adaptive=True),
            MBranch(adaptive=True, height="node"),
            MBranch(adaptive=True, stale_chain=True),
        )
    ]
    for other in answers[1:]:
        assert np.abs(answers[0] - other).max() > 1e-3


def test_constant_m_by_hand(example):
    of_x, of_z = example.ask(MBranch()).tolist()
    # root: A (10 + 4/3)/20 = 17/30; leaf x: (7 + 4 * 17/30)/12
    assert of_x[0] == pytest.approx(139 / 180)
    # the empty leaf: (0 + 4 * 17/30)/(0 + 4), the root's estimate handed down
    assert of_z[0] == pytest.approx(17 / 30)


def test_adaptive_m_by_hand(example):
    of_x, _ = example.ask(MBranch(adaptive=True)).tolist()
    # sqrt(16) = 4. Root, h = 2: m = 4 (1 + 4/2) = 12. Leaf, h = 1: m = 4.
    # A: root (10 + 12/3)/28 = 1/2, leaf (7 + 4/2)/12 = 3/4
    assert of_x == pytest.approx([3 / 4, 17 / 84, 1 / 21])
