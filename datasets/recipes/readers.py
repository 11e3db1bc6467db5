"""The packages' file formats, each read into one plain table of text cells."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

Row = tuple[str | None, ...]
MISSING = {"", "?", "~", "<null>", "NA"}


@dataclass(frozen=True)
class RawTable:
    """Named columns of text; None is a missing cell."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def __add__(self, other: RawTable) -> RawTable:
        if self.columns != other.columns:
            raise ValueError("files with different columns")
        return RawTable(self.columns, self.rows + other.rows)

    def select(self, *columns: str) -> list[Row]:
        """Return the rows with only these columns, in this order."""
        at = [self.columns.index(c) for c in columns]
        return [tuple(row[i] for i in at) for row in self.rows]


def _table(columns: list[str], rows: list[list[str]]) -> RawTable:
    def cell(text: str) -> str | None:
        text = text.strip()
        return None if text in MISSING else text

    width = len(columns)
    padded = [(row + [""] * width)[:width] for row in rows]
    return RawTable(tuple(columns), tuple(tuple(map(cell, r)) for r in padded))


def _numbered(rows: list[list[str]]) -> RawTable:
    return _table([str(i + 1) for i in range(len(rows[0]))], rows)


def read_orange(path: Path) -> RawTable:
    """Read Orange's tab format: names, types and roles, then the rows."""
    lines = path.read_text(encoding="latin-1").splitlines()
    names = [name.strip() for name in lines[0].split("\t")]
    return _table(names, [line.split("\t") for line in lines[3:] if line.strip()])


def read_plain(path: Path) -> RawTable:
    """Read comma-separated rows without names; KEEL's @ lines are skipped."""
    lines = path.read_text(encoding="latin-1").splitlines()
    kept = [line for line in lines if line.strip() and line[0] not in "@|"]
    return _numbered([line.split(",") for line in kept])


def read_spaced(path: Path) -> RawTable:
    """Read rows separated by blanks, without names."""
    lines = path.read_text(encoding="latin-1").splitlines()
    return _numbered([line.split() for line in lines if line.strip()])


def read_named(path: Path) -> RawTable:
    """Read a CSV file whose first line has the names."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        names, *rows = csv.reader(file)
    return _table(names, rows)


def read_rda(path: Path) -> RawTable:
    """Read the data frame of an R image."""
    import rdata

    (frame,) = rdata.read_rda(path).values()
    columns = [str(c) for c in frame.columns]
    rows = [
        ["" if value != value else str(value) for value in row]
        for row in frame.astype(object).itertuples(index=False)
    ]
    return _table(columns, rows)


READERS: dict[str, Callable[[Path], RawTable]] = {
    "orange": read_orange,
    "plain": read_plain,
    "spaced": read_spaced,
    "named": read_named,
    "rda": read_rda,
}
