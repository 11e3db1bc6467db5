"""Columns of a user's table, before it is settled which are numbers and which names."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE
from rankrees.errors import TableError
from rankrees.names import did_you_mean

MISSING_TEXTS = frozenset({"", "?", "NA", "N/A", "NaN", "nan", "null", "NULL"})
"""Texts that stand for a missing value. `None` is none of them: it may be a name."""

# float() takes more than people mean by a number (inf, 1_000, other scripts' digits)
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.ASCII)
_GROUPED = re.compile(r"[-+]?\d{1,3}(\.\d{3})+(,\d*)?", re.ASCII)
_THOUSANDS = re.compile(r"[-+]?\d{1,3}\.\d{3}", re.ASCII)


@dataclass(frozen=True, eq=False)
class RawColumn:
    """The cells of a column: numbers where the file itself has them, else texts.

    Parameters
    ----------
    numbers
        float64, NaN for missing; None for a column of texts.
    codes, texts
        A column of texts: positions in the list of distinct ones, `MISSING_CODE` for
        missing.
    declared
        Whether the texts are a list that the file declares (ARFF, a pandas
        categorical): then their order is kept and they are never taken for numbers.
    decimal
        What stands before the fraction of a number that is written as text.
    """

    name: str
    numbers: NDArray[np.float64] | None = None
    codes: NDArray[np.int32] | None = None
    texts: tuple[str, ...] = ()
    declared: bool = False
    decimal: str = "."

    @property
    def is_numeric(self) -> bool:
        """Whether it is numeric unless the user says otherwise.

        A column is too that cannot be read as numbers only because it has points where
        the file has decimal commas: rather no answer than 1.234 for 1234.
        """
        if self.declared or self.numbers is not None:
            return not self.declared
        return all(
            _number(text, self.decimal) is not None
            or (self.decimal == "," and _has_points(text))
            for text in self.texts
        )

    @cached_property
    def n_missing(self) -> int:
        """Number of missing cells."""
        if self.numbers is not None:
            return int(np.count_nonzero(np.isnan(self.numbers)))
        return int(np.count_nonzero(self.codes == MISSING_CODE))

    def as_numbers(self) -> NDArray[np.float64] | None:
        """Return the cells as numbers, or None if one of them is something else."""
        if self.numbers is not None:
            return self.numbers
        parsed = self._parsed()
        if None in parsed:
            return None
        assert self.codes is not None
        # one more at the end, where the code of a missing value (-1) points
        return np.array([*parsed, np.nan], dtype=np.float64)[self.codes]

    def as_texts(self) -> tuple[NDArray[np.int32], tuple[str, ...]]:
        """Return the cells as codes, and the values they stand for, in a fixed order.

        Declared values keep their order. Others are sorted, as numbers if all of them
        are, so that the order of rows does not matter.
        """
        if self.numbers is not None:
            distinct, at = np.unique(self.numbers, return_inverse=True)
            known = int(np.count_nonzero(~np.isnan(distinct)))
            codes = np.where(at < known, at, MISSING_CODE).astype(np.int32)
            return codes, tuple(map(plain_number, distinct[:known]))
        assert self.codes is not None
        if self.declared:
            return self.codes, self.texts
        parsed = self._parsed()
        keys: Sequence[object] = self.texts if None in parsed else parsed
        order = sorted(range(len(keys)), key=lambda i: (keys[i], self.texts[i]))
        place = np.full(len(order) + 1, MISSING_CODE, dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        return place[self.codes], tuple(self.texts[i] for i in order)

    def cells(self) -> list[str]:
        """Return each cell as text, empty where it is missing."""
        if self.numbers is not None:
            return ["" if np.isnan(x) else plain_number(x) for x in self.numbers]
        assert self.codes is not None
        texts = (*self.texts, "")
        return [texts[code] for code in self.codes]

    def first_no_number(self) -> int:
        """Return the first row whose cell is no number, in a column that has one."""
        assert self.codes is not None
        bad = [i for i, number in enumerate(self._parsed()) if number is None]
        return int(np.flatnonzero(np.isin(self.codes, bad))[0])

    def _parsed(self) -> list[float | None]:
        return [_number(text, self.decimal) for text in self.texts]


@dataclass(frozen=True, eq=False)
class RawTable:
    """A user's table: its columns by name, and where each row stands in the file."""

    path: str
    columns: Mapping[str, RawColumn]
    n_rows: int
    lines: Sequence[int] | None = None

    def column(self, name: str) -> RawColumn:
        """Return a column, or say which name comes nearest."""
        if name not in self.columns:
            hint = did_you_mean(name, self.columns, cutoff=0)
            raise TableError(self.path, None, f"no column is called {name!r}{hint}")
        return self.columns[name]

    def numbers(self, name: str) -> NDArray[np.float64]:
        """Return a column's numbers, or say where there is something else."""
        column = self.column(name)
        found = column.as_numbers()
        if found is None:
            row = column.first_no_number()
            line = None if self.lines is None else self.lines[row]
            where = "" if self.lines is not None else f" (row {row + 1})"
            cell = column.cells()[row]
            message = f"column {name!r}: {cell!r} is no number{where}"
            raise TableError(self.path, line, message + _hint(cell, column.decimal))
        return found


