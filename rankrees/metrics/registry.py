"""The metrics by name."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from rankrees.metrics.auc import auc, auc_2004, auc_unb
from rankrees.metrics.old_curve import CurveRule
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
    kept
        Whether every fold has it. The others are computed where a protocol of a config
        names one of them, so that a new one makes no stored fold incomplete.
    """

    name: str
    function: Callable[[NDArray[np.float64], NDArray[np.int32]], float]
    percent: bool
    higher_is_better: bool
    description: str
    version: int = 1
    kept: bool = True


def _of_2004(name: str, description: str, rule: CurveRule) -> Metric:
    """Return the AUC of 2004, or one that is off by a point of its rule."""
    function = partial(auc_2004, rule=rule)
    return Metric(name, function, True, True, description, kept=False)


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
        _of_2004("auc_2004", "the AUC printed by Su & Zhang 2004", CurveRule()),
        _of_2004(
            "auc_2004_no_row_lost",
            "auc_2004 with the lowest row counted",
            CurveRule(lowest_lost=False),
        ),
        _of_2004(
            "auc_2004_last_of_ties",
            "auc_2004 with points behind the last of equal rows",
            CurveRule(first_of_ties=False),
        ),
        _of_2004(
            "auc_2004_from_point_1",
            "auc_2004 without the area before the curve's first point",
            CurveRule(first_point=False),
        ),
        _of_2004(
            "auc_2004_nan_half",
            "auc_2004 with 0.5 for a share of 0 in 0",
            CurveRule(no_share=0.5),
        ),
        _of_2004(
            "auc_2004_single_one",
            "auc_2004 with 1 for a pair of classes with a single row",
            CurveRule(single_row=1.0),
        ),
        _of_2004(
            "auc_2004_stable_sort",
            "auc_2004 with equal scores in the order of the rows",
            CurveRule(stable=True),
        ),
    )
}


def register_metric(metric: Metric) -> Metric:
    """Enter a metric of one's own under its name, which must be new.

    It is computed where a protocol of a config names it.
    """
    if metric.name in METRICS:
        raise ValueError(f"two metrics are called {metric.name!r}")
    if metric.kept:
        raise ValueError("a new metric is kept=False: stored folds do not have it")
    METRICS[metric.name] = metric
    return metric


KEPT = tuple(name for name, metric in METRICS.items() if metric.kept)
"""The metrics that every fold has."""


def score_all(
    proba: NDArray[np.float64], labels: NDArray[np.int32], *, kept_only: bool = False
) -> dict[str, float]:
    """Return every metric of a prediction by name, or those that every fold has."""
    return {
        name: metric.function(proba, labels)
        for name, metric in METRICS.items()
        if metric.kept or not kept_only
    }


def is_possible(name: str, value: float) -> bool:
    """Tell whether a value can be one of a metric; a missing one, NaN, always can."""
    if math.isnan(value) or name not in METRICS:
        return True
    highest = 1.0 if METRICS[name].percent else _HIGHEST
    return -_ROUNDING <= value <= highest + _ROUNDING


def metric_version(name: str) -> int:
    """Return the present version of a metric's values, 1 for one not known here."""
    return METRICS[name].version if name in METRICS else 1
