"""Normal densities of numeric values, as naive Bayes in Weka has them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel

NO_PRECISION = 0.01
"""Precision of an attribute with fewer than two distinct values."""

NO_DEVIATION = 1e-10
"""A standard deviation up to this is no news."""


@kernel
def fit_normals(
    numbers: Floats, labels: Ints, rows: Ints, weights: Floats, n_classes: int
) -> tuple[Floats, Floats, Floats]:
    """Fit a normal distribution to each numeric attribute and class.

    Values are rounded to multiples of the attribute's precision, the mean gap between
    neighbouring distinct values; a standard deviation is at least a sixth of it. Like
    Weka's, it is that of the rows so far, and one that is next to nothing is passed
    over: what was found before stays.

    Parameters
    ----------
    numbers
        (numeric attributes, rows of the data set) values, NaN for missing.
    labels, rows, weights, n_classes
        As for `rankrees.bayes.counts.count`; the last bits depend on the order of the
        rows, and `rankrees.bayes.order` has that of Weka.

    Returns
    -------
    tuple
        Precision of each attribute, and means and standard deviations as (attributes,
        classes).
    """
    n_numeric = numbers.shape[0]
    precision = np.empty(n_numeric)
    means = np.zeros((n_numeric, n_classes))
    deviations = np.empty((n_numeric, n_classes))
    total = np.empty(n_classes)
    squares = np.empty(n_classes)
    weight = np.empty(n_classes)
    for a in range(n_numeric):
        values = numbers[a][rows]
        step = _mean_gap(values)
        precision[a] = step
        weight[:] = 0.0
        total[:] = 0.0
        squares[:] = 0.0
        deviations[a] = step / 6.0
        for i in range(rows.shape[0]):
            if not np.isnan(values[i]) and weights[i] != 0.0:
                c = labels[rows[i]]
                x = np.rint(values[i] / step) * step
                weight[c] += weights[i]
                total[c] += x * weights[i]
                squares[c] += x * x * weights[i]
                means[a, c] = total[c] / weight[c]
                spread = abs(squares[c] - means[a, c] * total[c]) / weight[c]
                if math.sqrt(spread) > NO_DEVIATION:
                    deviations[a, c] = max(step / 6.0, math.sqrt(spread))
    return precision, means, deviations


@kernel
def _mean_gap(values: Floats) -> float:
    ordered = np.sort(values)  # NaN comes last
    gaps = 0.0
    n_gaps = 0
    for i in range(1, ordered.shape[0]):
        if np.isnan(ordered[i]):
            break
        if ordered[i] != ordered[i - 1]:
            gaps += ordered[i] - ordered[i - 1]
            n_gaps += 1
    return gaps / n_gaps if n_gaps > 0 else NO_PRECISION


def densities(
    x: NDArray[np.float64],
    precision: NDArray[np.float64],
    means: NDArray[np.float64],
    deviations: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the density of each value in each class, NaN where it is missing.

    It is the probability of the interval of one precision around the rounded value,
    divided by the precision. `ndtr` comes from Cephes, and so does Weka's: their bits
    are the same but where Java's exp and C's are not.

    Parameters
    ----------
    x
        (..., numeric attributes) values.
    precision, means, deviations
        As `fit_normals` gives them, with the same leading axes as `x`.
    """
    from scipy.special import ndtr

    step = precision[..., None]
    rounded = np.rint(x / precision)[..., None] * step
    low = ndtr((rounded - means - step / 2.0) / deviations)
    high = ndtr((rounded - means + step / 2.0) / deviations)
    density: NDArray[np.float64] = (high - low) / step
    return density
