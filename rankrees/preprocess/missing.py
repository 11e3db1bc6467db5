"""Replacing missing values by means and modes, as Weka's ReplaceMissingValues does."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset
from rankrees.preprocess.step import Step, Transform


@dataclass(frozen=True)
class Replacement(Transform):
    """What stands for a missing value of each attribute; None: it stays missing."""

    kind: ClassVar[str] = "replace"

    values: tuple[float | int | None, ...]

    def is_for(self, attributes: Sequence[Attribute]) -> bool:
        """Tell whether there is a value, or None, for each attribute."""
        return len(self.values) == len(attributes) and all(
            value is None
            or (type(value) is int and 0 <= value < attribute.n_values)
            or (
                type(value) is float
                and math.isfinite(value)
                and not attribute.is_nominal
            )
            for attribute, value in zip(attributes, self.values, strict=True)
        )

    def apply(self, dataset: Dataset) -> Dataset:
        """Fill in the values."""
        columns = []
        for attribute, column, value in zip(
            dataset.attributes, dataset.columns, self.values, strict=True
        ):
            if value is not None and attribute.is_nominal:
                gone = column == MISSING_CODE
                column = np.where(gone, value, column).astype(np.int32)
            elif value is not None:
                column = np.where(np.isnan(column), value, column)
            columns.append(column)
        return dataset.with_columns(dataset.attributes, columns)


@dataclass(frozen=True)
class ReplaceMissing(Step):
    """Put modes (nominal) and means (numeric) in place of missing values.

    Of equally frequent values the first declared one is the mode. An attribute without
    any known value becomes its first declared value, or 0. Classes are left alone.
    """

    name: ClassVar[str] = "replace-missing"

    def fit(self, dataset: Dataset, rows: NDArray[np.int32]) -> Replacement:
        """Find the means and modes of `rows`, added up in that order."""
        values: list[float | int | None] = []
        for attribute, column in zip(dataset.attributes, dataset.columns, strict=True):
            if not attribute.is_nominal:
                values.append(_mean(column[rows]))
            elif attribute.n_values > 0:
                values.append(_mode(column[rows], attribute.n_values))
            else:
                values.append(None)
        return Replacement(tuple(values))


def _mean(values: NDArray[np.float64]) -> float:
    known = values[~np.isnan(values)]
    if known.size == 0:
        return 0.0
    # Weka adds up from left to right; np.sum, which adds pairwise, differs in last bits
    return float(np.add.accumulate(known)[-1]) / known.size


def _mode(codes: NDArray[np.int32], n_values: int) -> int:
    known = codes[codes != MISSING_CODE]
    return int(np.bincount(known, minlength=n_values).argmax())
