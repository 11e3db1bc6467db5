"""One model of a table; `rankrees.reports.formats` renders it.

A cell holds its text: a renderer never rounds or re-aligns a number, so 0.90 stays 0.90
everywhere. It also holds what the text stands for, so that nobody reads text back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rankrees.statistics.digits import rounded

ABSENT = "\N{EN DASH}"
"""What people see where there is no value; empty in CSV, null in JSON."""


@dataclass(frozen=True)
class Cell:
    """One place of a table.

    Parameters
    ----------
    text
        What is shown; None where there is no value.
    number
        The number that is shown, rounded as the text is; None for other text.
    best
        Whether it is the best of its row, which stands out in bold.
    exact
        Whether it equals the number printed in a paper; None where none is compared.
    sign
        1, 0 or -1: significantly better than the baseline, neither, or worse.
    """

    text: str | None
    number: float | None = None
    best: bool = False
    exact: bool | None = None
    sign: int = 0


def number_cell(value: float | None, decimals: int) -> Cell:
    """Return the cell of a number, halves rounded up; without one if it is None."""
    if value is None:
        return Cell(None)
    shown = rounded(value, decimals)
    return Cell(f"{shown:.{decimals}f}", shown)


def printed_cell(text: str | None) -> Cell:
    """Return the cell of a number that a paper prints, with the paper's decimals."""
    return Cell(text, None if text is None else float(text))


Row = tuple[Cell, ...]


@dataclass(frozen=True)
class Table:
    """A title, columns, rows of cells and notes; `text_table` makes one of plain text.

    The first `n_left` columns hold names and are left-aligned, the others hold numbers.
    A column's name may be broken into lines, which only text and LaTeX show. `marks`
    are the columns that hold marks for the number before them, which LaTeX sets close
    to it. `kind` names a table whose title does not say what it shows.
    """

    title: str
    columns: tuple[str, ...]
    cells: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    n_left: int = 1
    marks: frozenset[int] = frozenset()
    kind: str = ""

    def __post_init__(self) -> None:
        for row in self.cells:
            if len(row) != len(self.columns):
                raise ValueError(f"{len(row)} cells in {len(self.columns)} columns")

    @property
    def names(self) -> list[str]:
        """The columns' names in one line each."""
        return [column.replace("\n", " ") for column in self.columns]

    @property
    def rows(self) -> tuple[tuple[str | None, ...], ...]:
        """The texts of the cells."""
        return tuple(tuple(cell.text for cell in row) for row in self.cells)

    @property
    def best(self) -> frozenset[tuple[int, int]]:
        """The places (row, column) of the cells that stand out."""
        return frozenset(
            (i, j)
            for i, row in enumerate(self.cells)
            for j, cell in enumerate(row)
            if cell.best
        )


def text_row(texts: Iterable[str | None]) -> Row:
    """Return cells of plain text."""
    return tuple(map(Cell, texts))


def text_table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Iterable[str | None]],
    notes: Sequence[str] = (),
    n_left: int = 1,
) -> Table:
    """Return a table of plain text; None is a cell without a value."""
    return Table(
        title, tuple(columns), tuple(map(text_row, rows)), tuple(notes), n_left
    )


def with_best(
    row: Iterable[Cell], columns: Iterable[int], *, higher_is_better: bool = True
) -> Row:
    """Return a row with its best numbers marked, as they are shown; ties all count.

    Only these columns are compared. One number alone is not the best of anything.
    """
    cells = tuple(row)
    there = {j: n for j in columns if (n := cells[j].number) is not None}
    if len(there) < 2:
        return cells
    best = (max if higher_is_better else min)(there.values())
    return tuple(
        replace(cell, best=there.get(j) == best) for j, cell in enumerate(cells)
    )
