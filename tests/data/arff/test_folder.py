"""Every file of the full data folder has the counts its manifest gives."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from rankrees.data.arff.reader import read_arff

FOLDER = Path(os.environ.get("RANKREES_DATA", ""))
MANIFEST = FOLDER / "MANIFEST.csv"


@pytest.mark.shared
@pytest.mark.skipif(
    "RANKREES_DATA" not in os.environ or not MANIFEST.is_file(),
    reason="RANKREES_DATA names no folder with a MANIFEST.csv",
)
def test_counts_of_the_manifest() -> None:
    with MANIFEST.open(encoding="utf-8", newline="") as file:
        records = list(csv.DictReader(file))
    assert {r["name"] for r in records} == {p.stem for p in FOLDER.glob("*.arff")}
    for record in records:
        data = read_arff(FOLDER / f"{record['name']}.arff")
        no_class = data.labels == -1
        found = {
            "name": data.name,
            "rows": data.n_rows,
            "n_attributes_excluding_class": len(data.attributes),
            "n_nominal": sum(a.is_nominal for a in data.attributes),
            "n_numeric": sum(not a.is_nominal for a in data.attributes),
            "n_declared_classes": data.n_classes,
            "n_nonempty_classes": len(np.unique(data.labels[~no_class])),
            # the manifest counts a missing class as a missing cell
            "missing_cells": data.n_missing + int(no_class.sum()),
        }
        assert {key: str(value) for key, value in found.items()} == {
            key: record[key] for key in found
        }
