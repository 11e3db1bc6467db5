"""Accuracy, log loss and Brier score."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rankrees.metrics.auc import known_rows

SMALLEST_PROBABILITY = 1e-15
"""What a probability of 0 counts as in the log loss."""


def accuracy(proba: NDArray[np.float64], labels: NDArray[np.int32]) -> float:
    """Return the share of rows whose class has the first of the largest scores.

    A row of zeros predicts nothing, so it is counted but never right (as in Weka).
    """
    proba, labels = known_rows(proba, labels)
    if labels.shape[0] == 0:
        return np.nan
    right = (proba.argmax(axis=1) == labels) & (proba.max(axis=1) > 0)
    return int(np.count_nonzero(right)) / int(labels.shape[0])


def log_loss(proba: NDArray[np.float64], labels: NDArray[np.int32]) -> float:
    """Return the mean of -ln p(true class), rows made to sum to 1 and p >= 1e-15."""
    proba, labels = known_rows(proba, labels)
    if labels.shape[0] == 0:
        return np.nan
    true = _normalise(proba)[np.arange(labels.shape[0]), labels]
    # numpy's own logarithm differs in the last bit between kinds of processors
    logs = [math.log(p) for p in np.maximum(true, SMALLEST_PROBABILITY).tolist()]
    return float(-np.array(logs).mean())


def brier(proba: NDArray[np.float64], labels: NDArray[np.int32]) -> float:
    """Return the mean over rows of the squared distance to the true class.

    The sum over all classes, from 0 to 2 (Brier's own form), rows made to sum to 1.
    """
    proba, labels = known_rows(proba, labels)
    if labels.shape[0] == 0:
        return np.nan
    distance = _normalise(proba)
    distance[np.arange(labels.shape[0]), labels] -= 1.0
    return float(np.square(distance).sum(axis=1).mean())


def _normalise(proba: NDArray[np.float64]) -> NDArray[np.float64]:
    """Make rows sum to 1; a row of zeros stays as it is, right about nothing."""
    if (proba < 0).any():
        raise ValueError("a probability is negative")
    total = proba.sum(axis=1, keepdims=True)
    return proba / np.where(total > 0, total, 1.0)
