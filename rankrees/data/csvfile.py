"""Reading CSV files: commas, semicolons or tabs, with a line of names on top."""

from __future__ import annotations

import csv
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from rankrees.data.limits import MAX_CELLS, MAX_COLUMNS, MAX_TEXT_BYTES
from rankrees.data.rawtable import RawTable, marked
from rankrees.data.textcells import Budget, TextColumn, TextsTooLargeError
from rankrees.errors import TableError
from rankrees.files import Lines, parse_text

_DELIMITERS = ",;\t"
_BLOCK_CELLS = 20_000


def read_csv(path: str | Path) -> RawTable:
    """Read a CSV file, plain or gzipped.

    The delimiter is the one of comma, semicolon and tab that is most frequent in the
    first line. If it is not the comma, numbers may have decimal commas. Spaces around a
    cell do not count. Empty lines are passed over.

    Raises
    ------
    TableError
        With the line, if rows differ in length, a quote is not closed, names are
        missing or given twice, there are no rows, or more than fit into memory.
    """

    def parse(lines: Lines) -> RawTable:
        return _parse(path, lines)

    return parse_text(path, parse, TableError, newline="")


def _parse(path: str | Path, lines: Lines) -> RawTable:
    texts = iter(lines)
    first = next(texts, "")
    delimiter = max(_DELIMITERS, key=first.count)
    rows = _rows(path, chain((first,), texts), delimiter)
    line, names = next(rows, (1, []))
    columns = [TextColumn(budget) for budget in [Budget()] for _ in names]
    _check_names(path, line, names)
    numbers = array("q")
    block: list[list[str]] = []
    try:
        for line, row in rows:
            if len(row) != len(names):
                message = f"{len(row)} cells, but {len(names)} columns"
                raise TableError(path, line, message)
            numbers.append(line)
            if len(numbers) * len(names) > MAX_CELLS:
                message = f"more than {MAX_CELLS:,} cells (rows times columns)"
                raise TableError(path, line, message)
            block.append(row)
            if len(block) * len(names) >= _BLOCK_CELLS:
                _take(block, columns)
        _take(block, columns)
    except TextsTooLargeError:
        message = f"texts of more than {MAX_TEXT_BYTES:,} bytes in memory"
        raise TableError(path, line, message) from None
    if not numbers:
        raise TableError(path, None, "no rows under a line of column names")
    finished = {
        name: column.finish(name) for name, column in zip(names, columns, strict=True)
    }
    if delimiter != ",":
        finished = marked(finished)
    return RawTable(str(path), finished, len(numbers), numbers)


def _take(block: list[list[str]], columns: Sequence[TextColumn]) -> None:
    # strict is not asked for: the last block may be empty
    for column, cells in zip(columns, zip(*block)):  # noqa: B905
        column.extend(cells)
    block.clear()


def _rows(
    path: str | Path, texts: Iterable[str], delimiter: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row, and the line where it begins."""
    reader = csv.reader(texts, delimiter=delimiter, strict=True)
    start = 1
    try:
        for row in reader:
            if row:
                yield start, [cell.strip() for cell in row]
            start = reader.line_num + 1  # a quoted cell may run over several lines
    except csv.Error as error:
        raise TableError(path, start, str(error)) from None


def _check_names(path: str | Path, line: int, names: Sequence[str]) -> None:
    if len(names) > MAX_COLUMNS:
        raise TableError(path, line, f"more than {MAX_COLUMNS:,} columns")
    seen: set[str] = set()
    for position, name in enumerate(names):
        if not name:
            raise TableError(path, line, f"column {position + 1} has no name")
        if name in seen:
            raise TableError(path, line, f"two columns are called {name!r}")
        seen.add(name)
