"""Areas under the ROC curve: Hand & Till's M, and the measure of the UNB papers.

Both rest on counts of pairs of rows, held in integers: a pair won counts 2, a tie 1.
So no value depends on the order of the rows. Probabilities are compared exactly, as
doubles: rounding them first would make ties that were not there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE
from rankrees.kernel import kernel


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
    proba, labels = known_rows(proba, labels)
    halves, sizes, _ = _count_pairs(proba, labels)
    total, n_pairs = 0.0, 0
    for i in range(sizes.shape[0]):
        for j in range(i + 1, sizes.shape[0]):
            if sizes[i] and sizes[j]:
                both = int(halves[i, j] + halves[j, i])
                total += both / int(4 * sizes[i] * sizes[j])
                n_pairs += 1
    return total / n_pairs if n_pairs else np.nan


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
    proba, labels = known_rows(proba, labels)
    halves, sizes, varied = _count_pairs(proba, labels)
    n_classes = int(sizes.shape[0])
    if labels.shape[0] == 0 or n_classes < 2:
        return np.nan
    total = 0.0
    for i in range(n_classes):
        for j in range(i + 1, n_classes):
            if sizes[i] and sizes[j]:
                total += int(halves[i, j]) / int(2 * sizes[i] * sizes[j])
            elif sizes[i]:
                total += 1.0 if varied[i, i] else 0.5
            elif sizes[j]:
                total += 1.0 if varied[i, j] else 0.5
            else:
                total += 0.5
    return total / (n_classes * (n_classes - 1) // 2)


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


@kernel
def _count_pairs(
    proba: NDArray[np.float64], labels: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Count won and tied pairs in one sweep over each class's sorted column.

    Returns
    -------
    halves
        [i, j]: twice the pairs (x of class i, z of class j) with p_i(x) > p_i(z), plus
        those with equal p_i.
    sizes
        Rows of each class.
    varied
        [i, j]: whether the rows of class j differ in p_i.
    """
    n, n_classes = proba.shape
    halves = np.zeros((n_classes, n_classes), dtype=np.int64)
    sizes = np.zeros(n_classes, dtype=np.int64)
    varied = np.zeros((n_classes, n_classes), dtype=np.bool_)
    for label in labels:
        sizes[label] += 1
    for i in range(n_classes):
        scores = np.ascontiguousarray(proba[:, i])
        order = np.argsort(scores)
        below = np.zeros(n_classes, dtype=np.int64)
        level = np.zeros(n_classes, dtype=np.int64)
        start = 0
        while start < n:
            stop = start
            while stop < n and scores[order[stop]] == scores[order[start]]:
                level[labels[order[stop]]] += 1
                stop += 1
            if level[i] > 0:
                for j in range(n_classes):
                    halves[i, j] += level[i] * (2 * below[j] + level[j])
            for position in range(start, stop):
                j = labels[order[position]]
                if level[j] > 0:
                    varied[i, j] |= level[j] < sizes[j]
                    below[j] += level[j]
                    level[j] = 0
            start = stop
    return halves, sizes, varied
