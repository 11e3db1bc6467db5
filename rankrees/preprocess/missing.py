"""Replacing missing values by means and modes, as Weka's ReplaceMissingValues does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE, Dataset
from rankrees.preprocess.step import Step


@dataclass(frozen=True)
class ReplaceMissing(Step):
    """Put modes (nominal) and means (numeric) in place of missing values.

    Of equally frequent values the first declared one is the mode. An attribute without
    any known value becomes its first declared value, or 0. Classes are left alone.
    """

    name: ClassVar[str] = "replace-missing"

    def apply(self, dataset: Dataset, rows: NDArray[np.int32]) -> Dataset:
        """Fit on `rows`, in that order, and transform every row of the data set."""
        columns = []
        for attribute, column in zip(dataset.attributes, dataset.columns, strict=True):
            if not attribute.is_nominal:
                gone = np.isnan(column)
                column = np.where(gone, _mean(column[rows]), column)
            elif attribute.n_values > 0:
                gone = column == MISSING_CODE
                mode = _mode(column[rows], attribute.n_values)
                column = np.where(gone, mode, column).astype(np.int32)
            columns.append(column)
        return dataset.with_columns(dataset.attributes, columns)


def _mean(values: NDArray[np.float64]) -> float:
    known = values[~np.isnan(values)]
    if known.size == 0:
        return 0.0
    # Weka adds up from left to right; np.sum, which adds pairwise, differs in last bits
    return float(np.add.accumulate(known)[-1]) / known.size


def _mode(codes: NDArray[np.int32], n_values: int) -> int:
    known = codes[codes != MISSING_CODE]
    return int(np.bincount(known, minlength=n_values).argmax())
