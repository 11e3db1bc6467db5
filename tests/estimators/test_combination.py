from __future__ import annotations

import numpy as np
import pytest

from rankrees.estimators.combination import Combination
from rankrees.growers.c45 import C45
from rankrees.trees.similarity import set_memory_bound
from tests.oracles import combination
from tests.oracles.small_data import Problem, make_dataset, make_small_task

PUBLISHED = Combination(
    taken_out="leaf",
    empty_leaf="dropped",
    normalise="iterated",
    label_leak=True,
    stale_chain=True,
)


def test_published(whole_pairs, compare):
    ours, twins = compare(whole_pairs, PUBLISHED, combination.published)
    assert ours == pytest.approx(twins, rel=1e-14, abs=0)


def test_published_gives_the_twins_very_bits(whole_pairs, compare):
    ours, twins = compare(whole_pairs, PUBLISHED, combination.published)
    assert np.array_equal(ours, twins)


def test_described(whole_pairs, compare):
    ours, twins = compare(whole_pairs, Combination(), combination.described)
    assert ours == pytest.approx(twins, abs=1e-12)


def test_iterations(whole_pairs, compare):
    ours, twins = compare(
        whole_pairs[:40],
        Combination(iterations=5),
        lambda tree, row: combination.described(tree, row, 5),
    )
    assert ours == pytest.approx(twins, abs=1e-12)


def test_published_on_divided_rows(missing_pairs, compare):
    ours, twins = compare(missing_pairs[:80], PUBLISHED, combination.published)
    assert ours == pytest.approx(twins, abs=1e-12)


def test_described_on_divided_rows(missing_pairs, compare):
    """A node that has a part of a row loses that part when the row is taken out.

    The twin does so literally.
    """
    ours, twins = compare(missing_pairs, Combination(), combination.described)
    assert ours == pytest.approx(twins, abs=1e-9)


@pytest.fixture
def two_to_one():
    """Three like rows in one leaf, two of class A and one of B; one more to rank."""
    return Problem(
        n_values=[2],
        n_classes=2,
        rows=[[0]] * 4,
        labels=[0, 0, 1, 0],
        train=[0, 1, 2],
        test=[3],
    )


def test_described_by_hand(two_to_one):
    task = make_small_task(two_to_one)
    (ours,) = Combination().fit(C45().grow(task.sample), task.sample).predict(task.rows)
    # An A taken out: the other A is like it in value and class (1 + 1 + 1), the B in
    # value (1 + 1): P(A) = 3.5/6, P(B) = 2.5/6. The B taken out: P(A) = 4.5/5, .5/5.
    # Beside the uniform 1/3 they get 7/11 and 27/37 (A), 5/9 and 3/13 (B).
    w_a = (2 * 7 / 11 + 27 / 37) / 3
    w_b = (2 * 5 / 9 + 3 / 13) / 3
    # at test time all three rows weigh 2
    a = (1 - w_a) / 3 + w_a * 4.5 / 7
    b = (1 - w_b) / 3 + w_b * 2.5 / 7
    assert ours == pytest.approx([a / (a + b), b / (a + b)])


def test_published_by_hand(two_to_one):
    task = make_small_task(two_to_one).with_leak(make_dataset(two_to_one).labels)
    (ours,) = PUBLISHED.fit(C45().grow(task.sample), task.sample).predict(task.rows)
    w_a = (2 * 7 / 11 + 27 / 37) / 3
    w_b = (2 * 5 / 9 + 3 / 13) / 3
    # the row to rank is an A: both A weigh 3 now; nothing is normalised
    a = (1 - w_a) / 3 + w_a * 6.5 / 9
    b = (1 - w_b) / 3 + w_b * 2.5 / 9
    assert ours == pytest.approx([a, b])


@pytest.mark.parametrize("estimator", [Combination(), PUBLISHED])
def test_without_the_matrix_the_same_bits(missing_pairs, estimator):
    """Where the similarity matrix would be too large, rows are compared when needed."""
    from rankrees.trees import similarity

    before = similarity.MEMORY_BOUND
    for pair in missing_pairs[:30]:
        labels = make_dataset(pair.problem).labels
        leaky = pair.task.with_leak(labels)
        with_matrix = estimator.fit(pair.tree, leaky.sample).predict(leaky.rows)
        set_memory_bound(0)
        try:
            task = make_small_task(pair.problem).with_leak(labels)
            without = estimator.fit(pair.tree, task.sample).predict(task.rows)
            assert task.sample.features.similarity.matrix.size == 0
        finally:
            set_memory_bound(before)
        assert np.array_equal(with_matrix, without)
