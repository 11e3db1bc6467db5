"""Splitting criteria: what a division of a node's rows into branches is worth.

Each is a function of the (branches, classes) table of weights of the rows whose value
is known, and says how much better the divided node is than the node left alone; larger
is better, and 0 is a division that does not help:

gain-ratio
    Gain divided by the information of the split itself, missing values being one more
    branch, as in C4.5.
gain
    Decrease in entropy.
gini
    Decrease in Gini's impurity 1 - sum_i p_i^2.
dkm
    Decrease in 2 sqrt(p (1 - p)); for several classes the mean over the classes, each
    against the rest (Choice).
mauc
    AUC of the branches ranked by their share of positives, less the 1/2 that a node
    has which is not divided; for several classes the mean over the pairs of classes
    present, each ranked by the shares within the pair (Choice).
mauc-all
    The other reading for several classes: each pair is ranked by the shares of its two
    classes among all classes, one ranking each, as Hand & Till's M ranks rows.
msee
    Decrease in the expected squared error of Laplace estimates, sum_i of
    p_i (1 - p'_i)^2 + (1 - p_i) p'_i^2 with p the frequency and p' the estimate.

A division into small branches can raise msee's error, because the Laplace estimate
pulls them towards equal probabilities; it is then below 0, as mauc-all can be. The
others never are.

Choice: where a share of the weight has no known value, all are multiplied by the known
share, as C4.5 does with gain. So a row without a value gains nothing.

References
----------
Ferri, Flach & Hernández-Orallo, Improving the AUC of probabilistic estimation trees
(ECML 2003); Quinlan, C4.5 (1993); Dietterich, Kearns & Mansour, Applying the weak
learning framework to understand and improve C4.5 (ICML 1996).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from rankrees.kernel import Floats, kernel
from rankrees.trees.kernels import SMALL, entropy_before, gain_ratio, make_log_table

GAIN_RATIO, GAIN, GINI, DKM, MAUC, MAUC_ALL, MSEE = range(7)

CRITERIA = {
    "gain-ratio": GAIN_RATIO,
    "gain": GAIN,
    "gini": GINI,
    "dkm": DKM,
    "mauc": MAUC,
    "mauc-all": MAUC_ALL,
    "msee": MSEE,
}
"""The code of each criterion, by its name."""


def split_worth(criterion: str, table: ArrayLike, total: float | None = None) -> float:
    """Return what a division is worth by the named criterion.

    Parameters
    ----------
    table
        (branches, classes) weights of the rows whose value is known.
    total
        Weight of all rows of the node, also those whose value is missing; by default
        that of the table.
    """
    cells = np.array(table, dtype=np.float64)
    by_branch = cells.sum(axis=1)
    known = float(by_branch.sum())
    return worth(
        CRITERIA[criterion],
        cells,
        by_branch,
        cells.sum(axis=0),
        cells.shape[0],
        known,
        known if total is None else total,
        make_log_table(0),
    )


@kernel
def worth(
    criterion: int,
    cells: Floats,
    by_branch: Floats,
    by_class: Floats,
    n_branches: int,
    known: float,
    total: float,
    log_table: Floats,
) -> float:
    """Return what the first `n_branches` rows of `cells` are worth as a division.

    `by_branch` and `by_class` are the sums of the table, `known` that of both; `total`
    is the weight of the node.
    """
    if known < SMALL:
        return 0.0
    if criterion == MAUC:
        better = mauc(cells, by_class, n_branches) - 0.5
    elif criterion == MAUC_ALL:
        better = mauc_all(cells, by_branch, by_class, n_branches) - 0.5
    else:
        better = impurity(criterion, by_class, known, log_table)
        for b in range(n_branches):
            if by_branch[b] > SMALL:
                inside = impurity(criterion, cells[b], by_branch[b], log_table)
                better -= by_branch[b] / known * inside
    better *= known / total
    if criterion == GAIN_RATIO:
        return gain_ratio(better, by_branch, n_branches, known, total, log_table)
    return better


@kernel
def impurity(criterion: int, weights: Floats, total: float, log_table: Floats) -> float:
    """Return the impurity whose decrease the criterion is (any but the two of AUC)."""
    if criterion == GINI:
        return _gini(weights, total)
    if criterion == DKM:
        return _dkm(weights, total)
    if criterion == MSEE:
        return _squared_error(weights, total)
    return entropy_before(weights, total, log_table) / total


@kernel
def _gini(weights: Floats, total: float) -> float:
    left = 1.0
    for c in range(weights.shape[0]):
        p = weights[c] / total
        left -= p * p
    return left


@kernel
def _dkm(weights: Floats, total: float) -> float:
    inside = 0.0
    for c in range(weights.shape[0]):
        # what is left after taking fractions of rows away may be below zero by a hair
        p = min(max(weights[c] / total, 0.0), 1.0)
        inside += 2.0 * math.sqrt(p * (1.0 - p))
    return inside / float(weights.shape[0])


@kernel
def _squared_error(weights: Floats, total: float) -> float:
    error = 0.0
    for c in range(weights.shape[0]):
        p = weights[c] / total
        smoothed = (weights[c] + 1.0) / (total + weights.shape[0])
        wrong = 1.0 - smoothed
        error += p * wrong * wrong + (1.0 - p) * smoothed * smoothed
    return error


@kernel
def mauc(cells: Floats, by_class: Floats, n_branches: int) -> float:
    """Return the mean over pairs of classes of the AUC of the ranked branches.

    A branch is above another if its share of positives is larger, so of the two ways to
    pair their positives and negatives the larger product counts as ranked right: there
    is no need to sort. Inside a branch, and where shares are equal, half of the pairs
    do.
    """
    n_classes = by_class.shape[0]
    mean = 0.0
    n_pairs = 0
    for i in range(n_classes):
        if by_class[i] < SMALL:
            continue
        for j in range(i + 1, n_classes):
            if by_class[j] < SMALL:
                continue
            right = 0.0
            for b in range(n_branches):
                right += 0.5 * cells[b, i] * cells[b, j]
                for d in range(b):
                    right += max(cells[b, i] * cells[d, j], cells[d, i] * cells[b, j])
            mean += right / (by_class[i] * by_class[j])
            n_pairs += 1
    return mean / n_pairs if n_pairs > 0 else 0.5


@kernel
def mauc_all(
    cells: Floats, by_branch: Floats, by_class: Floats, n_branches: int
) -> float:
    """Return the mean over ordered pairs of classes of the AUC of ranked branches.

    For (i, j) the branches are ranked by the share of class i among all classes, and
    the AUC is that of class i against class j.
    """
    n_classes = by_class.shape[0]
    mean = 0.0
    n_pairs = 0
    for i in range(n_classes):
        if by_class[i] < SMALL:
            continue
        for j in range(n_classes):
            if i == j or by_class[j] < SMALL:
                continue
            right = 0.0
            for b in range(n_branches):
                right += 0.5 * cells[b, i] * cells[b, j]
                for d in range(b):
                    # of fractions of rows, equal shares may differ in the last bits
                    above = cells[b, i] * by_branch[d] - cells[d, i] * by_branch[b]
                    share = 0.5
                    if abs(above) > SMALL:
                        share = 1.0 if above > 0.0 else 0.0
                    right += share * cells[b, i] * cells[d, j]
                    right += (1.0 - share) * cells[d, i] * cells[b, j]
            mean += right / (by_class[i] * by_class[j])
            n_pairs += 1
    return mean / n_pairs if n_pairs > 0 else 0.5
