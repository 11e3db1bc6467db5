"""The recipes that the shipped data sets are rebuilt by (without the packages)."""

from __future__ import annotations

import csv
import dataclasses
import sys
from pathlib import Path

import numpy as np
import pytest

from rankrees.data.dataset import Attribute, Dataset
from rankrees.shipped import shipped_dir

sys.path.insert(0, str(shipped_dir("datasets")))

from recipes.check import compare
from recipes.orders import last_rows_first, ordered_like
from recipes.packages import PACKAGES
from recipes.readers import RawTable, read_orange, read_plain
from recipes.recipe import HEADERS
from recipes.sets import FETCH_ONLY, RECIPES


def test_manifest_says_what_the_recipes_say() -> None:
    path = shipped_dir("datasets") / "MANIFEST.csv"
    with path.open(encoding="utf-8", newline="") as file:
        lines = {line["name"]: line for line in csv.DictReader(file)}
    assert lines.keys() == RECIPES.keys() | FETCH_ONLY.keys()
    for name, recipe in RECIPES.items():
        told = (recipe.origin, recipe.licence, recipe.truth, recipe.differences)
        columns = ("source", "licence", "truth", "known_differences")
        assert tuple(lines[name][column] for column in columns) == told
        assert lines[name]["openml_id"] == str(recipe.openml or "")


def test_every_package_and_header_is_used() -> None:
    sources = [s for recipe in RECIPES.values() for s in recipe.sources]
    assert {source.split(":")[0] for source in sources} == PACKAGES.keys()
    need = {name for name, recipe in RECIPES.items() if recipe.reader != "arff"}
    assert {path.stem for path in HEADERS.glob("*.csv")} == need


def table(text: str) -> RawTable:
    return RawTable(("key", "x"), tuple(tuple(row) for row in text.split()))


@pytest.mark.parametrize(
    ("values", "order", "expected"),
    [
        ("a1 b2 c3", "c? a? b?", "c3 a1 b2"),
        ("a1 a2 b3", "b? a? a?", "b3 a1 a2"),  # equal keys keep their order
        ("a1 b2 c3", "z? c? b? a?", "c3 b2 a1"),  # only in the order: passed over
        ("a1 b2 c3", "c? a?", "c3 a1 b2"),  # not in the order: keeps its predecessor
        ("a1 b2 c3", "b? a?", "b2 a1 c3"),  # not in the order and last: stays last
    ],
)
def test_ordered_like(values: str, order: str, expected: str) -> None:
    found = ordered_like(table(values), table(order), lambda r: r[0], lambda r: r[0])
    assert found == table(expected)


def test_part_order() -> None:
    assert last_rows_first(table("a1 b2 c3"), 1) == table("c3 a1 b2")


def test_orange_file_with_an_empty_line_of_roles(tmp_path: Path) -> None:
    """The third line of flare2.tab is blank; it was once taken for no line at all."""
    path = tmp_path / "x.tab"
    path.write_text("a\tb\nd\td\n\t\n1\t?\n\n2\n")
    assert read_orange(path) == RawTable(("a", "b"), (("1", None), ("2", None)))


def test_plain_file_with_keels_header(tmp_path: Path) -> None:
    path = tmp_path / "x.dat"
    path.write_text("@relation x\n@data\n1, <null>,b \n|a remark\n")
    assert read_plain(path) == RawTable(("1", "2", "3"), (("1", None, "b"),))


def dataset(cells: list[float], name: str = "n") -> Dataset:
    labels = np.arange(len(cells), dtype=np.int32) % 2
    target = Attribute("class", ("a", "b"))
    return Dataset("d", (Attribute(name),), target, (np.array(cells),), labels)


def test_comparison() -> None:
    data = dataset([1.0, 2.0, 3.0, 4.0, np.nan])
    same = dataclasses.replace(data, name="other")
    assert compare(data, same)[0] == "equal"
    reordered = dataset([3.0, 4.0, np.nan, 2.0, 1.0])
    assert compare(data, reordered)[0] == "equal-reordered"
    changed, found = compare(data, dataset([1.0, 2.0, 3.0, 5.0, np.nan]))
    assert (changed, found.split(";")[0]) == ("near", "1 of 5 rows have no equal")
    assert compare(data, dataset([1.0, 2.0, 3.0, 4.0, np.nan], "m"))[0] == "near"
