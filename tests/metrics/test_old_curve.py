"""The curve of 2003 against a literal twin, and on folds made by hand."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankrees.metrics.auc import auc, auc_2004
from rankrees.metrics.old_curve import CurveRule, sort_old
from rankrees.metrics.registry import METRICS
from tests.metrics.test_auc import arrays, predictions
from tests.oracles import old_curve as twin


@settings(deadline=None, max_examples=300)  # the first call compiles
@given(predictions())
def test_auc_2004_is_its_literal_twin_to_the_bit(prediction):
    proba, labels = prediction
    known = [k for k, label in enumerate(labels) if label >= 0]
    found = auc_2004(*arrays(proba, labels))
    if not known:
        assert math.isnan(found)
        return
    expected = twin.auc_2004(
        [proba[k] for k in known], [labels[k] for k in known], len(proba[0])
    )
    assert found == expected


@settings(deadline=None)
@given(st.lists(st.integers(0, 4), max_size=60))
def test_the_sort_moves_equal_values_as_the_old_one_did(values):
    expected = list(range(len(values)))
    twin.quick_sort(values, expected, 0, len(values) - 1)
    order = np.arange(len(values))
    space = np.empty(2 * len(values) + 2, dtype=np.int64)
    sort_old(np.array(values, dtype=np.float64), order, space)
    assert order.tolist() == expected


def fold(*rows):
    """A fold of two classes: (class, p of class 0)."""
    labels = np.array([label for label, _ in rows], dtype=np.int32)
    first = np.array([p for _, p in rows])
    return np.column_stack((first, 1 - first)), labels


A, B = 0, 1


@pytest.mark.parametrize(
    ("rows", "value", "right"),
    [
        # no ties: the lowest row is not seen, here an A that ranks below both B
        ([(A, 0.1), (B, 0.2), (B, 0.3), (A, 0.4)], 1.0, 0.5),
        # without its lowest row, a B, the fold has one B and two A, one above it
        ([(B, 0.1), (A, 0.2), (B, 0.3), (A, 0.4)], 0.5, 0.75),
        # a perfect ranking stays one
        ([(B, 0.1), (B, 0.2), (A, 0.3), (A, 0.4)], 1.0, 1.0),
        # ties at the bottom: the sort puts the A first, and that is the one not seen;
        # the B that equals it makes no point
        ([(B, 0.1), (A, 0.1), (A, 0.3), (B, 0.2)], 1.0, 0.625),
        # the drawing in docs/forensics.md; the sort exchanges the two at 0.3
        (
            [(A, 0.1), (B, 0.2), (B, 0.3), (A, 0.3), (B, 0.4), (A, 0.5)],
            pytest.approx(2 / 3, abs=1e-15),
            0.5,
        ),
        # all equal: one point, (1, 1), and the triangle below it
        ([(A, 0.5), (B, 0.5), (A, 0.5), (B, 0.5)], 0.5, 0.5),
        # one A, and it is the lowest row: its share is 0 of 0
        ([(A, 0.1), (B, 0.2), (B, 0.3)], 1.0, 0.0),
        # two rows: after the lowest, one class is gone, whichever it was
        ([(A, 0.1), (B, 0.2)], 1.0, 0.0),
        ([(B, 0.1), (A, 0.2)], 1.0, 1.0),
        # one class alone: its rows are all that is there, 0 of 0
        ([(A, 0.1), (A, 0.2)], 1.0, None),
        ([(A, 0.1), (A, 0.1)], 1.0, None),
        ([(B, 0.1), (B, 0.2)], 1.0, None),
        # a single row makes no point
        ([(A, 0.1)], 0.5, None),
        ([(B, 0.1)], 0.5, None),
    ],
)
def test_folds_made_by_hand(rows, value, right):
    proba, labels = fold(*rows)
    assert auc_2004(proba, labels) == value
    if right is None:
        assert math.isnan(auc(proba, labels))
    else:
        assert auc(proba, labels) == right


def test_pairs_without_a_row_count_a_half():
    """Of five declared classes two occur: three pairs have no row, six have one class.

    Class 0 has two rows, class 1 has one.
    """
    proba = np.array([[0.9, 0.1, 0, 0, 0], [0.8, 0.2, 0, 0, 0], [0.1, 0.9, 0, 0, 0]])
    labels = np.array([0, 0, 1], dtype=np.int32)
    # (0,1): the lowest row is the only one of class 1; (0,x): 0 of 0; (1,x): one row
    expected = (1.0 + 3 * 1.0 + 3 * 0.5 + 3 * 0.5) / 10
    assert auc_2004(proba, labels) == pytest.approx(expected, abs=1e-15)


def test_the_order_of_equal_rows_counts():
    one = fold((A, 0.5), (A, 0.5), (B, 0.5), (A, 0.9), (B, 0.1))
    other = tuple(part[[0, 2, 1, 3, 4]] for part in one)
    assert auc(*one) == auc(*other)
    assert auc_2004(*one) == 1.0
    assert auc_2004(*other) == pytest.approx(1 / 3, abs=1e-15)


@pytest.mark.parametrize(
    ("name", "rows", "value"),
    [
        ("auc_2004_from_point_1", [(A, 0.1), (B, 0.2)], 0.5),
        ("auc_2004_from_point_1", [(A, 0.1), (A, 0.2), (A, 0.3)], 1.0),
        ("auc_2004_nan_half", [(A, 0.1), (A, 0.2), (A, 0.3)], 0.5),
        ("auc_2004_single_one", [(A, 0.1)], 1.0),
        ("auc_2004_single_one", [(A, 0.1), (A, 0.2)], 1.0),
    ],
)
def test_a_changed_point_of_the_rule(name, rows, value):
    assert METRICS[name].function(*fold(*rows)) == value


def test_a_stable_sort_keeps_the_rows_order():
    """Behind the lowest row stand four equal ones, and the point lies behind the first.

    In the order of the rows that is an A, after the old sort a B.
    """
    proba, labels = fold(
        (A, 0.5), (A, 0.5), (B, 0.5), (B, 0.5), (A, 0.7), (B, 0.6), (A, 0.1)
    )
    assert auc_2004(proba, labels) == pytest.approx(7 / 9, abs=1e-15)
    assert auc_2004(proba, labels, CurveRule(stable=True)) == 0.5


@settings(deadline=None, max_examples=200)
@given(predictions())
def test_without_its_two_faults_the_curve_is_the_true_one(prediction):
    """With no row lost, and points behind the last of ties, two classes are ranked
    by the plain area: what Hand & Till count in pairs of rows."""
    proba, labels = arrays(*prediction)
    one_against_all = np.where(labels > 0, 1, labels).astype(np.int32)
    two = np.column_stack((proba[:, 0], -proba[:, 0]))
    expected = auc(two, one_against_all)
    rule = CurveRule(lowest_lost=False, first_of_ties=False)
    if not math.isnan(expected):
        found = auc_2004(two, one_against_all, rule)
        assert found == pytest.approx(expected, abs=1e-12)
