"""Normal densities of numeric values, as naive Bayes in Weka has them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, inlined, kernel

NO_DEVIATION = 1e-10
"""A standard deviation up to this is no news."""


@kernel
def fit_normals(
    numbers: Floats,
    labels: Ints,
    rows: Ints,
    weights: Floats,
    precision: Floats,
    n_classes: int,
) -> tuple[Floats, Floats]:
    """Fit a normal distribution to each numeric attribute and class.

    Values are rounded to multiples of the attribute's precision; a standard deviation
    is at least a sixth of it. Like Weka's, it is that of the rows so far, and one that
    is next to nothing is passed over: what was found before stays.

    Parameters
    ----------
    numbers
        (numeric attributes, rows of the data set) values, NaN for missing.
    labels, rows, weights, n_classes
        As for `rankrees.bayes.counts.count`; the last bits depend on the order of the
        rows, and `rankrees.bayes.order` has that of Weka.
    precision
        Of each attribute, from there as well.

    Returns
    -------
    tuple
        Means and standard deviations as (attributes, classes).
    """
    n_numeric, n = numbers.shape[0], rows.shape[0]
    means = np.zeros((n_numeric, n_classes))
    deviations = np.empty((n_numeric, n_classes))
    sums = np.empty((n_classes, 3))
    own = labels[rows]
    for a in range(n_numeric):
        values, step = numbers[a], precision[a]
        sums[:] = 0.0
        for i in range(n):
            x = values[rows[i]]
            if not np.isnan(x) and weights[i] != 0.0:
                _add(x, step, weights[i], sums[own[i]])
        for c in range(n_classes):
            deviations[a, c] = step / 6.0
            if sums[c, 0] != 0.0:
                means[a, c] = sums[c, 1] / sums[c, 0]
                deviation = _deviation(sums[c])
                if deviation <= NO_DEVIATION:
                    members = np.flatnonzero(own == c)
                    deviation = _last_deviation(
                        values[rows[members]], weights[members], step
                    )
                deviations[a, c] = max(step / 6.0, deviation)
    return means, deviations


@inlined
def _add(x: float, step: float, weight: float, sums: Floats) -> None:
    """Add a value to the sums of weight, weight times value, and times its square."""
    rounded = np.rint(x / step) * step
    sums[0] += weight
    sums[1] += rounded * weight
    sums[2] += rounded * rounded * weight


@inlined
def _deviation(sums: Floats) -> float:
    return math.sqrt(abs(sums[2] - sums[1] / sums[0] * sums[1]) / sums[0])


@kernel
def _last_deviation(values: Floats, weights: Floats, step: float) -> float:
    """Return the last standard deviation of the rows so far that is any news."""
    sums = np.zeros(3)
    last = 0.0
    for i in range(values.shape[0]):
        if not np.isnan(values[i]) and weights[i] != 0.0:
            _add(values[i], step, weights[i], sums)
            deviation = _deviation(sums)
            if deviation > NO_DEVIATION:
                last = deviation
    return last


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
