from __future__ import annotations

import math

import numpy as np
import pytest

from rankrees.estimators.lazy import Lazy
from tests.oracles import lazy


@pytest.mark.parametrize(
    ("estimator", "twin"), [(Lazy(), lazy.lazy), (Lazy("bins"), lazy.lazy_bins)]
)
def test_equals_the_twin(whole_pairs, compare, estimator, twin):
    ours, twins = compare(whole_pairs, estimator, twin)
    assert ours == pytest.approx(twins, abs=1e-12)


@pytest.mark.parametrize(
    ("estimator", "twin"), [(Lazy(), lazy.lazy), (Lazy("bins"), lazy.lazy_bins)]
)
def test_divided_rows_and_missing_values(missing_pairs, compare, estimator, twin):
    ours, twins = compare(missing_pairs, estimator, twin)
    assert ours == pytest.approx(twins, abs=1e-12)
    assert np.all(ours >= 0.0)


def test_bins_are_another_reading(whole_pairs, compare):
    equal, _ = compare(whole_pairs, Lazy(), lazy.lazy)
    bins, _ = compare(whole_pairs, Lazy("bins"), lazy.lazy)
    assert np.count_nonzero(np.abs(equal - bins) > 1e-9) > 100


def test_by_hand(example):
    of_x, of_z = example.ask(Lazy()).tolist()
    # In leaf x four A equal (x, 0): d = 0. Three A and the B differ in a1: d = 1. So
    # w = 1 four times, 3/4 four times; w of A is 25/4, of B 3/4, the sum is 7.
    assert of_x == pytest.approx(
        [(25 / 4 + 1 / 3) / 8, (3 / 4 + 1 / 3) / 8, (1 / 3) / 8]
    )
    # Leaf z is empty: the 16 rows of the root answer (z, 0). All differ in a0; seven
    # (4 + 1 A, 2 B) share a1: d = 1, the others (3 + 2 A, 1 + 3 B) have d = sqrt(2).
    total = 7 + 9 * math.sqrt(2)
    a = 10 - (5 + 5 * math.sqrt(2)) / total
    b = 6 - (2 + 4 * math.sqrt(2)) / total
    assert of_z == pytest.approx([(x + 1 / 3) / 16 for x in (a, b, 0)])


def test_rows_equal_to_the_instance_count_fully(example):
    # Keep only rows equal to (x, 0) in leaf x: the sum of distances is 0.
    tree = example.tree
    tree = type(tree)(
        **{
            **vars_of(tree),
            "row_end": np.array([16, 20, 32, 32]),
            "counts": np.array([[10, 6, 0], [4, 0, 0], [3, 5, 0], [0, 0, 0]], float),
        }
    )
    of_x, _ = Lazy().fit(tree, example.task.sample).predict(example.task.rows).tolist()
    assert of_x == pytest.approx([(4 + 1 / 3) / 5, (1 / 3) / 5, (1 / 3) / 5])


def vars_of(tree):
    return {name: getattr(tree, name) for name in tree.__dataclass_fields__}
