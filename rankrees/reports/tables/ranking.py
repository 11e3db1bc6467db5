"""Rows in the order of the probability of a class."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankrees.data.rawtable import RawTable
from rankrees.errors import RankreesError
from rankrees.metrics.auc import auc


@dataclass(frozen=True, eq=False)
class Ranking:
    """Probabilities of the rows of a table, and the class they are ranked by."""

    table: RawTable
    class_names: tuple[str, ...]
    proba: NDArray[np.float64]
    by: int

    @property
    def class_name(self) -> str:
        """The class that rows are ranked by."""
        return self.class_names[self.by]

    @property
    def order(self) -> NDArray[np.int64]:
        """The rows, most probable first; of equals the earlier row comes first."""
        return np.argsort(-self.proba[:, self.by], kind="stable")

    def auc(self, labels: NDArray[np.int32]) -> float:
        """Return the AUC of the class against all others; NaN without both."""
        p = self.proba[:, self.by]
        is_class = np.where(labels < 0, labels, labels == self.by).astype(np.int32)
        # the class's own column decides in both directions
        return auc(np.column_stack((-p, p)), is_class)

    def rows(self, top: int | None = None) -> Iterator[list[str]]:
        """Yield a heading and the first `top` rows: rank, probabilities, the cells."""
        taken = set(self.table.columns)
        added = [
            _free(name, taken)
            for name in ("rank", *(f"P({name})" for name in self.class_names))
        ]
        yield [*added, *self.table.columns]
        cells = [column.cells() for column in self.table.columns.values()]
        for rank, row in enumerate(self.order[:top], start=1):
            numbers = (repr(float(p)) for p in self.proba[row])
            yield [str(rank), *numbers, *(column[row] for column in cells)]


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def how_many(top: str, n_rows: int) -> int:
    """Return the number of rows that `5%` (rounded up) or `100` means."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(%?)", top.strip())
    if found and found[2]:
        return min(n_rows, math.ceil(n_rows * float(found[1]) / 100.0))
    if found and found[1].isdigit():
        return min(n_rows, int(found[1]))
    raise RankreesError(f"{top!r} is neither a number of rows nor a share such as 5%")
