import math
import os
import subprocess
import sys

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, brier_score_loss
from sklearn.metrics import log_loss as sklearn_log_loss

from rankrees.metrics.registry import METRICS, score_all
from rankrees.metrics.scores import accuracy, brier, log_loss


@pytest.fixture(params=range(4))
def prediction(request):
    random = np.random.default_rng(request.param)
    n_classes = int(random.integers(2, 8))
    proba = random.random((200, n_classes)) + 1e-3
    labels = np.append(np.arange(n_classes), random.integers(n_classes, size=200))
    return proba, labels[:200].astype(np.int32)


def normal(proba):
    return proba / proba.sum(axis=1, keepdims=True)


def test_accuracy_is_scikit_learns(prediction):
    proba, labels = prediction
    assert accuracy(proba, labels) == accuracy_score(labels, proba.argmax(axis=1))


def test_log_loss_is_scikit_learns_on_rows_made_to_sum_to_1(prediction):
    proba, labels = prediction
    expected = sklearn_log_loss(labels, normal(proba))
    assert log_loss(proba, labels) == pytest.approx(expected, rel=1e-13)


def test_brier_is_scikit_learns_on_rows_made_to_sum_to_1(prediction):
    proba, labels = prediction
    classes = list(range(proba.shape[1]))
    expected = brier_score_loss(
        labels, normal(proba), labels=classes, scale_by_half=False
    )
    assert brier(proba, labels) == pytest.approx(expected, rel=1e-13)


def test_the_first_of_equal_scores_is_predicted():
    proba = np.array([[0.4, 0.4, 0.2], [0.4, 0.4, 0.2]])
    assert accuracy(proba, np.array([0, 1], dtype=np.int32)) == 0.5


def test_a_row_of_zeros_is_counted_and_never_right():
    proba = np.array([[0.0, 0.0], [1.0, 0.0]])
    labels = np.zeros(2, dtype=np.int32)
    assert accuracy(proba, labels) == 0.5
    assert log_loss(proba, labels) == -math.log(1e-15) / 2
    assert brier(proba, labels) == 0.5


def test_a_true_class_of_probability_0_costs_a_finite_log_loss():
    proba = np.array([[1.0, 0.0]])
    assert log_loss(proba, np.array([1], dtype=np.int32)) == -math.log(1e-15)
    assert brier(proba, np.array([1], dtype=np.int32)) == 2.0


def test_rows_without_a_class_are_left_out_of_every_metric(prediction):
    proba, labels = prediction
    some = labels.copy()
    some[10:90] = -1
    assert score_all(proba, some) == score_all(proba[some >= 0], labels[some >= 0])


def test_without_any_class_no_metric_has_a_value():
    found = score_all(np.full((2, 3), 0.5), np.full(2, -1, dtype=np.int32))
    assert all(math.isnan(value) for value in found.values())


def test_negative_probabilities_are_refused():
    proba = np.array([[1.5, -0.5]])
    for metric in (log_loss, brier):
        with pytest.raises(ValueError, match="negative"):
            metric(proba, np.zeros(1, dtype=np.int32))


@pytest.mark.parametrize("name", METRICS)
def test_a_perfect_prediction_beats_a_wrong_one_in_the_stated_direction(name):
    labels = np.array([0, 1, 0, 1], dtype=np.int32)
    right, wrong = np.eye(2)[labels], np.eye(2)[1 - labels]
    if name.startswith("auc_2004"):
        # no ties, which it does not see through
        right[:, 0] += 0.1 * np.arange(4)
        wrong[:, 0] += 0.1 * np.arange(4)
    metric = METRICS[name]
    better, worse = metric.function(right, labels), metric.function(wrong, labels)
    assert (better > worse) == metric.higher_is_better
    assert better != worse
    if metric.percent:
        assert (better, worse) == (1.0, 0.0)


def test_all_scores_come_by_name(prediction):
    found = score_all(*prediction)
    assert found == {n: METRICS[n].function(*prediction) for n in METRICS}
    kept = score_all(*prediction, kept_only=True)
    assert list(kept) == ["auc", "auc_unb", "accuracy", "log_loss", "brier"]
    assert {n: found[n] for n in kept} == kept


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_refuses_scores_that_are_no_numbers(name):
    with pytest.raises(ValueError, match="finite"):
        METRICS[name].function(np.array([[np.nan, 1.0]]), np.zeros(1, dtype=np.int32))


def test_log_loss_has_the_same_bits_on_every_processor():
    """numpy's logarithm of 0.3 % of all numbers differs with AVX-512 and without."""
    program = (
        "import numpy as np; from rankrees.metrics.scores import log_loss\n"
        "zeros = np.zeros(20, dtype=np.int32)\n"
        "for p in np.random.default_rng(1).random((500, 20, 2)):\n"
        "    print(log_loss(p, zeros).hex())"
    )
    found = set()
    for switched_off in ("", "X86_V3 X86_V4 AVX512_ICL"):
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program],
            env={**os.environ, "NPY_DISABLE_CPU_FEATURES": switched_off},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.count("\n") == 500
        found.add(done.stdout)
    assert len(found) == 1
