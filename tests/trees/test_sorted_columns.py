"""Sorted columns against sorting anew, and thresholds against trying them all."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from rankrees.trees.features import Features
from rankrees.trees.kernels import make_log_tables
from rankrees.trees.rule import smallest_side
from rankrees.trees.sorted_columns import (
    Judged,
    Known,
    divide_columns,
    judge_thresholds,
    largest_value_up_to,
    sort_columns,
    take_columns,
)

LN2 = math.log(2.0)


def make_numbers(seed: int, n: int, n_columns: int) -> np.ndarray:
    """Columns with few values, with many, and with some that are nearly equal."""
    random = np.random.default_rng(seed)
    columns = [
        random.integers(0, 4, n).astype(float),
        random.normal(size=n),
        np.round(random.normal(size=n), 1),
        random.integers(0, 5, n) + random.choice([0.0, 4e-6, 8e-6, 2e-5], n),
        np.zeros(n),
    ]
    return np.stack([columns[k % len(columns)] for k in range(n_columns)])


def taken(numbers, labels, rows, n_classes):
    columns = sort_columns(numbers)
    return take_columns(
        columns.entries,
        columns.about,
        numbers,
        labels,
        rows,
        np.empty(numbers.shape[1], dtype=np.int16),
        make_log_tables(len(rows))[1],
        n_classes,
    )


def rows_in(columns, a: int) -> np.ndarray:
    return (columns.entries[a] & np.uint64(0xFFFFFFFF)).astype(np.int64)


def entropy_sum(counts) -> float:
    """Return x ln x of all counts, less that of their sum."""
    inside = 0.0
    for x in counts:
        inside += x * math.log(x) if x > 1 else 0.0
    n = sum(counts)
    return inside - (n * math.log(n) if n > 1 else 0.0)


def brute_force(values, labels, n_classes, smallest):
    """J48's threshold by its rule read literally: (gain, ratio, midpoint) or None."""
    order = np.argsort(values, kind="stable")
    values, labels = values[order], labels[order]
    n = len(values)

    def counts(own):
        return np.bincount(own, minlength=n_classes).tolist()

    before = -entropy_sum(counts(labels)) / LN2
    best, best_at, n_eligible = 0.0, -1, 0
    for at in range(1, n):
        if not values[at - 1] + 1e-5 < values[at] or min(at, n - at) < smallest - 1e-6:
            continue
        n_eligible += 1
        after = entropy_sum(counts(labels[:at])) + entropy_sum(counts(labels[at:]))
        gain = (before + after / LN2) / n
        if gain - best > 1e-6:
            best, best_at = gain, at
    if best_at < 0:
        return None
    gain = best - math.log(n_eligible) / LN2 / n
    if gain < 1e-6:
        return None
    information = -entropy_sum([best_at, n - best_at]) / LN2 / n
    return gain, gain / information, (values[best_at - 1] + values[best_at]) / 2.0


@pytest.mark.parametrize("seed", range(30))
def test_thresholds_are_those_of_trying_them_all(seed):
    random = np.random.default_rng(seed)
    n, n_classes = int(random.integers(5, 120)), 2 + seed % 4
    numbers = make_numbers(seed, n, 5)
    labels = (numbers[1] > 0.3).astype(np.int32) * (seed % 2)
    labels = (labels + random.integers(0, n_classes, n) * (random.random(n) < 0.5)) % (
        n_classes
    )
    labels = labels.astype(np.int32)
    rows = random.choice(n, size=n).astype(np.int32)  # a bag
    columns = taken(numbers, labels, rows, n_classes)
    log_table = make_log_tables(n)[0]
    sizes = np.bincount(labels[rows], minlength=n_classes)
    present = np.flatnonzero(sizes)
    smallest = smallest_side(float(n), n_classes, 2.0)
    before = (log_table[n] - sum(log_table[s] for s in sizes)) / LN2
    known = Known(
        0,
        n,
        present,
        sizes[present],
        len(present),
        before,
        float(n),
        float(log_table[n]),
        smallest,
    )
    judged = Judged(np.zeros(5, dtype=np.int64), np.zeros(5), np.zeros(5), np.zeros(5))
    judge_thresholds(columns, known, labels, log_table, np.arange(5), judged)
    for a in range(5):
        expected = None
        if 2.0 * smallest <= n:
            expected = brute_force(numbers[a, rows], labels[rows], n_classes, smallest)
        assert bool(judged.valid[a]) == (expected is not None)
        if expected is not None:
            found = judged.gain[a], judged.ratio[a], judged.midpoint[a]
            assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("n_branches", [2, 3])
def test_columns_are_divided_in_order(n_branches):
    random = np.random.default_rng(n_branches)
    numbers = make_numbers(1, 80, 5)
    labels = random.integers(0, 2, 80).astype(np.int32)
    labels[:5] = -1
    rows = random.choice(80, size=60).astype(np.int32)
    columns = taken(numbers, labels, rows, 2)
    own = rows[labels[rows] >= 0]
    columns.side[:] = random.integers(0, n_branches, 80)
    sizes = np.bincount(columns.side[own], minlength=n_branches)
    begins = np.cumsum(sizes) - sizes
    divide_columns(columns, 0, len(own), begins)
    for a in range(5):
        found = rows_in(columns, a)
        for b in range(n_branches):
            part = found[begins[b] : begins[b] + sizes[b]]
            assert sorted(part) == sorted(own[columns.side[own] == b])
            assert (np.diff(numbers[a, part]) >= 0).all()


def test_a_threshold_is_the_largest_value_of_all_training_rows_up_to_it():
    numbers = make_numbers(3, 50, 2)
    labels = np.zeros(50, dtype=np.int32)
    labels[10:20] = -1
    rows = np.arange(5, 40, dtype=np.int32)
    columns = taken(numbers, labels, rows, 2)
    for a in range(2):
        for midpoint in numbers[a, rows]:
            expected = numbers[a, rows][numbers[a, rows] <= midpoint].max()
            assert largest_value_up_to(columns, a, midpoint) == expected


def test_places_are_those_of_sorting_by_each_column_in_turn():
    numbers = np.round(make_numbers(5, 200, 4))
    numbers[1, 30:60] = np.nan
    features = Features(
        np.zeros((4, 200), dtype=np.int16),
        numbers,
        np.arange(4, dtype=np.int32),
        np.zeros(4, dtype=np.int32),
    )
    order = np.arange(200)
    for column in numbers:
        order = order[np.argsort(column[order], kind="stable")]
    place = features.sorted_place
    assert np.argsort(place, kind="stable").tolist() == order.tolist()
    for one, other in pairwise(order):
        same = np.array_equal(numbers[:, one], numbers[:, other], equal_nan=True)
        assert (place[one] == place[other]) == same
