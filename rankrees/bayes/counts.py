"""Naive Bayes on nominal values: counting, and predicting by products.

The rules are those of Weka's NaiveBayes: counts start at 1, weights are added in the
order of the rows, and probabilities are multiplied attribute by attribute, with a floor
of 1e-75 and rescaling; the order of operations is kept, so the bits are Weka's.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rankrees.kernel import Floats, Ints, kernel

TINY = 1e-75
"""Least factor of a product, and where products are rescaled."""


class Counts(NamedTuple):
    """Weights of the training rows, each with the 1 of Laplace already in it.

    Parameters
    ----------
    by_class
        (classes) 1 + weight of each class.
    cells
        (all values of all attributes, classes) 1 + weight; value v of attribute a is at
        `first[a] + v`. Numeric attributes have no cells.
    known
        (attributes, classes) declared values + weight of the rows whose value is known.
    first
        Where the values of each attribute start in `cells`.
    """

    by_class: Floats
    cells: Floats
    known: Floats
    first: Ints


@kernel
def count(
    codes: Ints,
    labels: Ints,
    rows: Ints,
    weights: Floats,
    n_values: Ints,
    n_classes: int,
) -> Counts:
    """Count classes, and values by class.

    Parameters
    ----------
    codes, labels
        (attributes, rows of the data set) value indices, -1 for missing; classes.
    rows, weights
        Rows to count, all of them with a class, and the weight of each.
    n_values
        Declared values of each attribute; 0 (a numeric one) is passed over.
    n_classes
        Declared classes.
    """
    by_class = np.ones(n_classes)
    first = np.zeros(n_values.shape[0], dtype=np.int64)
    for a in range(1, n_values.shape[0]):
        first[a] = first[a - 1] + n_values[a - 1]
    cells = np.ones((n_values.sum(), n_classes))
    known = np.zeros((n_values.shape[0], n_classes))
    own = np.empty(rows.shape[0], dtype=np.int64)
    for i in range(rows.shape[0]):
        own[i] = labels[rows[i]]
        by_class[own[i]] += weights[i]
    for a in range(n_values.shape[0]):
        if n_values[a] == 0:
            continue
        column = codes[a]
        known[a] = n_values[a]
        for i in range(rows.shape[0]):
            value = column[rows[i]]
            if value >= 0:
                cells[first[a] + value, own[i]] += weights[i]
                known[a, own[i]] += weights[i]
    return Counts(by_class, cells, known, first)


@kernel
def predict(
    counts: Counts, codes: Ints, slot: Ints, row: int, densities: Floats, proba: Floats
) -> None:
    """Write the class probabilities of a row into `proba`.

    Parameters
    ----------
    counts
        From `count`.
    codes
        As for `count`.
    slot
        Position of each attribute among the numeric ones, -1 for a nominal one.
    row
        The row of the data set that is asked about.
    densities
        (numeric attributes, classes) factors of the row's numeric values, NaN where the
        value is missing; see `rankrees.bayes.normal`. Without numeric attributes it has
        no rows.
    proba
        (classes) the answer; it sums to 1.
    """
    n_classes = proba.shape[0]
    total = counts.by_class.sum()
    for c in range(n_classes):
        proba[c] = counts.by_class[c] / total
    for a in range(slot.shape[0]):
        largest = 0.0
        if slot[a] >= 0:
            if np.isnan(densities[slot[a], 0]):
                continue
            for c in range(n_classes):
                proba[c] *= max(TINY, densities[slot[a], c])
                largest = max(largest, proba[c])
        else:
            value = codes[a, row]
            if value < 0:
                continue
            at = counts.first[a] + value
            for c in range(n_classes):
                proba[c] *= max(TINY, counts.cells[at, c] / counts.known[a, c])
                largest = max(largest, proba[c])
        if 0.0 < largest < TINY:
            for c in range(n_classes):
                proba[c] *= 1e75
    total = 0.0
    for c in range(n_classes):
        total += proba[c]
    for c in range(n_classes):
        proba[c] /= total


@kernel
def predict_rows(
    counts: Counts, codes: Ints, slot: Ints, rows: Ints, densities: Floats
) -> Floats:
    """Return the class probabilities of rows; `densities` has an entry for each."""
    proba = np.empty((rows.shape[0], counts.by_class.shape[0]))
    for i in range(rows.shape[0]):
        predict(counts, codes, slot, rows[i], densities[i], proba[i])
    return proba


@kernel
def fit_and_predict(
    codes: Ints,
    asked_codes: Ints,
    slot: Ints,
    n_values: Ints,
    labels: Ints,
    train: Ints,
    weights: Floats,
    n_classes: int,
    test: Ints,
    densities: Floats,
) -> Floats:
    """Return what a naive Bayes of the rows `train` says of the rows `test`.

    The former are rows of `codes`, the latter of `asked_codes`. One call, because for
    small data several would take most of the time.
    """
    counts = count(codes, labels, train, weights, n_values, n_classes)
    return predict_rows(counts, asked_codes, slot, test, densities)
