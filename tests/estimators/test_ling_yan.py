from __future__ import annotations

import numpy as np
import pytest

from rankrees.estimators.ling_yan import LingYan
from tests.oracles import ling_yan

PUBLISHED = LingYan(decay=0.4, classes="present")


def test_published_gives_the_twins_very_bits(whole_pairs, compare):
    ours, twins = compare(whole_pairs, PUBLISHED, ling_yan.published)
    assert np.array_equal(ours, twins)


def test_described(whole_pairs, compare):
    ours, twins = compare(whole_pairs, LingYan(), ling_yan.described)
    assert ours == pytest.approx(twins, abs=1e-12)


@pytest.mark.parametrize(
    ("estimator", "twin"),
    [(LingYan(), ling_yan.described), (PUBLISHED, ling_yan.published)],
)
def test_missing_values_fail_every_branch(missing_pairs, compare, estimator, twin):
    ours, twins = compare(missing_pairs, estimator, twin)
    assert ours == pytest.approx(twins, abs=1e-12)


def test_described_by_hand(example):
    of_x, _ = example.ask(LingYan()).tolist()
    # leaf x counts fully, y and z by 0.3; z answers with the root's counts
    a = 8 / 11 + 0.3 * 4 / 11 + 0.3 * 11 / 19
    b = 2 / 11 + 0.3 * 6 / 11 + 0.3 * 7 / 19
    c = 1 / 11 + 0.3 * 1 / 11 + 0.3 * 1 / 19
    assert a + b + c == pytest.approx(1.6)
    assert of_x == pytest.approx([a / 1.6, b / 1.6, c / 1.6])


def test_published_by_hand(example):
    of_x, _ = example.ask(PUBLISHED).tolist()
    a = 8 / 10 + 0.4 * 4 / 10 + 0.4 * 11 / 18
    b = 2 / 10 + 0.4 * 6 / 10 + 0.4 * 7 / 18
    c = 1 / 10 + 0.4 * 1 / 10 + 0.4 * 1 / 18
    assert of_x == pytest.approx([p / (a + b + c) for p in (a, b, c)])
