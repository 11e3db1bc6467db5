"""The shipped data sets: what MANIFEST.csv says of them is so."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from rankrees.data.arff.reader import read_arff
from rankrees.data.dataset import Attribute, Dataset
from rankrees.shipped import shipped_dir

FOLDER = shipped_dir("datasets")
with (FOLDER / "MANIFEST.csv").open(encoding="utf-8", newline="") as file:
    LINES = {line["name"]: line for line in csv.DictReader(file)}
SHIPPED = [name for name, line in LINES.items() if line["file"]]
IN_NO_PACKAGE = ["heart-h", "hypothyroid", "sick"]
STAND_INS = {"splice": "Instance_name"}
"""Attributes whose values have other names than in Weka's file."""
# fmt: off
CLASSIC = [
    "anneal", "anneal.ORIG", "audiology", "autos", "balance-scale", "breast-cancer",
    "breast-w", "colic", "colic.ORIG", "credit-a", "credit-g", "diabetes", "glass",
    "heart-c", "heart-h", "heart-statlog", "hepatitis", "hypothyroid", "ionosphere",
    "iris", "kr-vs-kp", "labor", "letter", "lymph", "mushroom", "primary-tumor",
    "segment", "sick", "sonar", "soybean", "splice", "vehicle", "vote", "vowel",
    "waveform-5000", "zoo",
]
# fmt: on


@pytest.mark.parametrize("name", SHIPPED)
def test_file_is_what_the_manifest_says(name: str) -> None:
    line = LINES[name]
    data = read_arff(FOLDER / line["file"])
    assert data.name == name
    assert data.content_hash == line["content_sha256"]
    nominal = [attribute.is_nominal for attribute in data.attributes]
    counts = {
        "rows": data.n_rows,
        "attributes": len(nominal),
        "nominal": sum(nominal),
        "numeric": len(nominal) - sum(nominal),
        "classes": data.n_classes,
        "nonempty_classes": len(set(data.labels.tolist()) - {-1}),
        "missing": data.n_missing,
    }
    assert counts == {column: int(line[column]) for column in counts}


def test_the_folder_has_the_files_of_the_manifest_and_no_others() -> None:
    there = {path.name for path in FOLDER.glob("*.arff*")}
    assert there == {LINES[name]["file"] for name in SHIPPED}
    assert max((FOLDER / file).stat().st_size for file in there) < 6_000_000


def test_all_of_the_classic_collection_is_catalogued() -> None:
    assert set(CLASSIC) <= LINES.keys()
    missing = [name for name in CLASSIC if not LINES[name]["file"]]
    assert missing == IN_NO_PACKAGE
    assert all(LINES[name]["true_sha256"] for name in CLASSIC)


@pytest.mark.parametrize("name", SHIPPED)
def test_manifest_is_consistent(name: str) -> None:
    line = LINES[name]
    assert line["source"]
    assert line["licence"]
    assert line["truth"] == "equal"
    if line["true_sha256"]:
        same = line["true_sha256"] == line["content_sha256"]
        assert same == (name not in STAND_INS)
    if name in STAND_INS:
        assert STAND_INS[name] in line["known_differences"]


# ---- with the true copies ----------------------------------------------------------


def cells(data: Dataset, attribute: Attribute) -> list[object]:
    """Return a column as text and numbers; None where a cell is missing."""
    if attribute == data.class_attribute:
        column = data.labels
    else:
        column = data.columns[data.attributes.index(attribute)]
    if attribute.values is None:
        return [None if np.isnan(x) else float(x) for x in column]
    return [None if i < 0 else attribute.values[i] for i in column]


def rows(data: Dataset) -> list[tuple[object, ...]]:
    attributes = (*data.attributes, data.class_attribute)
    return list(zip(*(cells(data, a) for a in attributes), strict=True))


def true_copy(name: str) -> Dataset:
    path = Path(os.environ.get("RANKREES_DATA", "")) / f"{name}.arff"
    if not os.environ.get("RANKREES_DATA") or not path.exists():
        pytest.skip("no true copy")
    return read_arff(path)


@pytest.mark.shared
@pytest.mark.parametrize("name", [n for n in SHIPPED if n not in STAND_INS])
def test_truth_cell_for_cell(name: str) -> None:
    true, ours = true_copy(name), read_arff(FOLDER / LINES[name]["file"])
    assert (ours.attributes, ours.class_attribute) == (
        true.attributes,
        true.class_attribute,
    )
    assert rows(ours) == rows(true)


@pytest.mark.shared
@pytest.mark.parametrize("name", [n for n in LINES if LINES[n]["true_sha256"]])
def test_true_hash_is_that_of_the_true_copy(name: str) -> None:
    assert true_copy(name).content_hash == LINES[name]["true_sha256"]


@pytest.mark.shared
@pytest.mark.parametrize("name", STAND_INS)
def test_truth_but_for_stand_ins(name: str) -> None:
    """Cell for cell too, but that each name of one attribute is another one."""
    true, ours = true_copy(name), read_arff(FOLDER / LINES[name]["file"])
    at = [a.name for a in true.attributes].index(STAND_INS[name])
    mine, theirs = ours.attributes[at], true.attributes[at]
    assert mine.name == theirs.name
    translated = dict(zip(mine.values or (), theirs.values or (), strict=True))
    assert len(set(translated.values())) == len(translated)
    assert not set(mine.values or ()) & set(theirs.values or ())
    assert [
        *ours.attributes[:at],
        *ours.attributes[at + 1 :],
        ours.class_attribute,
    ] == [*true.attributes[:at], *true.attributes[at + 1 :], true.class_attribute]
    assert [
        (*row[:at], translated[str(row[at])], *row[at + 1 :]) for row in rows(ours)
    ] == rows(true)
