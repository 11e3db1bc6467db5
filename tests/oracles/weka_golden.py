"""The committed output of tests/golden/WekaFiltersAndFolds.java, and its inputs."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from rankrees.data.dataset import Attribute, Dataset
from tests.oracles.java_random import JavaRandom

GOLDEN = Path(__file__).parents[1] / "golden" / "weka_filters_and_folds.json"


@cache
def golden() -> dict[str, Any]:
    return json.loads(GOLDEN.read_text(encoding="utf-8"))


def fingerprint(dataset: Dataset) -> str:
    """Hash of declared values and cells, the class left out."""
    digest = hashlib.sha256()
    for attribute, column in zip(dataset.attributes, dataset.columns, strict=True):
        for value in attribute.values or ():
            digest.update(f"{value}\n".encode())
        kind = "<i4" if attribute.is_nominal else "<f8"
        if not attribute.is_nominal:
            column = np.where(np.isnan(column), np.nan, column + 0.0)
        digest.update(column.astype(kind).tobytes())
    return digest.hexdigest()[:16]


def rows_hash(rows: np.ndarray) -> str:
    return hashlib.sha256(rows.astype("<i4").tobytes()).hexdigest()[:16]


def expand(run_lengths: list[int]) -> np.ndarray:
    """Labels from (label, count) pairs in one flat list."""
    return np.repeat(run_lengths[::2], run_lengths[1::2]).astype(np.int32)


def drawn_labels(seed: int, rows: int, classes: int) -> np.ndarray:
    """Random labels; the last class stands for a missing one."""
    random = JavaRandom(seed)
    labels = np.array([random.next_int(classes) for _ in range(rows)], dtype=np.int32)
    return np.where(labels == classes - 1, -1, labels).astype(np.int32)


def synthetic(seed: int, rows: int) -> Dataset:
    """The data set that the Java program draws with `new Random(seed)`."""
    random = JavaRandom(seed)
    table = []
    for _ in range(rows):
        c = random.next_int(3)
        ties = (random.next_int(20) + c) / 4.0
        wide = random.next_double() * 100 - 50
        hole = random.next_int(5) == 0
        holes = c * 1.5 + random.next_double() * 3
        small = (c + random.next_double()) * 1e-3
        colour = random.next_int(6)
        table.append((ties, wide, np.nan if hole else holes, small, colour, c))
    ties, wide, holes, small, colour, labels = map(np.array, zip(*table, strict=True))
    numeric = {
        "ties": ties,
        "wide": wide,
        "holes": holes,
        "constant": np.full(rows, 7.25),
        "empty": np.full(rows, np.nan),
        "small": small,
    }
    nominal = {
        Attribute("colour", ("red", "green", "blue", "grey")): np.where(
            colour > 3, -1, colour
        ),
        Attribute("unknown", ("yes", "no")): np.full(rows, -1),
    }
    return Dataset(
        "synthetic",
        (*map(Attribute, numeric), *nominal),
        Attribute("class", ("a", "b", "c")),
        (*numeric.values(), *(codes.astype(np.int32) for codes in nominal.values())),
        labels.astype(np.int32),
    )
