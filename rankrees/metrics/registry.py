"""The metrics by name."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankrees.metrics.auc import auc, auc_unb
from rankrees.metrics.scores import accuracy, brier, log_loss

_ROUNDING = 1e-9
_HIGHEST = 1000.0
"""Of a loss: the logarithm of the least probability is far below."""


@dataclass(frozen=True)
class Metric:
    """A score of a prediction matrix.

    Parameters
    ----------
    name
        What configs and the store call it.
    function
        From (rows, classes) scores and labels to a number; NaN where there is none.
    percent
        Whether tables print it times 100.
    higher_is_better
        The direction of a win.
    description
        One line for listings.
    version
        Counts the changes that alter values: stored scores of an older version are
        not used any more.
    """

    name: str
    function: Callable[[NDArray[np.float64], NDArray[np.int32]], float]
    percent: bool
    higher_is_better: bool
    description: str
    version: int = 1


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("auc", auc, True, True, "Hand & Till's M over the classes that occur"),
        Metric("auc_unb", auc_unb, True, True, "the AUC printed by the UNB papers"),
        Metric("accuracy", accuracy, True, True, "share of rows classified correctly"),
        Metric(
            *("log_loss", log_loss, False, False, "mean -ln p(true class)"), version=2
        ),
        Metric("brier", brier, False, False, "mean squared error, all classes summed"),
    )
}


def score_all(
    proba: NDArray[np.float64], labels: NDArray[np.int32]
) -> dict[str, float]:
    """Return every metric of a prediction, by name."""
    return {name: metric.function(proba, labels) for name, metric in METRICS.items()}


def is_possible(name: str, value: float) -> bool:
    """Tell whether a value can be one of a metric; a missing one, NaN, always can."""
    if math.isnan(value) or name not in METRICS:
        return True
    highest = 1.0 if METRICS[name].percent else _HIGHEST
    return -_ROUNDING <= value <= highest + _ROUNDING


def metric_version(name: str) -> int:
    """Return the present version of a metric's values, 1 for one not known here."""
    return METRICS[name].version if name in METRICS else 1
