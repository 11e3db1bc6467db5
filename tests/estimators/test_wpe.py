from __future__ import annotations

import numpy as np
import pytest

from rankrees.estimators.wpe import WPE
from tests.oracles import wpe

PUBLISHED = WPE(label_leak=True, stale_chain=True)


def test_published_gives_the_twins_very_bits(whole_pairs, compare):
    ours, twins = compare(whole_pairs, PUBLISHED, wpe.published)
    assert np.array_equal(ours, twins)


def test_described(whole_pairs, compare):
    ours, twins = compare(whole_pairs, WPE(), wpe.described)
    assert ours == pytest.approx(twins, abs=1e-12)


@pytest.mark.parametrize(
    ("estimator", "twin"), [(WPE(), wpe.described), (PUBLISHED, wpe.published)]
)
def test_divided_rows(missing_pairs, compare, estimator, twin):
    ours, twins = compare(missing_pairs, estimator, twin)
    assert ours == pytest.approx(twins, abs=1e-12)


def test_described_by_hand(example):
    of_x, of_z = example.ask(WPE()).tolist()
    # rows of leaf x share a0 with (x, 0), those with a1 = 0 also a1: A 4*3 + 3*2, B 2
    assert of_x == pytest.approx([55 / 63, 7 / 63, 1 / 63])
    # nobody is like (z, 0) in a0, so the root's rows weigh 1, or 2 with a1 = 0
    assert of_z == pytest.approx([46 / 72, 25 / 72, 1 / 72])


def test_published_by_hand(example):
    task = example.task.with_leak(example.labels)
    of_x, of_z = PUBLISHED.fit(example.tree, task.sample).predict(task.rows).tolist()
    # the test row (x, 0) is a B: the B in leaf x weighs one more
    assert of_x == pytest.approx([55 / 66, 10 / 66, 1 / 66])
    # (z, 0) is an A: the ten A of the root weigh one more
    assert of_z == pytest.approx([76 / 102, 25 / 102, 1 / 102])
