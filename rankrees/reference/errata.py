"""Errors in print, as far as they are certain.

Wang & Zhang 2006, Table 2: the labels C44-S and C44-W stand for each other, in rows and
columns, in every row but the last (C44-B, which seems to have been added apart from the
rest). As printed, C44 would win four times against C44-W, although its mean in Table 4
is higher on one data set only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

V = TypeVar("V")

_EXCHANGED = {"C44-S": "C44-W", "C44-W": "C44-S"}
_RIGHT_ROW = "C44-B"


def has_exchanged_labels(paper: str | None, table: str | None) -> bool:
    """Tell whether a table is known to print two labels for each other."""
    return (paper, table) == ("wang-zhang-2006", "2")


def exchange_labels(
    printed: Mapping[tuple[str, str], V], *, throughout: bool = False
) -> dict[tuple[str, str], V]:
    """Return the cells of Table 2 by the methods they are about.

    With `throughout`, also those of its last row (which are then wrong).
    """
    return {
        (row, column)
        if row == _RIGHT_ROW and not throughout
        else (_EXCHANGED.get(row, row), _EXCHANGED.get(column, column)): cell
        for (row, column), cell in printed.items()
    }
