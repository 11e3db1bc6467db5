"""Weka's repeated stratified cross-validation, row by row and in Weka's order.

The folds are those of the Experimenter and of `Evaluation.crossValidateModel`: run r
takes one stream, `new Random(r)`, for the first shuffle and then for the order of each
training set in turn. The order matters: bagging samples by position.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankrees.errors import RankreesError
from rankrees.kernel import kernel
from rankrees.split.java_random import make_random, shuffle


@dataclass(frozen=True, eq=False)
class Fold:
    """One fold of one run.

    Parameters
    ----------
    run, fold
        Both counted from 1.
    train, test
        Row numbers in the order in which the learner and the evaluation see them.
    """

    run: int
    fold: int
    train: NDArray[np.int32]
    test: NDArray[np.int32]


def weka_folds(labels: NDArray[np.int32], run: int, n_folds: int) -> list[Fold]:
    """Return the folds of one run.

    Parameters
    ----------
    labels
        Class of each row; rows with a missing class (-1) are a group of their own.
    run
        The seed, counted from 1 in Weka's Experimenter.
    n_folds
        From 2 to the number of rows.
    """
    n = int(labels.shape[0])
    if n_folds < 2:
        raise RankreesError(f"cross-validation needs at least 2 folds, not {n_folds}")
    if n_folds > n:
        raise RankreesError(f"cannot make {n_folds} folds of {n} rows")
    random = make_random(run)
    order = np.arange(n, dtype=np.int32)
    shuffle(random, order)
    order = stratify(order, labels, n_folds)
    folds = []
    start = 0
    for fold in range(n_folds):
        stop = start + n // n_folds + (fold < n % n_folds)
        train = np.concatenate((order[:start], order[stop:]))
        shuffle(random, train)
        folds.append(Fold(run, fold + 1, train, order[start:stop].copy()))
        start = stop
    return folds


@kernel
def stratify(
    order: NDArray[np.int32], labels: NDArray[np.int32], n_folds: int
) -> NDArray[np.int32]:
    """Group rows by class with swaps, then deal them out like cards.

    The swaps move foreign rows away, so the order inside a group is not the one before.
    """
    n = order.shape[0]
    rows = order.copy()
    i = 1
    while i < n:
        label = labels[rows[i - 1]]
        for j in range(i, n):
            if labels[rows[j]] == label:
                rows[i], rows[j] = rows[j], rows[i]
                i += 1
        i += 1
    dealt = np.empty_like(rows)
    filled = 0
    for first in range(n_folds):
        for position in range(first, n, n_folds):
            dealt[filled] = rows[position]
            filled += 1
    return dealt
