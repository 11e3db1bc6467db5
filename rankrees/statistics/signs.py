"""The sign test and Wilcoxon's signed-rank test, with Demšar's rule for ties."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rankrees.statistics.ttest import PairOutcome

_DECIMALS = 10


def paired_differences(x: ArrayLike, y: ArrayLike) -> NDArray[np.float64]:
    """Return x - y without rounding errors.

    0.3 - 0.2 and 0.2 - 0.1 are the same difference and must get the same rank;
    as doubles they are not equal.
    """
    d = np.asarray(x, dtype=np.float64) - np.asarray(y, dtype=np.float64)
    return np.asarray(np.round(d, _DECIMALS) + 0.0, dtype=np.float64)


def sign_test(x: ArrayLike, y: ArrayLike, *, alpha: float = 0.05) -> PairOutcome:
    """Test whether x is larger than y as often as smaller.

    Ties are split evenly; of an odd number of ties one is ignored. The statistic is the
    number of times that x is larger, half of the ties among them.

    References
    ----------
    Demšar, "Statistical comparisons of classifiers over multiple data sets", JMLR 7
    (2006), section 3.1.4.
    """
    from scipy.stats import binomtest

    d = paired_differences(x, y)
    half = int((d == 0).sum()) // 2
    more, less = int((d > 0).sum()) + half, int((d < 0).sum()) + half
    p = float(binomtest(more, more + less).pvalue) if more + less else 1.0
    return _outcome(d, float(more), p, more - less, alpha)


def wilcoxon_test(x: ArrayLike, y: ArrayLike, *, alpha: float = 0.05) -> PairOutcome:
    """Test whether the ranks of positive and negative differences are alike.

    The ranks of zero differences are split evenly between the two sums; of an odd
    number of zeros one is ignored. The statistic is the sum of ranks where x is larger.
    p is exact for at most 13 pairs, and for at most 50 without ties; else normal, with
    the correction for ties, without the one for continuity.

    References
    ----------
    Wilcoxon, "Individual comparisons by ranking methods", Biometrics 1 (1945); Demšar
    2006, section 3.1.3.
    """
    from scipy.stats import rankdata, wilcoxon

    d = paired_differences(x, y)
    zeros = np.flatnonzero(d == 0)
    kept = np.delete(d, zeros[:1]) if zeros.size % 2 else d
    if not kept.any():
        return _outcome(d, 0.0, 1.0, 0, alpha)
    ranks = rankdata(np.abs(kept))
    total = float(ranks.sum())
    split = float(ranks[kept == 0].sum()) / 2
    more = float(ranks[kept > 0].sum()) + split
    p = float(wilcoxon(kept, zero_method="zsplit").pvalue)
    return _outcome(d, more, min(p, 1.0), more - total / 2, alpha)


def _outcome(
    d: NDArray[np.float64], statistic: float, p: float, direction: float, alpha: float
) -> PairOutcome:
    mean = float(d.mean()) if d.size else math.nan
    sign = 0 if p > alpha else int(np.sign(direction))
    return PairOutcome(int(d.size), mean, statistic, p, sign)
