"""How many attribute values two rows share: once per data set, for all folds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel
from rankrees.trees.features import Cells, Features

MEMORY_BOUND = 512 * 2**20
"""Bytes that a similarity matrix may take; above it, rows are computed when asked for.

Set it with `set_memory_bound`."""


def set_memory_bound(n_bytes: int) -> None:
    """Change how much memory a similarity matrix may take in this process."""
    global MEMORY_BOUND
    MEMORY_BOUND = n_bytes


@dataclass(frozen=True, eq=False)
class Similarity:
    """How many values each two rows of a table share.

    `matrix` is the whole table of these numbers, or has no rows where that would be too
    large; then `fill_row` compares the columns.
    """

    matrix: NDArray[np.integer]


def similarity_type(features: Features) -> type[np.integer]:
    """Return the narrowest type that holds the number of attributes."""
    return np.uint8 if features.n_attributes <= 255 else np.uint16


def make_similarity(features: Features) -> Similarity:
    """Compare all pairs of rows, if the result fits the memory bound.

    A missing value equals nothing, not even another missing one.
    """
    n = features.n_rows
    narrow = similarity_type(features)
    if n * n * np.dtype(narrow).itemsize > MEMORY_BOUND:
        matrix = np.zeros((0, 0), dtype=narrow)
    else:
        matrix = np.zeros((n, n), dtype=narrow)
        _fill_matrix(matrix, features.cells)
    return Similarity(matrix)


@kernel
def _fill_matrix(matrix: Ints, cells: Cells) -> None:
    n = matrix.shape[0]
    for row in range(n):
        fill_row(row, cells, cells, matrix[row])


@kernel
def fill_row(row: int, of_row: Cells, cells: Cells, shared: Ints) -> None:
    """Count the values that `row` of one table shares with every row of `cells`."""
    shared[:] = 0
    for a in range(cells.codes.shape[0]):
        if cells.slot[a] < 0:
            code = of_row.codes[a, row]
            if code >= 0:
                column = cells.codes[a]
                for i in range(column.shape[0]):
                    shared[i] += column[i] == code
        else:
            numbers_column = cells.numbers[cells.slot[a]]
            number = of_row.numbers[cells.slot[a], row]
            for i in range(numbers_column.shape[0]):
                shared[i] += numbers_column[i] == number


@kernel
def add_weights(
    shared: Ints,
    label: int,
    labels: Ints,
    rows: Ints,
    row_weights: Floats,
    start: int,
    end: int,
    by_class: Floats,
) -> None:
    """Sum the weights of the rows start..end for each class into `by_class`.

    A row's weight is the number of values it shares, plus 1, plus 1 more if it has the
    class `label` (none has a negative one).
    """
    by_class[:] = 0.0
    for i in range(start, end):
        row = rows[i]
        weight = shared[row] + 1.0
        if labels[row] == label:
            weight += 1.0
        by_class[labels[row]] += weight * row_weights[i]
