r"""Reading ARFF files into data sets.

The format is Weka's, and a file that Weka reads without surprises is read alike. What
Weka passes over silently is an error here, with file and line: empty fields, too many
fields, unclosed quotes, weights, and `NaN`, `Infinity` or hexadecimal for a number.
Beyond Weka, a relation's name may have spaces or be missing, and `\uXXXX` between
quotes, which Weka writes but does not read, is the character.

Any text ends in a data set or an `ArffError`, in time linear in its length. The limits
that keep memory bounded are those of `rankrees.files` and `rankrees.data.limits`, and
`MAX_DECLARED_VALUES` in `header`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rankrees.data.arff.header import Header
from rankrees.data.arff.rows import Columns
from rankrees.data.arff.tokens import HERE, LineError, show
from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset
from rankrees.errors import ArffError
from rankrees.files import Lines, parse_text
from rankrees.names import did_you_mean

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def read_arff(
    path: str | Path,
    *,
    class_attribute: str | int | None = None,
    name: str | None = None,
) -> Dataset:
    """Read an ARFF file, plain or gzipped.

    The text is what a byte order mark says, or UTF-8, or else Latin-1.

    Parameters
    ----------
    path
        The file; whether it is gzipped is told by its content.
    class_attribute
        The class, by name or by position: 1 is the first attribute, -1 the last.
        By default the last.
    name
        The data set's name; by default the file's name without `.arff` or `.arff.gz`.

    Raises
    ------
    ArffError
        If the file cannot be read or is no classification data set.
    """

    def parse(lines: Iterable[str]) -> Dataset:
        return parse_arff(lines, path=path, class_attribute=class_attribute, name=name)

    return parse_text(path, parse, ArffError)


def read_arff_columns(
    path: str | Path,
) -> tuple[list[Attribute], list[NDArray]]:
    """Read an ARFF file whose class is of no concern: attributes and their columns."""

    def parse(lines: Iterable[str]) -> tuple[list[Attribute], list[NDArray]]:
        source = _Lines(lines, path)
        try:
            numbered = iter(source)
            header = _parse_header(source, numbered)
            columns = _parse_rows(source, numbered, header)
        except LineError as fault:
            raise _at(path, source, fault) from None
        return list(header.attributes.values()), columns

    return parse_text(path, parse, ArffError)


def parse_arff(
    lines: Iterable[str],
    *,
    path: str | Path,
    class_attribute: str | int | None = None,
    name: str | None = None,
) -> Dataset:
    """Read ARFF text given line by line; see `read_arff`.

    Parameters
    ----------
    lines
        The lines, with or without their ends.
    path
        Where they come from, for messages and the data set's name.
    class_attribute, name
        As in `read_arff`.
    """
    source = _Lines(lines, path)
    try:
        return _parse(source, class_attribute, _stem(path) if name is None else name)
    except LineError as fault:
        raise _at(path, source, fault) from None


def _at(path: str | Path, source: _Lines, fault: LineError) -> ArffError:
    line = source.number if fault.line == HERE else fault.line
    return ArffError(path, line, str(fault))


class _Lines:
    """The lines that say something, and the number of the one being read."""

    def __init__(self, lines: Iterable[str], path: str | Path) -> None:
        if not isinstance(lines, Lines):
            lines = Lines(lines, path, ArffError)
        self._lines = lines

    @property
    def number(self) -> int:
        return self._lines.number

    def __iter__(self) -> Iterator[str]:
        for raw in self._lines:
            line = raw.strip(" \t\r\n")
            if found := _CONTROL.search(line):
                code = ord(found.group())
                raise LineError(f"control character {code:#04x}: this is no text file")
            if line and line[0] != "%":
                yield line


def _parse(source: _Lines, class_attribute: str | int | None, name: str) -> Dataset:
    lines = iter(source)
    header = _parse_header(source, lines)
    position = _find_class(header, class_attribute)
    arrays = _parse_rows(source, lines, header)
    attributes = list(header.attributes.values())
    target, labels = attributes.pop(position), arrays.pop(position)
    if np.all(labels == MISSING_CODE):
        raise LineError(
            f"the class {show(target.name)} is missing in every row",
            header.lines[target.name],
        )
    return Dataset(name, tuple(attributes), target, tuple(arrays), labels)


def _parse_header(source: _Lines, lines: Iterator[str]) -> Header:
    header = Header()
    if not any(header.declare(line, source.number) for line in lines):
        raise LineError("no @data: this is no complete ARFF file", None)
    if not header.attributes:
        raise LineError("no attribute is declared before @data")
    return header


def _parse_rows(source: _Lines, lines: Iterator[str], header: Header) -> list[NDArray]:
    data_line = source.number
    columns = Columns(list(header.attributes.values()))
    for line in lines:
        columns.add(line, source.number)
    if not columns.n_rows:
        raise LineError("there are no rows after @data", data_line)
    return columns.finish()


def _find_class(header: Header, wanted: str | int | None) -> int:
    """Return the position of the class among the declared attributes."""
    names = list(header.attributes)
    if isinstance(wanted, str):
        if wanted not in header.attributes:
            hint = did_you_mean(wanted, names, cutoff=0)
            raise LineError(f"no attribute is called {show(wanted)}{hint}", None)
        position = names.index(wanted)
    else:
        number = -1 if wanted is None else wanted
        position = number - 1 if number > 0 else len(names) + number
        if not 0 <= position < len(names):
            raise LineError(
                f"class attribute {number} is out of range: there are {len(names)} "
                "attributes, counted from 1, or from -1 backwards",
                None,
            )
    name = names[position]
    if not header.attributes[name].is_nominal:
        raise LineError(
            f"the class attribute {show(name)} is numeric; "
            "name a nominal attribute as the class",
            header.lines[name],
        )
    if len(names) == 1:
        raise LineError(
            f"no attribute is left besides the class {show(name)}", header.lines[name]
        )
    return position


def _stem(path: str | Path) -> str:
    return re.sub(r"(\.arff)?(\.gz)?$", "", Path(path).name, flags=re.IGNORECASE)
