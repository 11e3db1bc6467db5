"""What a recipe is, and following one: from packages to a data set."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rankrees.data.arff.reader import read_arff
from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset
from recipes.packages import PACKAGES, unpacked
from recipes.readers import READERS, RawTable

HEADERS = Path(__file__).parent / "headers"
AS_THEY_COME = "*"
"""In a header: the values are those of the column, in the order of the rows."""
UCI = "UCI Machine Learning Repository, CC BY 4.0"


@dataclass(frozen=True)
class Recipe:
    """Where a data set comes from and how it is put together.

    Parameters
    ----------
    reader
        `arff`, or a name in `READERS` for all the files, or one for each of them.
        Other formats than ARFF need a table of names, values and recodings in
        headers/NAME.csv.
    sources
        The files, each as `package:path`.
    arrange
        Makes one table of the files' tables; by default they follow one another.
    digits
        Significant digits that numbers are rounded to, where Weka's file has fewer.
    stand_in
        An attribute whose values' names are not Weka's; how many there are, their order
        and which rows have which are.
    differences
        What is not the same as in Weka's file (or, where Weka has none, UCI's), or what
        was and is put right here.
    openml
        The number under which OpenML has Weka's file.
    licence
        Origin and licence of the data.
    """

    reader: str
    sources: tuple[str, ...]
    arrange: Callable[..., RawTable] | None = None
    digits: int | None = None
    stand_in: str | None = None
    differences: str = ""
    openml: int | None = None
    licence: str = UCI

    @property
    def origin(self) -> str:
        """Packages with versions, and the paths inside, in one line."""
        parts = (source.split(":") for source in self.sources)
        return " + ".join(f"{PACKAGES[package]} {path}" for package, path in parts)


def make(name: str, recipe: Recipe, folder: Path) -> Dataset:
    """Return the data set that the recipe makes of the packages in `folder`."""
    paths = []
    for source in recipe.sources:
        package, path = source.split(":")
        paths.append(unpacked(package, folder) / path)
    if recipe.reader == "arff":
        (path,) = paths
        return read_arff(path, name=name)
    readers = recipe.reader.split() * (1 if " " in recipe.reader else len(paths))
    tables = [READERS[r](path) for r, path in zip(readers, paths, strict=True)]
    return _build(name, _arranged(tables, recipe), recipe.digits)


def _arranged(tables: list[RawTable], recipe: Recipe) -> RawTable:
    if recipe.arrange is not None:
        return recipe.arrange(*tables)
    table = tables[0]
    for more in tables[1:]:
        table += more
    return table


def _build(name: str, table: RawTable, digits: int | None) -> Dataset:
    attributes, columns = [], []
    with (HEADERS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            recode = dict(pair.split(" -> ") for pair in _split(line["recode"]))
            cells = [cell for (cell,) in table.select(line["source"])]
            recoded = [None if c is None else recode.get(c, c) for c in cells]
            final = [None if cell == "?" else cell for cell in recoded]
            values = tuple(_split(line["values"])) or None
            if values == (AS_THEY_COME,):
                values = tuple(dict.fromkeys(c for c in final if c is not None))
            attributes.append(Attribute(line["attribute"], values))
            columns.append(_codes(final, values) if values else _numbers(final, digits))
    target, labels = attributes.pop(), columns.pop()
    return Dataset(name, tuple(attributes), target, tuple(columns), labels)


def _split(cell: str) -> list[str]:
    return cell.split(";") if cell else []


def _codes(cells: list[str | None], values: tuple[str, ...]) -> np.ndarray:
    place = {value: i for i, value in enumerate(values)}
    codes = [MISSING_CODE if cell is None else place[cell] for cell in cells]
    return np.array(codes, dtype=np.int32)


def _numbers(cells: list[str | None], digits: int | None) -> np.ndarray:
    numbers = [float("nan" if cell is None else cell) for cell in cells]
    if digits is not None:
        numbers = [float(f"{number:.{digits}g}") for number in numbers]
    return np.array(numbers, dtype=np.float64)
