"""Gathering the cells of a text file into columns, in as little memory as possible."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Iterable, Sequence

import numpy as np

from rankrees.data.limits import MAX_TEXT_BYTES
from rankrees.data.rawtable import MISSING_TEXTS, RawColumn, plain_number

_ENTRY_BYTES = 100
"""What a text takes besides itself: its place in a dictionary, and its code."""


class TextsTooLargeError(Exception):
    """Distinct texts that would fill the memory."""


class Budget:
    """How much memory the distinct texts of a table may still take."""

    def __init__(self) -> None:
        self._left = MAX_TEXT_BYTES

    def spend(self, text: str) -> None:
        """Take what a text needs, or refuse it."""
        self._left -= sys.getsizeof(text) + _ENTRY_BYTES
        if self._left < 0:
            raise TextsTooLargeError


class TextColumn:
    """A column that is filled block by block.

    As long as every cell is a number in the shortest way to write it, numbers are kept:
    they say the same as the texts, in a tenth of the memory.
    """

    def __init__(self, budget: Budget) -> None:
        self._numbers: array[float] | None = array("d")
        self._codes: array[int] = array("i")
        self._known = _Codes(budget)

    def extend(self, cells: Sequence[str]) -> None:
        """Take in the cells of some more rows."""
        if self._numbers is not None:
            parsed = [_shortest(text) for text in cells]
            if None not in parsed:
                self._numbers.extend(parsed)  # type: ignore[arg-type]
                return
            before = self._numbers
            self._numbers = None
            self._add("" if math.isnan(x) else plain_number(x) for x in before)
        self._add(cells)

    def _add(self, cells: Iterable[str]) -> None:
        self._codes.extend(map(self._known.__getitem__, cells))

    def finish(self, name: str) -> RawColumn:
        """Return the column."""
        if self._numbers is not None:
            return RawColumn(name, numbers=np.array(self._numbers, dtype=np.float64))
        codes = np.array(self._codes, dtype=np.int32)
        return RawColumn(name, codes=codes, texts=tuple(self._known.texts))


class _Codes(dict[str, int]):
    """Texts by their first appearance; those for a missing value have the code -1."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(dict.fromkeys(MISSING_TEXTS, -1))
        self._budget = budget
        self.texts: list[str] = []

    def __missing__(self, text: str) -> int:
        self._budget.spend(text)
        code = self[text] = len(self.texts)
        self.texts.append(text)
        return code


def _shortest(text: str) -> float | None:
    """Return the number if this is the one text that we would write for it."""
    if text in MISSING_TEXTS:
        return math.nan
    try:
        number = float(text)
    except ValueError:
        return None
    # -0 and 0 are two texts, but one number
    same = math.isfinite(number) and plain_number(number) == text != "-0"
    return number if same else None
