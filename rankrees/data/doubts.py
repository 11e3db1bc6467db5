"""The usual ways in which the score of a user's own data flatters, found in the data.

A row that is there twice may be learnt in training and asked for in the test. An
attribute that decides the class alone was often written down after the class was known.
An id says nothing about rows to come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE, Dataset
from rankrees.names import listed

MIN_ROWS = 20
"""With fewer rows, chance does all of this."""

_MANY_VALUES = 0.5
_MOST_MISSING = 0.1

TestRows = Iterable[NDArray[np.int32]]
"""The rows that are tested together, fold by fold; all others are for training."""


def doubts(dataset: Dataset, folds: TestRows) -> Iterator[str]:
    """Yield a line for each reason to doubt a score on this data set."""
    if n_shared := rows_also_in_training(dataset, folds):
        yield (
            f"{n_shared:,} of {dataset.n_rows:,} rows are tested by a method that has "
            "seen an equal row in training: scores flatter; remove what is there twice"
        )
    ids = id_attributes(dataset)
    if ids:
        yield f"looks like an id, which says nothing of new rows: {listed(ids)}; --drop"
    deciding = [name for name in deciding_attributes(dataset) if name not in ids]
    if deciding:
        yield (
            f"decides the class alone: {listed(deciding)}; is it known before the "
            "class is? if not, --drop"
        )


def rows_also_in_training(dataset: Dataset, folds: TestRows) -> int:
    """Count the rows of which another fold has an equal one, class and all."""
    groups = _equal_rows(dataset)
    fold_of = np.full(dataset.n_rows, -1, dtype=np.int64)
    for number, rows in enumerate(folds):
        fold_of[rows] = number
    used = fold_of >= 0
    first = np.full(groups.max(initial=0) + 1, np.iinfo(np.int64).max)
    last = np.full_like(first, -1)
    np.minimum.at(first, groups[used], fold_of[used])
    np.maximum.at(last, groups[used], fold_of[used])
    in_two = first[groups] != last[groups]
    return int(np.count_nonzero(in_two & used))


def _equal_rows(dataset: Dataset) -> NDArray[np.int64]:
    """Return a number for each row that equal rows, and only they, share."""
    groups = dataset.labels.astype(np.int64)
    for column in dataset.columns:
        # NaN, which equals nothing, is one value to unique
        _, codes = np.unique(column, return_inverse=True)
        pairs = np.stack((groups, codes.astype(np.int64)))
        _, groups = np.unique(pairs, axis=1, return_inverse=True)
        groups = groups.reshape(-1).astype(np.int64)
    shifted: NDArray[np.int64] = groups - groups.min(initial=0)
    return shifted


def id_attributes(dataset: Dataset) -> list[str]:
    """Return the attributes that number the rows, or name nearly each of them."""
    n = dataset.n_rows
    if n < MIN_ROWS:
        return []
    found = []
    for attribute, column in zip(dataset.attributes, dataset.columns, strict=True):
        if attribute.is_nominal:
            is_id = len(np.unique(column[column >= 0])) > _MANY_VALUES * n
        else:
            is_id = _numbers_the_rows(column)
        if is_id:
            found.append(attribute.name)
    return found


def _numbers_the_rows(column: NDArray[np.float64]) -> bool:
    """Tell whether all are different whole numbers, in order or without large gaps."""
    if not np.isfinite(column).all() or not (column == np.floor(column)).all():
        return False
    n = column.shape[0]
    if len(np.unique(column)) < n:
        return False
    steps = np.diff(column)
    in_order = bool((steps > 0).all() or (steps < 0).all())
    return in_order or float(column.max() - column.min()) < 2 * n


def deciding_attributes(dataset: Dataset) -> list[str]:
    """Return the attributes whose value alone says the class of every row.

    A number does so if the classes lie one after the other along it.
    """
    labels = dataset.labels
    found = []
    for attribute, column in zip(dataset.attributes, dataset.columns, strict=True):
        missing = column == MISSING_CODE if attribute.is_nominal else np.isnan(column)
        known = ~missing & (labels != MISSING_CODE)
        n_known = int(np.count_nonzero(known))
        n_classes = len(np.unique(labels[known]))
        enough = n_known >= max(MIN_ROWS, (1 - _MOST_MISSING) * dataset.n_rows)
        if n_classes < 2 or not enough:
            continue
        values, classes = column[known], labels[known]
        pairs = np.unique(np.stack((values.astype(np.float64), classes)), axis=1)
        n_values = len(np.unique(values))
        if attribute.is_nominal:
            decides = pairs.shape[1] == n_values <= _MANY_VALUES * n_known
        else:
            changes = np.count_nonzero(np.diff(pairs[1]))
            decides = pairs.shape[1] == n_values and changes == n_classes - 1
        if decides:
            found.append(attribute.name)
    return found
