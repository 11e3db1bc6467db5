"""Which columns two rows are compared by: numbers as they are, or in intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal
from weakref import WeakKeyDictionary

import numpy as np

from rankrees.data.dataset import MISSING_CODE
from rankrees.preprocess.discretize import EqualWidth
from rankrees.trees.features import Features

if TYPE_CHECKING:
    from rankrees.methods.task import Task

Numeric = Literal["equal", "bins"]

_BINNED: WeakKeyDictionary[Task, Features] = WeakKeyDictionary()


def comparable_features(task: Task, numeric: Numeric) -> Features:
    """Return the features whose `similarity` tells how alike two rows are.

    Parameters
    ----------
    task
        The fold.
    numeric
        Numeric values are alike if they are `equal`, or if they are in the same of ten
        `bins` of equal width between the least and the greatest training value.
    """
    if numeric == "equal" or task.features.numbers.shape[0] == 0:
        return task.features
    # trees of an ensemble share a task: their rows are compared once
    if task not in _BINNED:
        _BINNED[task] = _binned(task)
    return _BINNED[task]


def _binned(task: Task) -> Features:
    features = task.features
    step = EqualWidth(bins=10)
    train = task.train[task.labels[task.train] != MISSING_CODE]
    codes = features.codes.copy()
    n_values = features.n_values.copy()
    for attribute in np.flatnonzero(features.slot >= 0):
        column = features.numbers[features.slot[attribute]]
        cuts = step.cuts(column[train], task.labels[train], task.n_classes)
        known = ~np.isnan(column)
        codes[attribute] = np.where(known, np.searchsorted(cuts, column), -1)
        n_values[attribute] = step.bins
    return Features(
        codes,
        np.empty((0, features.n_rows)),
        np.full_like(features.slot, -1),
        n_values,
    )
