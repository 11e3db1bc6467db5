from __future__ import annotations

import numpy as np
import pytest

from rankrees.estimators.hierarchical import HierarchicalShrinkage
from rankrees.estimators.leaf import Frequency
from tests.oracles.leaf_estimates import hierarchical, spread


@pytest.mark.parametrize("penalty", [0.1, 1.0, 50.0])
@pytest.mark.parametrize("kind", ["whole_pairs", "missing_pairs"])
def test_formula(kind, penalty, request, compare):
    def twin(tree, row):
        return spread(tree, row, lambda path: hierarchical(path, penalty))

    pairs = request.getfixturevalue(kind)
    ours, twins = compare(pairs, HierarchicalShrinkage(penalty=penalty), twin)
    assert ours == pytest.approx(twins, abs=1e-12)


def test_without_a_penalty_nothing_is_shrunk(whole_pairs):
    for pair in whole_pairs[:20]:
        plain = pair.ask(Frequency())
        ours = (
            HierarchicalShrinkage(penalty=0.0)
            .fit(pair.tree, pair.task.sample)
            .predict(pair.task.rows)
        )
        assert ours == pytest.approx(plain, abs=1e-12)


def test_a_huge_penalty_leaves_the_root(example):
    ours = example.ask(HierarchicalShrinkage(penalty=1e12))
    assert ours == pytest.approx(np.array([[10, 6, 0], [10, 6, 0]]) / 16, abs=1e-9)


def test_by_hand(example):
    of_x, of_z = example.ask(HierarchicalShrinkage(penalty=4.0))
    # root 10 A of 16; leaf x 7 A of 8; the step counts 1/(1 + 4/16) = 0.8
    assert of_x[0] == pytest.approx(10 / 16 + 0.8 * (7 / 8 - 10 / 16))
    assert of_z == pytest.approx([10 / 16, 6 / 16, 0])
