import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from rankrees.metrics.auc import auc, auc_unb
from rankrees.split.weka_folds import weka_folds
from tests.oracles.auc import hand_till, unb
from tests.oracles.weka_golden import expand, golden


@st.composite
def predictions(draw):
    """Few distinct scores (many ties), classes that may be absent or missing."""
    n_classes = draw(st.integers(2, 5))
    n = draw(st.integers(1, 25))
    score = st.sampled_from([0.0, 0.1, 0.1 + 2**-56, 0.3, 0.1 + 0.2, 1.0])
    proba = draw(st.lists(st.lists(score, min_size=n_classes, max_size=n_classes),
                          min_size=n, max_size=n))  # fmt: skip
    labels = draw(st.lists(st.integers(-1, n_classes - 1), min_size=n, max_size=n))
    return proba, labels


def arrays(proba, labels):
    return np.array(proba, dtype=np.float64), np.array(labels, dtype=np.int32)


@settings(deadline=None)  # the first call compiles
@given(predictions())
def test_auc_counts_all_pairs(prediction):
    expected = hand_till(*prediction)
    found = auc(*arrays(*prediction))
    if expected is None:
        assert math.isnan(found)
    else:
        assert found == pytest.approx(float(expected), abs=1e-15)


@settings(deadline=None)  # the first call compiles
@given(predictions())
def test_auc_unb_counts_all_pairs(prediction):
    proba, labels = prediction
    found = auc_unb(*arrays(proba, labels))
    if set(labels) == {-1}:
        assert math.isnan(found)
    else:
        expected = unb(proba, labels, len(proba[0]))
        assert found == pytest.approx(float(expected), abs=1e-15)


@settings(deadline=None)  # the first call compiles
@given(predictions(), st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_no_bit(prediction, random):
    proba, labels = arrays(*prediction)
    order = list(range(len(labels)))
    random.shuffle(order)
    for metric in (auc, auc_unb):
        one, other = metric(proba, labels), metric(proba[order], labels[order])
        assert one == other or (math.isnan(one) and math.isnan(other))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n_classes", [3, 7, 26])
def test_auc_is_scikit_learns_one_against_one(seed, n_classes):
    random = np.random.default_rng(seed)
    labels = np.append(random.integers(n_classes, size=400), range(n_classes))
    proba = random.integers(1, 5, size=(len(labels), n_classes)).astype(float)
    proba /= proba.sum(axis=1, keepdims=True)
    expected = roc_auc_score(labels, proba, multi_class="ovo")
    assert auc(proba, labels.astype(np.int32)) == pytest.approx(expected, abs=1e-13)


def test_two_classes_are_ranked_by_the_plain_area():
    random = np.random.default_rng(1)
    labels = random.integers(2, size=300).astype(np.int32)
    one = random.integers(20, size=300) / 16  # exact, so 1 - p has the same ties
    proba = np.column_stack((2 - one, one))
    expected = roc_auc_score(labels, one)
    assert auc(proba, labels) == pytest.approx(expected, abs=1e-15)
    assert auc_unb(proba, labels) == pytest.approx(expected, abs=1e-15)


def test_unb_takes_the_direction_of_the_lower_class_only():
    proba = np.array([[0.9, 0.1], [0.8, 0.7], [0.2, 0.3], [0.85, 0.0]])
    labels = np.array([0, 0, 1, 1], dtype=np.int32)
    assert auc_unb(proba, labels) == 3 / 4
    assert auc(proba, labels) == (3 / 4 + 1 / 4) / 2


@pytest.mark.parametrize(
    ("first", "second", "area"),
    [
        ([0.1, 0.2], [0.3, 0.4], 0.0),
        ([0.1, 0.9], [0.3, 0.4], 0.5),
        ([0.3, 0.5], [0.2, 0.4], 0.75),
        ([0.8, 0.9], [0.3, 0.4], 1.0),
    ],
)
def test_two_of_five_classes_give_three_quarters_and_a_tenth_of_the_area(
    first, second, area
):
    """heart-c declares five classes and has two of them."""
    proba = np.zeros((4, 5))
    proba[:, 0] = first + second
    proba[:, 1] = 1 - proba[:, 0]
    labels = np.array([0, 0, 1, 1], dtype=np.int32)
    assert auc_unb(proba, labels) == pytest.approx(0.75 + 0.1 * area, abs=1e-15)


def test_the_printed_digits_of_wang_and_zhang_come_out():
    """lymph, C45: 71.16 in Table 3, from five runs of ten folds of Weka's J48.

    Two of its four classes are rare, so the true M is far from what is printed.
    """
    labels = expand(golden()["sets"]["lymph"]["labels"])
    unb_scores, scores = [], []
    for run, by_fold in enumerate(golden()["lymph_j48"], start=1):
        folds = weka_folds(labels, run, 10)
        for fold, (rows, which) in zip(folds, by_fold, strict=True):
            proba = np.array(rows, dtype=np.float64)[which]
            unb_scores.append(auc_unb(proba, labels[fold.test]))
            scores.append(auc(proba, labels[fold.test]))
    assert f"{100 * np.mean(unb_scores):.2f}" == "71.16"
    assert 100 * np.mean(scores) > 75


def test_one_class_without_the_other_counts_a_half_if_its_scores_are_equal():
    proba = np.array([[0.2, 0.5, 0.3], [0.2, 0.1, 0.7]])
    labels = np.array([1, 1], dtype=np.int32)
    # (0,1): equal p_0; (0,2): neither; (1,2): p_1 differs
    assert auc_unb(proba, labels) == (0.5 + 0.5 + 1.0) / 3
    assert math.isnan(auc(proba, labels))


def test_scores_that_differ_in_the_last_bit_are_no_tie():
    p = 0.1 + 0.2
    labels = np.array([0, 1], dtype=np.int32)
    proba = np.array([[p, 1 - p], [np.nextafter(p, 0), 1 - p]])
    assert auc_unb(proba, labels) == 1.0
    assert auc(proba, labels) == 0.75


@pytest.mark.parametrize("metric", [auc, auc_unb])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_scores_that_are_no_numbers_are_refused(metric, bad):
    with pytest.raises(ValueError, match="finite"):
        metric(np.array([[bad, 1.0], [0.5, 0.5]]), np.array([0, 1], dtype=np.int32))


@pytest.mark.parametrize("labels", [[0, 2], [-2, 0], [0, 1, 1]])
def test_labels_that_do_not_fit_are_refused(labels):
    with pytest.raises(ValueError, match="labels"):
        auc(np.full((2, 2), 0.5), np.array(labels, dtype=np.int32))
