"""The rows of an ARFF file, gathered into one array per attribute."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankrees.data.arff.tokens import (
    BARE,
    CLOSE,
    OPEN,
    LineError,
    empty_value,
    show,
    split_tokens,
    take_values,
)
from rankrees.data.dataset import MISSING_CODE, Attribute
from rankrees.data.limits import MAX_CELLS

_BLOCK_CELLS = 20_000
_MIN_BLOCK_ROWS = 40

_SPECIAL = re.compile(r"""['"{}%]""")
_SEPARATOR = re.compile(r"[ \t]*,[ \t]*|[ \t]+")
# float() takes more than numbers (nan, inf, 1_000, other scripts' digits); on text
# of these characters it takes decimal numbers only
_FOREIGN = re.compile(r"[^0-9+\-.eE]")

Row = list[str | None]
"""One text per attribute, None where the value is missing."""


class Columns:
    """Takes rows one by one and turns them, block by block, into columns."""

    def __init__(self, attributes: Sequence[Attribute]) -> None:
        self._attributes = attributes
        self._codes = [_value_codes(attribute) for attribute in attributes]
        self._stores: list[array[Any]] = [
            array("i" if a.is_nominal else "d") for a in attributes
        ]
        # what a sparse row leaves out, as in Weka: the value with index 0, or zero
        self._defaults: Row = [a.values[0] if a.values else "0" for a in attributes]
        self._block: list[Row] = []
        self._lines: list[int] = []
        self._block_rows = max(_MIN_BLOCK_ROWS, _BLOCK_CELLS // len(attributes))
        self._max_rows = MAX_CELLS // len(attributes)
        self.n_rows = 0

    def add(self, line: str, number: int) -> None:
        """Take in a row; a fault may lie in it or in a row before it."""
        try:
            row = self._parse(line)
        except LineError:
            self.flush()
            raise
        if self.n_rows == self._max_rows:
            raise LineError(f"more than {MAX_CELLS:,} cells (rows times attributes)")
        self.n_rows += 1
        self._block.append(row)
        self._lines.append(number)
        if len(self._block) == self._block_rows:
            self.flush()

    def flush(self) -> None:
        """Convert the rows gathered since the last time."""
        # strict is not asked for: the last block may be empty
        columns = zip(self._codes, self._stores, zip(*self._block))  # noqa: B905
        try:
            for codes, store, cells in columns:
                if codes is None:
                    store.extend(_to_numbers(cells))
                else:
                    store.extend(map(codes.__getitem__, cells))
        except (KeyError, ValueError):
            raise next(self._faults()) from None
        self._block.clear()
        self._lines.clear()

    def finish(self) -> list[NDArray]:
        """Return the columns, int32 for nominal and float64 for numeric attributes.

        There must be at least one row.
        """
        self.flush()
        return [
            np.frombuffer(store, dtype=np.int32 if a.is_nominal else np.float64)
            for a, store in zip(self._attributes, self._stores, strict=True)
        ]

    def _parse(self, line: str) -> Row:
        expected = len(self._attributes)
        if _SPECIAL.search(line) is None:
            if " " in line or "\t" in line:
                fields: Row = list(_SEPARATOR.split(line))
            else:
                fields = list(line.split(","))
            if "" in fields:
                raise empty_value(fields.index("") + 1)
            if "?" in fields:
                fields = [None if text == "?" else text for text in fields]
        else:
            tokens = split_tokens(line)
            if line[0] == OPEN:
                next(tokens)
                fields = self._parse_sparse(
                    [_cell(*token) for token in take_values(tokens, CLOSE)]
                )
                for _, text in tokens:
                    raise LineError(
                        f"{show(text)} after a sparse row; instance weights cannot "
                        "be used, remove them"
                    )
            else:
                fields = [_cell(*token) for token in take_values(tokens, "")]
        if len(fields) != expected:
            raise LineError(
                f"{len(fields)} values where {expected} attributes are declared "
                "(a value with spaces or commas must be quoted)"
            )
        return fields

    def _parse_sparse(self, cells: Row) -> Row:
        if len(cells) % 2:
            raise LineError("a sparse row must hold pairs of an index and a value")
        row = self._defaults.copy()
        last = -1
        for text, value in zip(cells[::2], cells[1::2], strict=True):
            if text is None or re.fullmatch("[0-9]{1,9}", text) is None:
                raise LineError(f"{show(text or '?')} is no index of a sparse row")
            index = int(text)
            if index >= len(row):
                raise LineError(
                    f"index {index} of a sparse row is out of range: there are "
                    f"{len(row)} attributes, counted from 0"
                )
            if index <= last:
                raise LineError(
                    f"index {index} of a sparse row comes after index {last}"
                )
            row[index] = value
            last = index
        return row

    def _faults(self) -> Iterator[LineError]:
        """Yield what is wrong with the gathered rows, in the file's order."""
        for number, row in zip(self._lines, self._block, strict=True):
            for attribute, codes, cell in zip(
                self._attributes, self._codes, row, strict=True
            ):
                if cell is None or _is_fit(cell, codes):
                    continue
                name = show(attribute.name)
                if attribute.values is None:
                    message = f"{show(cell)} is not a number (attribute {name})"
                else:
                    declared = ", ".join(map(show, attribute.values[:8]))
                    more = ", ..." if attribute.n_values > 8 else ""
                    message = (
                        f"{show(cell)} is not a declared value of attribute {name} "
                        f"({declared}{more})"
                    )
                yield LineError(message, number)


def _value_codes(attribute: Attribute) -> dict[str | None, int] | None:
    if attribute.values is None:
        return None
    codes: dict[str | None, int] = {None: MISSING_CODE}
    codes.update((value, code) for code, value in enumerate(attribute.values))
    return codes


def _cell(kind: str, text: str) -> str | None:
    return None if kind == BARE and text == "?" else text


def _to_numbers(cells: Sequence[str | None]) -> list[float]:
    known = [cell for cell in cells if cell is not None]
    if _FOREIGN.search("".join(known)):
        raise ValueError
    numbers = list(map(float, known))
    # 1e999; the sum is the quick test, but may overflow by itself
    if not math.isfinite(sum(numbers)) and not all(map(math.isfinite, numbers)):
        raise ValueError
    if len(known) < len(cells):
        following = iter(numbers)
        numbers = [math.nan if cell is None else next(following) for cell in cells]
    return numbers


def _is_fit(cell: str, codes: dict[str | None, int] | None) -> bool:
    if codes is not None:
        return cell in codes
    try:
        _to_numbers([cell])
    except ValueError:
        return False
    return True