def _number(text: str, decimal: str = ".") -> float | None:
    if decimal == ",":
        # a point is then no decimal point, and made into something that is no number
        text = text.translate({ord(","): ".", ord("."): ","})
    if not _NUMBER.fullmatch(text):
        return None
    number = float(text)
    return number if np.isfinite(number) else None


def _has_points(text: str) -> bool:
    """Tell whether a text is a number with a point, of thousands or of decimals."""
    return _number(text) is not None or _GROUPED.fullmatch(text) is not None


def _hint(cell: str, decimal: str) -> str:
    if decimal == "," and _has_points(cell):
        return ": the file has decimal commas, and thousands are written without points"
    if decimal == "." and _number(cell, ",") is not None:
        return ": a decimal comma, where others have points"
    return ""


def marked(columns: Mapping[str, RawColumn]) -> dict[str, RawColumn]:
    """Return the columns of a text file with the decimal mark that they show.

    It is a comma only if there is no doubt: there is a column of numbers with decimal
    commas, and none of numbers with points that can only be decimal ones.
    """
    if not any(map(_has_decimal_commas, columns.values())):
        return dict(columns)
    if any(map(_has_decimal_points, columns.values())):
        return dict(columns)
    return {name: _with_commas(column) for name, column in columns.items()}


def _has_decimal_commas(column: RawColumn) -> bool:
    return any("," in text for text in column.texts) and all(
        _number(text, ",") is not None or _GROUPED.fullmatch(text)
        for text in column.texts
    )


def _has_decimal_points(column: RawColumn) -> bool:
    texts = column.as_texts()[1]
    points = (text for text in texts if "." in text)
    are_numbers = all(_number(text) is not None for text in texts)
    return are_numbers and not all(map(_THOUSANDS.fullmatch, points))


def _with_commas(column: RawColumn) -> RawColumn:
    if column.numbers is None:
        return replace(column, decimal=",")
    codes, texts = column.as_texts()
    if not any("." in text for text in texts):
        return column
    # points that were taken for decimal ones, and are not
    return RawColumn(column.name, codes=codes, texts=texts, decimal=",")


def _without_missing(name: str, codes: NDArray, texts: Sequence[str]) -> RawColumn:
    place = np.full(len(texts) + 1, MISSING_CODE, dtype=np.int32)
    kept = [i for i, text in enumerate(texts) if text not in MISSING_TEXTS]
    place[kept] = np.arange(len(kept), dtype=np.int32)
    return RawColumn(name, codes=place[codes], texts=tuple(texts[i] for i in kept))


def frame_table(
    frame: pd.DataFrame, path: str | Path, packed: Collection[str] = ()
) -> RawTable:
    """Take the columns of a pandas frame: categoricals and texts are names.

    `packed` are categoricals that are columns of texts, read so to spare memory.
    """
    columns: dict[str, RawColumn] = {}
    for position, label in enumerate(frame.columns):
        name = str(label)
        if name in columns:
            raise TableError(path, None, f"two columns are called {name!r}")
        column = _series_column(name, frame.iloc[:, position], path)
        if name in packed and column.declared:
            assert column.codes is not None
            column = _without_missing(name, column.codes, column.texts)
        columns[name] = column
    return RawTable(str(path), columns, len(frame))


def _series_column(name: str, series: pd.Series, path: str | Path) -> RawColumn:
    kind = series.dtype
    if isinstance(kind, pd.CategoricalDtype):
        codes = series.cat.codes.to_numpy().astype(np.int32)
        texts = tuple(_text(value) for value in kind.categories)
        return RawColumn(name, codes=codes, texts=texts, declared=True)
    if pd.api.types.is_bool_dtype(kind):
        at, distinct = pd.factorize(series)
        texts = tuple(map(str, distinct))
        return RawColumn(name, codes=at.astype(np.int32), texts=texts)
    if pd.api.types.is_complex_dtype(kind):
        raise TableError(path, None, f"column {name!r}: complex data not supported")
    if not pd.api.types.is_numeric_dtype(kind):
        series = series.infer_objects()
        if pd.api.types.is_numeric_dtype(series.dtype):
            return _series_column(name, series, path)
        at, distinct = pd.factorize(series.map(_text, na_action="ignore"))
        return _without_missing(name, at, list(distinct))
    numbers = series.to_numpy(dtype=np.float64, na_value=np.nan)
    if np.isinf(numbers).any():
        raise TableError(path, None, f"column {name!r} holds an infinity")
    return RawColumn(name, numbers=numbers)


def _text(value: object) -> str:
    return plain_number(value) if isinstance(value, float | np.floating) else str(value)


def plain_number(number: float | np.floating) -> str:
    """Write a number so that it reads back the same, a whole one without a point."""
    return repr(float(number)).removesuffix(".0")
