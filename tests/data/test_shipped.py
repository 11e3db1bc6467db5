"""The shipped data sets: what MANIFEST.csv says of them is so."""

from __future__ import annotations

import csv
import os
from collections import Counter
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
    assert line["truth"] in ("equal", "equal-reordered", "near")
    if line["true_sha256"]:
        same = line["true_sha256"] == line["content_sha256"]
        assert same == (line["truth"] == "equal")
    if line["truth"] != "equal":
        assert line["known_differences"]
        assert line["openml_id"]


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
@pytest.mark.parametrize("name", [n for n in SHIPPED if LINES[n]["truth"] != "near"])
def test_truth_cell_for_cell(name: str) -> None:
    true, ours = true_copy(name), read_arff(FOLDER / LINES[name]["file"])
    truth = LINES[name]["truth"]
    assert (ours.attributes, ours.class_attribute) == (
        true.attributes,
        true.class_attribute,
    )
    if truth == "equal":
        assert rows(ours) == rows(true)
    else:
        assert rows(ours) != rows(true)
        assert Counter(rows(ours)) == Counter(rows(true))


@pytest.mark.shared
@pytest.mark.parametrize("name", [n for n in LINES if LINES[n]["true_sha256"]])
def test_true_hash_is_that_of_the_true_copy(name: str) -> None:
    assert true_copy(name).content_hash == LINES[name]["true_sha256"]


@pytest.mark.shared
def test_audiology_lacks_two_cells() -> None:
    true, ours = true_copy("audiology"), read_arff(FOLDER / "audiology.arff")
    assert ours.attributes == true.attributes
    differ = [
        (attribute.name, mine)
        for attribute in (*ours.attributes, ours.class_attribute)
        for mine, theirs in zip(
            cells(ours, attribute), cells(true, attribute), strict=True
        )
        if mine != theirs
    ]
    assert differ == [("age_gt_60", None)] * 2


@pytest.mark.shared
def test_splice_lacks_the_names_and_the_order() -> None:
    true, ours = true_copy("splice"), read_arff(FOLDER / "splice.arff")
    assert true.attributes[0].name == "Instance_name"
    assert ours.attributes == true.attributes[1:]
    assert Counter(rows(ours)) == Counter(row[1:] for row in rows(true))


def test_every_near_set_has_a_test_of_its_own() -> None:
    near = [name for name in SHIPPED if LINES[name]["truth"] == "near"]
    assert near == ["audiology", "splice"]
