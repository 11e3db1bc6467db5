"""Data as the compiled kernels want them: one narrow column per attribute."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import Dataset
from rankrees.kernel import Floats, Ints

if TYPE_CHECKING:
    from rankrees.trees.one_hot import OneHot
    from rankrees.trees.similarity import Similarity
    from rankrees.trees.sorted_columns import SortedColumns


class Cells(NamedTuple):
    """What kernels look up to know a row's values: see `Features`."""

    codes: Ints
    numbers: Floats
    slot: Ints


@dataclass(frozen=True, eq=False)
class Features:
    """The attributes of all rows of a data set, without any class label.

    Parameters
    ----------
    codes
        (attributes, rows) value indices, -1 for missing; unused (0) where numeric.
    numbers
        (numeric attributes, rows) values, NaN for missing.
    slot
        Row of `numbers` for each attribute, -1 for a nominal one.
    n_values
        Declared values of each attribute, 0 for a numeric one.
    """

    codes: NDArray[np.integer]
    numbers: NDArray[np.float64]
    slot: NDArray[np.int32]
    n_values: NDArray[np.int32]

    @property
    def n_attributes(self) -> int:
        """Number of attributes."""
        return int(self.codes.shape[0])

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return int(self.codes.shape[1])

    @cached_property
    def cells(self) -> Cells:
        """The values, as a bundle for kernels."""
        return Cells(self.codes, self.numbers, self.slot)

    @cached_property
    def is_complete(self) -> bool:
        """Whether no value is missing."""
        nominal = self.codes[self.slot < 0]
        return bool((nominal >= 0).all()) and not bool(np.isnan(self.numbers).any())

    @cached_property
    def lanes(self) -> NDArray[np.int64]:
        """The attributes, those with most values first, numeric ones last.

        An attribute's place in this order is called its lane.
        """
        return np.argsort(-self.n_values, kind="stable")

    @cached_property
    def value_start(self) -> NDArray[np.int64]:
        """The position of value v in the first lane, for each v, and the end of all.

        Positions are numbered value by value: first the first value of all lanes, then
        the second of those that have one, and so on. So the counts of one value of
        many attributes lie side by side.
        """
        most = int(self.n_values.max(initial=0))
        having = [np.count_nonzero(self.n_values > v) for v in range(most)]
        return np.concatenate([[0], np.cumsum(having, dtype=np.int64)])

    @cached_property
    def positions(self) -> NDArray[np.integer]:
        """The position of each row's value in each lane, row by row.

        Where there is none, it is the end of all plus the lane.
        """
        start = self.value_start
        codes = self.codes[self.lanes].astype(np.int64)
        lane = np.arange(self.n_attributes)[:, None]
        none = (codes < 0) | (self.slot[self.lanes] >= 0)[:, None]
        positions = start[np.where(none, start.shape[0] - 1, codes)] + lane
        last = start[-1] + self.n_attributes
        narrow = np.uint16 if last <= np.iinfo(np.uint16).max else np.uint32
        flat: NDArray[Any] = positions.T.astype(narrow, order="C").reshape(-1)
        return flat

    @cached_property
    def one_hot(self) -> OneHot | None:
        """The rows written out for fast counting, where that can be done."""
        from rankrees.trees.one_hot import make_one_hot

        return make_one_hot(self)

    @cached_property
    def sorted_columns(self) -> SortedColumns:
        """The numeric columns, sorted."""
        from rankrees.trees.sorted_columns import sort_columns

        return sort_columns(self.numbers)

    @cached_property
    def sorted_place(self) -> NDArray[np.int64]:
        """The place of each row when sorted by all numeric attributes, the last first.

        Rows whose numbers are all the same have the same place.
        """
        from rankrees.trees.sorted_columns import sorted_place

        return sorted_place(self.sorted_columns, self.n_rows)

    @cached_property
    def similarity(self) -> Similarity:
        """How many values each two rows share; made when it is first asked for."""
        from rankrees.trees.similarity import make_similarity

        return make_similarity(self)


def make_features(dataset: Dataset) -> Features:
    """Lay out a data set's attributes for the kernels."""
    n_values = np.array([a.n_values for a in dataset.attributes], dtype=np.int32)
    # One code type for (nearly) all data means one compiled version of each kernel.
    widest = int(n_values.max(initial=0))
    code_type = np.int16 if widest <= np.iinfo(np.int16).max else np.int32
    codes = np.zeros((len(dataset.attributes), dataset.n_rows), dtype=code_type)
    slot = np.full(len(dataset.attributes), -1, dtype=np.int32)
    numeric = [i for i, a in enumerate(dataset.attributes) if not a.is_nominal]
    numbers = np.empty((len(numeric), dataset.n_rows), dtype=np.float64)
    for i, column in enumerate(dataset.columns):
        if dataset.attributes[i].is_nominal:
            codes[i] = column
    for position, i in enumerate(numeric):
        slot[i] = position
        numbers[position] = dataset.columns[i]
    return Features(codes, numbers, slot, n_values)
