"""A user's own data file, and what the user says of its columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rankrees.data.arff.reader import read_arff_columns
from rankrees.data.csvfile import read_csv
from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset
from rankrees.data.parquetfile import read_parquet
from rankrees.data.rawtable import RawColumn, RawTable
from rankrees.errors import TableError
from rankrees.names import listed, visible

FILE_NAME = re.compile(r"(?i)\.(arff|arff\.gz|csv|csv\.gz|tsv|tsv\.gz|parquet)$")
"""How the name of a data file ends."""

_MANY_VALUES = 0.5


@dataclass(frozen=True)
class DataFile:
    """A file and what is told about its columns.

    Parameters
    ----------
    path
        ARFF, CSV (also with semicolons or tabs, and then with decimal commas) or
        Parquet, told by the name's end.
    target
        The column of the class; by default the last one.
    nominal, numeric
        Columns that are names, or numbers, whatever they look like.
    drop
        Columns that are left out.
    """

    path: Path
    target: str | None = None
    nominal: tuple[str, ...] = ()
    numeric: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()

    def read(self, name: str) -> Dataset:
        """Read the file as a data set called `name`."""
        return self.dataset(read_raw(self.path), name)

    def dataset(self, raw: RawTable, name: str) -> Dataset:
        """Settle the types of the columns and make the data set."""
        target = self._checked(raw)
        attributes: list[Attribute] = []
        columns: list[NDArray] = []
        for column in raw.columns.values():
            if column.name in (target, *self.drop) or _is_all_missing(column, raw):
                continue
            if self._is_numeric(column):
                attributes.append(Attribute(column.name))
                columns.append(raw.numbers(column.name))
            else:
                codes, values = column.as_texts()
                attributes.append(Attribute(column.name, values))
                columns.append(codes)
        if not attributes:
            raise TableError(raw.path, None, "no column is left besides the class")
        labels, classes = raw.column(target).as_texts()
        if np.all(labels == MISSING_CODE):
            raise TableError(raw.path, None, f"the class {target!r} is missing in all")
        class_attribute = Attribute(target, classes)
        return Dataset(name, tuple(attributes), class_attribute, tuple(columns), labels)

    def _checked(self, raw: RawTable) -> str:
        """Return the class column; refuse names that are not there or said twice."""
        target = list(raw.columns)[-1] if self.target is None else self.target
        for name in (target, *self.nominal, *self.numeric, *self.drop):
            raw.column(name)
        if both := {*self.nominal} & {*self.numeric}:
            message = f"column {min(both)!r} is said to be nominal and numeric"
            raise TableError(raw.path, None, message)
        if target in (*self.drop, *self.numeric):
            message = f"{target!r} is the class: it cannot be dropped or numeric"
            raise TableError(raw.path, None, message)
        return target

    def _is_numeric(self, column: RawColumn) -> bool:
        if column.name in self.nominal:
            return False
        return column.name in self.numeric or column.is_numeric

    def describe(self, dataset: Dataset, raw: RawTable) -> Iterator[str]:
        """Yield lines that tell a user how the columns were understood."""
        counts = np.bincount(dataset.labels[dataset.labels >= 0])
        classes = listed(
            [
                f"{name} {count}"
                for name, count in zip(dataset.class_names, counts, strict=False)
            ]
        )
        target = dataset.class_attribute.name
        yield f"{raw.path}: {dataset.n_rows} rows; class {target!r}: {classes}"
        if any(column.decimal == "," for column in raw.columns.values()):
            yield "  numbers have decimal commas"
        for nominal in (False, True):
            of_kind = [a for a in dataset.attributes if a.is_nominal == nominal]
            if of_kind:
                said = listed([_said(a, raw.columns[a.name], raw) for a in of_kind])
                yield f"  {'nominal' if nominal else 'numeric'}: {said}"
        kept = {target, *self.drop, *(a.name for a in dataset.attributes)}
        if empty := [name for name in raw.columns if name not in kept]:
            yield f"  left out, as all is missing: {listed(empty)}"
        yield "  otherwise: --nominal COL, --numeric COL, --drop COL, --target COL"


def _said(attribute: Attribute, column: RawColumn, raw: RawTable) -> str:
    notes = []
    if attribute.is_nominal:
        notes.append(f"{attribute.n_values} values")
        if attribute.n_values > _MANY_VALUES * raw.n_rows:
            notes.append("is it an id? then --drop it")
    if column.n_missing:
        notes.append(f"{column.n_missing} missing")
    return attribute.name + (f" ({', '.join(notes)})" if notes else "")


def _is_all_missing(column: RawColumn, raw: RawTable) -> bool:
    return column.n_missing == raw.n_rows and not column.declared


def read_raw(path: Path) -> RawTable:
    """Read the columns of a data file, whatever its format."""
    found = FILE_NAME.search(path.name)
    if found is None:
        message = "not the name of a data file: .arff, .csv, .tsv or .parquet is"
        raise TableError(path, None, f"{message} expected")
    ending = found[1].lower()
    if ending.startswith("arff"):
        return _arff_table(path)
    return read_parquet(path) if ending == "parquet" else read_csv(path)


def stem(path: Path) -> str:
    """Return what a data set is called after its file."""
    return visible(FILE_NAME.sub("", path.name))


def _arff_table(path: Path) -> RawTable:
    attributes, columns = read_arff_columns(path)
    raw = {}
    for a, column in zip(attributes, columns, strict=True):
        if a.values is None:
            raw[a.name] = RawColumn(a.name, numbers=column)
        else:
            codes: NDArray[np.int32] = column
            raw[a.name] = RawColumn(a.name, None, codes, a.values, declared=True)
    return RawTable(str(path), raw, len(columns[0]))
