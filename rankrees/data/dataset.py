"""The value that every later step works on: a classification data set."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

MISSING_CODE = -1
"""The code of a missing nominal value or a missing class; numbers use NaN."""


@dataclass(frozen=True)
class Attribute:
    """A column's name and, if it is nominal, its declared values in header order."""

    name: str
    values: tuple[str, ...] | None = None

    @property
    def is_nominal(self) -> bool:
        """Whether the attribute has a declared list of values."""
        return self.values is not None

    @property
    def n_values(self) -> int:
        """Number of declared values; 0 for a numeric attribute."""
        return 0 if self.values is None else len(self.values)


@dataclass(frozen=True)
class Schema:
    """The columns of a table with a nominal class, without any row."""

    attributes: tuple[Attribute, ...]
    class_attribute: Attribute

    @property
    def class_names(self) -> tuple[str, ...]:
        """The declared classes."""
        return self.class_attribute.values or ()


@dataclass(frozen=True, eq=False)
class Dataset:
    """A table with a nominal class.

    Parameters
    ----------
    name
        What the data set is called in tables (the catalogue name or the file's stem).
    attributes
        All attributes but the class, in file order.
    class_attribute
        The class; `values` holds the declared classes, present or not.
    columns
        One array of length n per attribute: int32 value indices for a nominal
        attribute (`MISSING_CODE` = missing), float64 for a numeric one (NaN = missing).
    labels
        int32 class indices, `MISSING_CODE` where the class is missing.
    """

    name: str
    attributes: tuple[Attribute, ...]
    class_attribute: Attribute
    columns: tuple[NDArray, ...]
    labels: NDArray[np.int32]

    def __post_init__(self) -> None:
        if self.class_attribute.values is None:
            raise ValueError("the class attribute must be nominal")
        if len(self.columns) != len(self.attributes):
            raise ValueError("one column per attribute")
        for attribute, column in zip(self.attributes, self.columns, strict=True):
            expected = np.int32 if attribute.is_nominal else np.float64
            if column.dtype != expected or column.shape != self.labels.shape:
                raise ValueError(f"column {attribute.name!r} has the wrong form")
            column.setflags(write=False)
        self.labels.setflags(write=False)

    @property
    def schema(self) -> Schema:
        """The attributes and the class."""
        return Schema(self.attributes, self.class_attribute)

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return int(self.labels.shape[0])

    @property
    def n_classes(self) -> int:
        """Number of declared classes, whether they occur or not."""
        return self.class_attribute.n_values

    @property
    def class_names(self) -> tuple[str, ...]:
        """The declared classes."""
        return self.class_attribute.values or ()

    @property
    def n_missing(self) -> int:
        """Number of missing attribute cells (a missing class is not counted)."""
        total = 0
        for attribute, column in zip(self.attributes, self.columns, strict=True):
            gone = column == MISSING_CODE if attribute.is_nominal else np.isnan(column)
            total += int(np.count_nonzero(gone))
        return total

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 of what the data say, not of the file's bytes.

        Header (names, declared values, in order) and cells count; comments, spacing,
        quoting, line ends, `real` or `integer` for `numeric`, the relation's name and
        the data set's own name do not.
        """
        header = [[a.name, a.values] for a in (*self.attributes, self.class_attribute)]
        digest = hashlib.sha256(b"rankrees content 1\n")
        digest.update(json.dumps(header, ensure_ascii=True).encode("ascii"))
        for column in self.columns:
            if column.dtype == np.float64:
                # one bit pattern for NaN, and 0.0 for -0.0
                column = np.where(np.isnan(column), np.nan, column + 0.0)
                digest.update(column.astype("<f8").tobytes())
            else:
                digest.update(column.astype("<i4").tobytes())
        digest.update(self.labels.astype("<i4").tobytes())
        return digest.hexdigest()

    def with_columns(
        self, attributes: Sequence[Attribute], columns: Sequence[NDArray]
    ) -> Dataset:
        """Return the same rows and classes with other attribute columns."""
        return Dataset(
            self.name,
            tuple(attributes),
            self.class_attribute,
            tuple(columns),
            self.labels,
        )
