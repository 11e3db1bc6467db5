"""Areas under the ROC curve: Hand & Till's M, and two measures of the UNB papers.

The first two are means of counts of pairs of rows, see `rankrees.metrics.pairs`; that
of 2004 is drawn as a curve, see `rankrees.metrics.old_curve`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE
from rankrees.metrics.old_curve import AS_FOUND, CurveRule, mean_old_curve
from rankrees.metrics.pairs import (
    count_pairs,
    mean_hand_till,
    mean_unb,
    n_scratch,
)


def auc(proba: NDArray[np.float64], labels: NDArray[np.int32]) -> float:
    """Return Hand & Till's M, which for two classes is the area under the ROC curve.

    The mean over all pairs of classes that both occur of A(i, j), itself the mean of
    both directions: class i against j ranked by p_i, class j against i ranked by p_j.

    Parameters
    ----------
    proba
        (rows, declared classes) scores; rows need not sum to 1.
    labels
        Class of each row; rows with a missing class (-1) are left out.

    Returns
    -------
    float
        NaN if fewer than two classes occur.

    References
    ----------
    Hand & Till, A simple generalisation of the area under the ROC curve for multiple
    class classification problems, Machine Learning 45 (2001), eq. (7).
    """
    halves, sizes, _ = _counted(proba, labels, one_way=False)
    return mean_hand_till(halves, sizes)


def auc_unb(proba: NDArray[np.float64], labels: NDArray[np.int32]) -> float:
    """Return what the papers of the UNB group print as "AUC".

    The mean over all pairs i < j of declared classes, whether they occur or not, of
    one direction only: class i against j ranked by p_i. Where neither class occurs the
    pair counts 0.5; where just one does, 0.5 if all its rows have the same p_i, else 1.

    Parameters
    ----------
    proba
        (rows, declared classes) scores; rows need not sum to 1.
    labels
        Class of each row; rows with a missing class (-1) are left out.

    Returns
    -------
    float
        NaN if no row has a class, or if there is no pair of classes.

    Notes
    -----
    No paper says this; the rule was found by fitting the printed tables of Wang &
    Zhang, Improving the ranking performance of decision trees (ECML 2006).
    """
    return mean_unb(*_counted(proba, labels, one_way=True))


def auc_2004(
    proba: NDArray[np.float64],
    labels: NDArray[np.int32],
    rule: CurveRule = AS_FOUND,
) -> float:
    """Return the AUC that Su & Zhang (2004) print.

    The mean over all pairs i < j of declared classes of the area under a curve that
    loses its lowest row, class i against j ranked by p_i. A pair of which no row is
    there, or just one, counts 0.5; one of which no row of one class is left when the
    lowest row is gone counts 1.

    Parameters
    ----------
    proba
        (rows, declared classes) scores; rows need not sum to 1.
    labels
        Class of each row; rows with a missing class (-1) are left out. The order of the
        rows matters where scores are equal.
    rule
        What the old program did; changed, the measure shows what a point of it does.

    Returns
    -------
    float
        NaN if no row has a class, or if there is no pair of classes.

    Notes
    -----
    No paper says this; the rule was found by fitting the printed means and standard
    deviations of Su & Zhang, Learning conditional independence tree for ranking (ICDM
    2004). docs/forensics.md draws the curve.
    """
    proba, labels = known_rows(proba, labels)
    rows = np.arange(labels.shape[0], dtype=np.int32)
    return mean_old_curve(proba, rows, labels, rule)


def known_rows(
    proba: NDArray[np.float64], labels: NDArray[np.int32]
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Check the shapes and numbers of a prediction; drop rows without a class."""
    if proba.ndim != 2 or labels.shape != proba.shape[:1]:
        raise ValueError(f"{proba.shape} scores do not fit {labels.shape} labels")
    if (
        labels.size
        and not MISSING_CODE <= labels.min() <= labels.max() < proba.shape[1]
    ):
        raise ValueError(f"labels outside the {proba.shape[1]} declared classes")
    if not np.isfinite(proba).all():
        raise ValueError("a score is not a finite number")
    known = labels != MISSING_CODE
    return np.ascontiguousarray(proba[known], dtype=np.float64), labels[known]


def _counted(
    proba: NDArray[np.float64], labels: NDArray[np.int32], *, one_way: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return `halves`, `sizes` and `varied` of `count_pairs`."""
    proba, labels = known_rows(proba, labels)
    n, n_classes = proba.shape
    halves = np.empty((n_classes, n_classes), dtype=np.int64)
    sizes = np.empty(n_classes, dtype=np.int64)
    varied = np.empty_like(halves)
    rows = np.arange(n, dtype=np.int32)
    scratch = np.empty(n_scratch(n, n_classes))
    count_pairs(proba, rows, labels, one_way, halves, sizes, varied, scratch)
    return halves, sizes, varied
