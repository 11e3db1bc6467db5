"""Rows of another file, in the terms of the data set that a method is trained on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE, Dataset, Schema
from rankrees.data.rawtable import RawTable
from rankrees.errors import TableError
from rankrees.names import listed


@dataclass(frozen=True, eq=False)
class NewRows:
    """The same attributes as the training data, row by row.

    Parameters
    ----------
    columns
        One per attribute of the training data, in its order.
    labels
        Classes where the file has them, else `MISSING_CODE`.
    unseen
        How many cells of each column hold a name that the training data do not have;
        they count as missing. Unknown classes are counted under the class's name.
    """

    columns: tuple[NDArray, ...]
    labels: NDArray[np.int32]
    unseen: dict[str, int]

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return int(self.labels.shape[0])

    def take(self, rows: Sequence[int]) -> NewRows:
        """Return some of the rows."""
        at = np.array(rows, dtype=np.intp)
        columns = tuple(column[at] for column in self.columns)
        return NewRows(columns, self.labels[at], {})


def rows_of(dataset: Dataset) -> NewRows:
    """Return a data set's own rows as if they were new."""
    return NewRows(dataset.columns, dataset.labels, {})


def rows_like(schema: Schema, raw: RawTable) -> NewRows:
    """Find the attributes of a data set in another table, by their names.

    Raises
    ------
    TableError
        If a column is not there, or holds texts where numbers are expected.
    """
    missing = [a.name for a in schema.attributes if a.name not in raw.columns]
    if missing:
        message = f"columns of the training data are not here: {listed(missing)}"
        raise TableError(raw.path, None, message)
    columns: list[NDArray] = []
    unseen = {}
    for attribute in schema.attributes:
        if attribute.values is None:
            columns.append(raw.numbers(attribute.name))
            continue
        codes, n_unseen = _codes(raw, attribute.name, attribute.values)
        columns.append(codes)
        if n_unseen:
            unseen[attribute.name] = n_unseen
    target = schema.class_attribute.name
    labels = np.full(raw.n_rows, MISSING_CODE, dtype=np.int32)
    if target in raw.columns:
        labels, n_unseen = _codes(raw, target, schema.class_names)
        if n_unseen:
            unseen[target] = n_unseen
    return NewRows(tuple(columns), labels, unseen)


def _codes(
    raw: RawTable, name: str, values: tuple[str, ...]
) -> tuple[NDArray[np.int32], int]:
    """Return a column in the codes of `values`, and how many cells have others."""
    codes, texts = raw.column(name).as_texts()
    place = {value: code for code, value in enumerate(values)}
    known = [place.get(text, MISSING_CODE) for text in texts]
    found = np.array([*known, MISSING_CODE], dtype=np.int32)[codes]
    n_unseen = np.count_nonzero((found == MISSING_CODE) & (codes != MISSING_CODE))
    return found, int(n_unseen)


def unlabelled(schema: Schema, new: NewRows) -> Dataset:
    """Return new rows as a data set of their own, whatever classes they have left out.

    Nothing that looks at the data set can see what the rows are labelled.
    """
    blank = np.full(new.n_rows, MISSING_CODE, dtype=np.int32)
    return Dataset(
        "new rows", schema.attributes, schema.class_attribute, new.columns, blank
    )
