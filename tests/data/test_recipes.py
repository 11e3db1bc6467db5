"""The recipes that the shipped data sets are rebuilt by (without the packages)."""

from __future__ import annotations

import csv
import dataclasses
import sys
from pathlib import Path

import numpy as np
import pytest

from rankrees.data.arff.reader import read_arff
from rankrees.data.dataset import Attribute, Dataset
from rankrees.shipped import shipped_dir

sys.path.insert(0, str(shipped_dir("datasets")))

from recipes.check import compare
from recipes.orders import (
    ROWS,
    SAME_NAME,
    as_listed,
    audiology,
    last_rows_first,
    listed_rows,
    ordered_like,
    splice,
)
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
        told = (recipe.origin, recipe.licence, recipe.differences)
        columns = ("source", "licence", "known_differences")
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


def test_listed_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert listed_rows("4 1-3\n7 6") == [4, 1, 2, 3, 7, 6]
    monkeypatch.setattr("recipes.orders.ROWS", tmp_path)
    (tmp_path / "few.txt").write_text("3 1-2\n")
    assert as_listed("few")(table("a1 b2 c3")) == table("c3 a1 b2")
    for rows in ("a1 b2", "a1 b2 c3 d4"):
        with pytest.raises(ValueError, match="does not name every row once"):
            as_listed("few")(table(rows))


def test_every_list_of_rows_is_used() -> None:
    listed = {path.stem for path in ROWS.glob("*.txt")}
    assert listed == {
        "haberman",
        "pendigits",
        "primary-tumor",
        "splice",
        "waveform-5000",
    }
    for name in listed:
        data = read_arff(shipped_dir("datasets") / f"{name}.arff")
        text = (ROWS / f"{name}.txt").read_text(encoding="ascii")
        assert sorted(listed_rows(text)) == list(range(1, data.n_rows + 1))


def test_cells_that_a_package_lacks_are_only_put_where_there_are_none() -> None:
    rows = tuple(("t" if i in (27, 53) else None,) for i in range(226))
    made = audiology(RawTable(("age_gt_60",), rows))
    assert [(i, cell) for i, (cell,) in enumerate(made.rows) if cell] == [
        *((1, "t"), (27, "f")),
        *((53, "t"), (79, "t")),
    ]
    full = RawTable(("age_gt_60",), (("t",),) * 226)
    with pytest.raises(ValueError, match="row 2 has an age"):
        audiology(full)


def test_stand_ins_for_names_are_shared_as_listed() -> None:
    names = [name for name, *_ in splice(RawTable(("x",), (("A",),) * 3190)).rows]
    assert len(set(names)) == 3190 - len(SAME_NAME)
    for later, earlier in SAME_NAME:
        assert names[later - 1] == names[earlier - 1] == f"row-{earlier}"


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
    assert compare(data, same) == (True, "same content")
    reordered = dataset([3.0, 4.0, np.nan, 2.0, 1.0])
    assert compare(data, reordered) == (False, "same rows in another order")
    equal, found = compare(data, dataset([1.0, 2.0, 3.0, 5.0, np.nan]))
    assert (equal, found.split(";")[0]) == (False, "1 of 5 rows have no equal")
    assert not compare(data, dataset([1.0, 2.0, 3.0, 4.0, np.nan], "m"))[0]


def named(values: str, codes: list[int]) -> Dataset:
    labels = np.zeros(len(codes), dtype=np.int32)
    column = np.array(codes, dtype=np.int32)
    target = Attribute("class", ("a", "b"))
    return Dataset("d", (Attribute("n", tuple(values)),), target, (column,), labels)


def test_comparison_with_stand_ins() -> None:
    """Names may differ, but neither their number nor which rows share one."""
    true = named("xyz", [0, 1, 2, 1])
    assert compare(named("abc", [0, 1, 2, 1]), true, "n")[0]
    assert not compare(named("abc", [0, 1, 2, 1]), true)[0]
    assert not compare(named("abc", [0, 1, 2, 1]), true, "class")[0]
    assert not compare(named("abc", [0, 1, 2, 2]), true, "n")[0]
    assert not compare(named("abcd", [0, 1, 2, 1]), true, "n")[0]
    assert not compare(named("abc", [1, 0, 2, 0]), true, "n")[0]
