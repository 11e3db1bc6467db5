"""Cross-validating naive Bayes inside a node, block by block.

The rows are counted once; the rows of a block are taken out of the counts, predicted
and put back. The arithmetic is that of Weka's NaiveBayes, in its order, so that the
probabilities, and with them their ties, are the bits of a model fitted anew.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE
from rankrees.errors import RankreesError
from rankrees.kernel import Floats, Ints, kernel
from rankrees.split.java_random import shuffle
from rankrees.split.weka_folds import stratify
from rankrees.trees.features import Features

TINY = 1e-75
"""Where products of probabilities are rescaled."""


class Lines(NamedTuple):
    """Training rows for naive Bayes: one line each, in the order of training.

    Parameters
    ----------
    cells
        (lines, attributes) the line's value, values of all attributes numbered through.
    first
        (attributes + 1) where the values of each attribute start.
    labels
        Class of each line.
    rows
        Which row of the data set each line is.
    """

    cells: Ints
    first: Ints
    labels: Ints
    rows: Ints


def make_lines(
    features: Features,
    labels: NDArray[np.int32],
    rows: NDArray[np.int32],
    method: str,
) -> Lines:
    """Lay the rows with a class out by line; refuse numbers and missing values.

    `method` is the name by which the user knows what needs nominal values.
    """
    if (features.slot >= 0).any():
        raise RankreesError(
            f"{method} needs nominal attributes: discretize the numeric ones first "
            "(preprocess: discretize-equal-width)"
        )
    own = rows[labels[rows] != MISSING_CODE]
    codes = features.codes[:, own].astype(np.int32)
    if (codes < 0).any():
        raise RankreesError(
            f"{method} needs values that are known: replace the missing ones first "
            "(preprocess: replace-missing)"
        )
    first = np.concatenate(([0], np.cumsum(features.n_values, dtype=np.int64)))
    cells = np.ascontiguousarray((codes + first[:-1, None].astype(np.int32)).T)
    return Lines(cells, first, labels[own], own)


@kernel
def shuffled_blocks(random: Ints, own: Ints, labels: Ints, n_folds: int) -> Ints:
    """Return lines shuffled and stratified, as Weka orders them for its folds."""
    order = own.copy()
    shuffle(random, order)
    return stratify(order, labels, n_folds)


@kernel
def _count(lines: Lines, own: Ints, used: Ints, table: Floats, step: float) -> None:
    for k in range(own.shape[0]):
        line = own[k]
        label = lines.labels[line]
        for u in range(used.shape[0]):
            table[lines.cells[line, used[u]], label] += step


@kernel
def predict_blocks(
    lines: Lines, own: Ints, used: Ints, n_folds: int, table: Floats, answers: Floats
) -> None:
    """Write what the other blocks say of each line into its line of `answers`.

    Parameters
    ----------
    lines
        All training rows.
    own
        Those that are cross-validated, in the order that is cut into blocks; at least
        `n_folds`. The first blocks are longer by one where they must be.
    used
        The attributes that take part, in increasing order.
    n_folds
        Number of blocks.
    table
        (values, classes) all 1; changed meanwhile.
    answers
        (lines, classes).
    """
    labels, first = lines.labels, lines.first
    n = own.shape[0]
    n_classes = table.shape[1]
    n_used = used.shape[0]
    by_class = np.ones(n_classes)
    known = np.empty((n_used, n_classes))
    proba = np.empty(n_classes)
    most_values = n_classes
    for u in range(n_used):
        most_values = max(most_values, first[used[u] + 1] - first[used[u]])
    # No factor is below this. So the largest probability, which Weka looks for after
    # each attribute, has to be looked for only where it may have got too small.
    least = 1.0 / (n + most_values)
    _count(lines, own, used, table, 1.0)
    for k in range(n):
        by_class[labels[own[k]]] += 1.0
    stop = 0
    for fold in range(n_folds):
        start = stop
        stop = start + n // n_folds + (1 if fold < n % n_folds else 0)
        block = own[start:stop]
        _count(lines, block, used, table, -1.0)
        for k in range(stop - start):
            by_class[labels[block[k]]] -= 1.0
        total = float(n - (stop - start) + n_classes)
        for u in range(n_used):
            values = float(first[used[u] + 1] - first[used[u]])
            for c in range(n_classes):
                known[u, c] = by_class[c] - 1.0 + values
        for k in range(stop - start):
            line = block[k]
            bound = least
            for c in range(n_classes):
                proba[c] = by_class[c] / total
            for u in range(n_used):
                at = lines.cells[line, used[u]]
                for c in range(n_classes):
                    proba[c] *= table[at, c] / known[u, c]
                bound *= least
                if bound < TINY:
                    bound = proba.max()
                    if bound < TINY:
                        for c in range(n_classes):
                            proba[c] *= 1e75
                        bound *= 1e75
            everything = 0.0
            for c in range(n_classes):
                everything += proba[c]
            for c in range(n_classes):
                answers[line, c] = proba[c] / everything
        _count(lines, block, used, table, 1.0)
        for k in range(stop - start):
            by_class[labels[block[k]]] += 1.0
    _count(lines, own, used, table, -1.0)
