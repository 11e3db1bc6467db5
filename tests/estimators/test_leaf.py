from __future__ import annotations

import numpy as np
import pytest

from rankrees.estimators.leaf import Frequency, Laplace, MEstimate
from tests.oracles import leaf_estimates

CASES = [
    (Frequency(), leaf_estimates.frequency),
    (Laplace(), leaf_estimates.laplace),
    (Laplace(variant="weka34"), leaf_estimates.laplace_weka34),
    (MEstimate(), leaf_estimates.m_estimate),
    (MEstimate(m=2.5), lambda path: leaf_estimates.m_estimate(path, 2.5)),
]


def _twin(estimate):
    return lambda tree, row: leaf_estimates.spread(tree, row, estimate)


@pytest.mark.parametrize(("estimator", "estimate"), CASES)
def test_whole_rows_give_the_twins_very_bits(whole_pairs, compare, estimator, estimate):
    ours, twins = compare(whole_pairs, estimator, _twin(estimate))
    assert np.array_equal(ours, twins)


@pytest.mark.parametrize(("estimator", "estimate"), CASES)
def test_divided_rows(missing_pairs, compare, estimator, estimate):
    ours, twins = compare(missing_pairs, estimator, _twin(estimate))
    assert ours == pytest.approx(twins, abs=1e-12)


def _predict(example, estimator):
    return example.ask(estimator).tolist()


def test_frequency_by_hand(example):
    of_x, of_z = _predict(example, Frequency())
    assert of_x == [7 / 8, 1 / 8, 0.0]
    assert of_z == [10 / 16, 6 / 16, 0.0]  # nobody came this way: the root answers


def test_laplace_by_hand(example):
    of_x, of_z = _predict(example, Laplace())
    assert of_x == [8 / 11, 2 / 11, 1 / 11]
    assert of_z == [11 / 19, 7 / 19, 1 / 19]


def test_laplace_of_weka34_by_hand(example):
    of_x, of_z = _predict(example, Laplace(variant="weka34"))
    # two classes are present at the root, yet all three get their +1
    assert of_x == [8 / 10, 2 / 10, 1 / 10]
    assert of_z == [1 / 2, 1 / 2, 1 / 2]


def test_m_estimate_by_hand(example):
    of_x, of_z = _predict(example, MEstimate())
    assert of_x == pytest.approx([25 / 36, 7 / 36, 4 / 36])
    assert of_z == pytest.approx([34 / 60, 22 / 60, 4 / 60])
