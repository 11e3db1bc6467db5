"""Average ranks over data sets, Friedman's test, and critical differences.

All functions take a matrix of scores, data sets by methods, in which larger is better.

References
----------
Demšar, "Statistical comparisons of classifiers over multiple data sets", JMLR 7 (2006),
section 3.2.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

# Two sums of ranks that are equal can differ in the last bits once they are divided.
_SLACK = 1e-9


def _ranks(scores: pd.DataFrame) -> NDArray[np.float64]:
    from scipy.stats import rankdata

    return np.asarray(rankdata(-scores.to_numpy(dtype=float), axis=1))


def average_ranks(scores: pd.DataFrame) -> dict[str, float]:
    """Return the mean rank of each method: 1 is best, ties share their ranks."""
    means = _ranks(scores).mean(axis=0)
    return {str(name): float(mean) for name, mean in zip(scores, means, strict=True)}


@dataclass(frozen=True)
class Friedman:
    """Friedman's test and Iman and Davenport's form of it.

    `chi2` has k - 1 degrees of freedom, `f` has k - 1 and (k - 1)(N - 1).
    """

    n_sets: int
    n_methods: int
    chi2: float
    p_chi2: float
    f: float
    p_f: float


def friedman(scores: pd.DataFrame, *, correct_ties: bool = True) -> Friedman:
    """Test whether all methods rank alike.

    Parameters
    ----------
    scores
        At least two data sets and two methods.
    correct_ties
        Divide chi-squared by 1 - sum(t^3 - t) / (N k (k^2 - 1)), t the sizes of the
        groups of ties, as scipy and R do. Demšar leaves that out, which finds less.

    References
    ----------
    Friedman, JASA 32 (1937); Iman and Davenport, Communications in Statistics (1980);
    Demšar 2006, section 3.2.2.
    """
    from scipy.stats import chi2, f

    ranks = _ranks(scores)
    n, k = ranks.shape
    means = ranks.mean(axis=0)
    statistic = 12 * n / (k * (k + 1)) * float(((means - (k + 1) / 2) ** 2).sum())
    if correct_ties:
        tied = sum(
            float((counts**3 - counts).sum())
            for counts in (np.unique(row, return_counts=True)[1] for row in ranks)
        )
        share = 1 - tied / (n * k * (k * k - 1))
        statistic = statistic / share if share > _SLACK else 0.0
    left = n * (k - 1) - statistic
    ratio = (n - 1) * statistic / left if left > _SLACK else math.inf
    return Friedman(
        n,
        k,
        statistic,
        float(chi2.sf(statistic, k - 1)),
        ratio,
        float(f.sf(ratio, k - 1, (k - 1) * (n - 1))),
    )


def rank_error(n_methods: int, n_sets: int) -> float:
    """Return the standard error of a difference of average ranks."""
    return math.sqrt(n_methods * (n_methods + 1) / (6 * n_sets))


def nemenyi_cd(n_methods: int, n_sets: int, alpha: float = 0.05) -> float:
    """Return the difference of average ranks from which on two methods differ.

    All methods are compared with each other: the studentized range divided by the root
    of two (Nemenyi 1963; Demšar 2006, equation for CD and Table 5a).
    """
    from scipy.stats import studentized_range

    q = float(studentized_range.isf(alpha, n_methods, math.inf)) / math.sqrt(2)
    return q * rank_error(n_methods, n_sets)


def nemenyi_p(difference: float, n_methods: int, n_sets: int) -> float:
    """Return the p of a difference of average ranks among all pairs of methods."""
    from scipy.stats import studentized_range

    q = abs(difference) / rank_error(n_methods, n_sets) * math.sqrt(2)
    return min(1.0, float(studentized_range.sf(q, n_methods, math.inf)))


def bonferroni_dunn_cd(n_methods: int, n_sets: int, alpha: float = 0.05) -> float:
    """Return the critical difference where all are compared with one control only.

    Dunn 1961; Demšar 2006, Table 5b.
    """
    from scipy.stats import norm

    z = float(norm.isf(alpha / (2 * (n_methods - 1))))
    return z * rank_error(n_methods, n_sets)


def bonferroni_dunn_p(difference: float, n_methods: int, n_sets: int) -> float:
    """Return the p of a difference of average ranks from the control's."""
    from scipy.stats import norm

    z = abs(difference) / rank_error(n_methods, n_sets)
    return min(1.0, float(2 * (n_methods - 1) * norm.sf(z)))


def groups_within(ranks: Mapping[str, float], cd: float) -> list[tuple[str, ...]]:
    """Return the largest groups of methods whose ranks all differ by less than `cd`.

    Groups can overlap; none is part of another and none has a single member. These are
    the bars of a critical-difference diagram, the best group first.
    """
    ordered = sorted(ranks, key=lambda name: ranks[name])
    groups: list[tuple[str, ...]] = []
    end = 0
    for start, first in enumerate(ordered):
        stop = start
        while stop < len(ordered) and ranks[ordered[stop]] - ranks[first] < cd - _SLACK:
            stop += 1
        # ranks are on a line: a group is a stretch, and new only if it reaches further
        if stop > max(end, start + 1):
            groups.append(tuple(ordered[start:stop]))
        end = max(end, stop)
    return groups
