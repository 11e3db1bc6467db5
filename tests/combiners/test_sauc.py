from __future__ import annotations

import random

import numpy as np
import pytest

from rankrees.combiners.derc import POWERS
from rankrees.combiners.sauc import sauc
from rankrees.metrics.auc import auc
from tests.oracles import derc


def _ours(proba, labels, powers=POWERS, ties=0.5):
    found = np.empty(len(powers))
    labels = np.array(labels, dtype=np.int32)
    is_there = sauc(np.array(proba), labels, np.array(powers), ties, found)
    return found if is_there else None


def _rows(seed: int):
    """Probabilities with many ties, some of them 0 and 1."""
    rng = random.Random(seed)
    n_classes = rng.choice([2, 2, 3, 4])
    proba = []
    for _ in range(rng.randint(1, 30)):
        raw = [rng.choice([0.0, 1.0, 2.0, rng.random()]) for _ in range(n_classes)]
        raw[0] += sum(raw) == 0
        proba.append([p / sum(raw) for p in raw])
    return proba, [rng.randrange(n_classes) for _ in proba]


def test_two_hundred_small_problems():
    n_without = 0
    for seed in range(200):
        proba, labels = _rows(seed)
        twins = [derc.sauc(proba, labels, g) for g in POWERS]
        ours = _ours(proba, labels)
        if ours is None:
            n_without += 1
            assert twins == [None] * len(POWERS)
        else:
            assert ours == pytest.approx(twins, abs=1e-12)
    assert 0 < n_without < 50


def test_power_zero_is_the_auc():
    for seed in range(50):
        proba, labels = _rows(seed)
        ours = _ours(proba, labels)
        if ours is not None:
            expected = auc(np.array(proba), np.array(labels, dtype=np.int32))
            assert ours[0] == pytest.approx(expected, abs=1e-12)


def test_by_hand():
    """Positives 0.9 and 0.6, negatives 0.6 and 0.4: differences .3 .5 0 .2."""
    proba = [[1 - p, p] for p in (0.9, 0.6, 0.6, 0.4)]
    found = _ours(proba, [1, 1, 0, 0], powers=(0.0, 1.0, 2.0))
    assert found == pytest.approx([3.5 / 4, 1.0 / 4, 0.38 / 4])
    assert _ours(proba, [1, 1, 0, 0], powers=(0.0,), ties=0.0) == pytest.approx(0.75)
