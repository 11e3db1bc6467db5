"""Paired t-tests on the folds of repeated cross-validation, with Weka's edge rules."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike


@dataclass(frozen=True)
class PairOutcome:
    """The outcome of a two-tailed paired test of x against y.

    `mean` is that of the differences, `statistic` the t of a t-test, or a count or a
    sum of ranks. `sign` is 1 where x is significantly larger, -1 where it is smaller, 0
    for a tie.
    """

    n: int
    mean: float
    statistic: float
    p: float
    sign: int


def paired_ttest(
    x: ArrayLike, y: ArrayLike, *, ratio: float = 0.0, alpha: float = 0.05
) -> PairOutcome:
    """Test whether paired scores differ, two-tailed.

    Parameters
    ----------
    x, y
        Scores of two methods on the same folds, in the same order.
    ratio
        Size of the test set over size of the training set: `1 / (folds - 1)` for k-fold
        cross-validation gives the corrected resampled test, 0 the plain paired one.
    alpha
        Significant if p <= alpha.

    Notes
    -----
    t = mean(d) / sqrt((1/n + ratio) var(d)) with n - 1 degrees of freedom. As in Weka:
    no difference in any fold is a tie (p = 1), the same non-zero difference in every
    fold is significant (p = 0), and a single fold is a tie.

    References
    ----------
    Nadeau and Bengio, "Inference for the generalization error", Machine Learning 52
    (2003); Bouckaert and Frank, "Evaluating the replicability of significance tests
    for comparing learning algorithms", PAKDD 2004.
    """
    d = np.asarray(x, dtype=np.float64) - np.asarray(y, dtype=np.float64)
    n = int(d.size)
    if n == 0:
        return PairOutcome(0, math.nan, math.nan, 1.0, 0)
    mean = float(d.mean())
    variance = float(d.var(ddof=1)) if n > 1 else 0.0
    # Equal differences can leave a variance of rounding errors behind.
    if variance > 0 and not np.all(d == d[0]):
        from scipy.stats import t as student

        t = mean / math.sqrt((1 / n + ratio) * variance)
        p = float(2 * student.sf(abs(t), n - 1))
    else:
        same = n == 1 or not d.any()
        t, p = (0.0, 1.0) if same else (math.copysign(math.inf, mean), 0.0)
    sign = 0 if p > alpha else (1 if mean > 0 else -1)
    return PairOutcome(n, mean, t, p, sign)
