"""Reading CSV files: commas, semicolons or tabs, with a line of names on top."""

from __future__ import annotations

import csv
import gzip
import io
from dataclasses import replace
from pathlib import Path

from rankrees.data.rawtable import RawTable, decimal_mark, text_column
from rankrees.errors import TableError

MAX_CHARACTERS = 1_000_000_000
"""Files with more characters than this, after unpacking, are refused."""

_GZIP_MAGIC = b"\x1f\x8b"
_DELIMITERS = ",;\t"


def read_csv(path: str | Path) -> RawTable:
    """Read a CSV file, plain or gzipped, UTF-8 or else Latin-1.

    The delimiter is the one of comma, semicolon and tab that is most frequent in the
    first line. If it is not the comma, numbers may have decimal commas. Spaces around a
    cell do not count. Empty lines are passed over.

    Raises
    ------
    TableError
        With the line, if rows differ in length, a quote is not closed, names are
        missing or given twice, or there are no rows.
    """
    text = _read_text(path)
    first = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    start = 1
    try:
        for row in reader:
            if row:
                rows.append([cell.strip() for cell in row])
                lines.append(start)  # a quoted cell may run over several lines
            start = reader.line_num + 1
            if rows and len(rows[-1]) != len(rows[0]):
                message = f"{len(rows[-1])} cells, but {len(rows[0])} columns"
                raise TableError(path, lines[-1], message)
    except csv.Error as error:
        raise TableError(path, start, str(error)) from None
    if len(rows) < 2:
        raise TableError(path, None, "no rows under a line of column names")
    names = rows[0]
    for position, name in enumerate(names):
        if not name:
            raise TableError(path, lines[0], f"column {position + 1} has no name")
        if name in names[:position]:
            raise TableError(path, lines[0], f"two columns are called {name!r}")
    cells = zip(*rows[1:], strict=True)
    columns = {
        name: text_column(name, column)
        for name, column in zip(names, cells, strict=True)
    }
    if delimiter != "," and (mark := decimal_mark(columns.values())) != ".":
        columns = {name: replace(c, decimal=mark) for name, c in columns.items()}
    return RawTable(str(path), columns, len(rows) - 1, lines[1:])


def _read_text(path: str | Path) -> str:
    try:
        with open(path, "rb") as raw:
            packed = raw.peek(2)[:2] == _GZIP_MAGIC
            plain = gzip.GzipFile(fileobj=raw) if packed else raw
            data = plain.read(MAX_CHARACTERS + 1)
    except (OSError, EOFError) as error:
        why = getattr(error, "strerror", None) or error
        raise TableError(path, None, f"cannot be read: {why}") from None
    if len(data) > MAX_CHARACTERS:
        raise TableError(path, None, f"more than {MAX_CHARACTERS:,} characters")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
