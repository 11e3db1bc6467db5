"""The committed numbers of the real Weka: where they are and how they are written."""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.weka.ours import J48

FOLDER = Path(__file__).resolve().parents[1] / "golden"
TREES_FILE = FOLDER / "weka_trees.json.gz"
BAGS_FILE = FOLDER / "weka_bags.json"
NB_TREES_FILE = FOLDER / "weka_nb_trees.json"

FIRST_ROWS = 5
"""So many test rows of each fold have their distributions written out."""

SHOWN = {
    "labor-missing-values": ("labor", "raw", 2, J48),
    "glass-numbers": ("glass", "raw", 1, J48),
    "hepatitis-raised": ("hepatitis", "raw", 3, J48),
    "hepatitis-not-raised": ("hepatitis", "raw", 3, f"{J48} -S"),
    "soybean-empty-branches": ("soybean", "filtered", 1, J48),
}
"""Trees kept as plain text, to be looked at: data set, mode, fold from 1, learner."""


def shown_path(title: str) -> Path:
    """Return the file of a tree that is kept as plain text."""
    return FOLDER / "trees" / f"{title}.txt"


@cache
def read_trees() -> dict[str, Any]:
    """Return the committed numbers; a missing file is an error."""
    with gzip.open(TREES_FILE, "rt", encoding="utf-8") as text:
        golden: dict[str, Any] = json.load(text)
    return golden


@cache
def read_nb_trees() -> dict[str, Any]:
    """Return the committed numbers of NBTree; a missing file is an error."""
    golden: dict[str, Any] = json.loads(NB_TREES_FILE.read_text(encoding="utf-8"))
    return golden


def entry(text: str, proba: NDArray[np.float64]) -> dict[str, Any]:
    """Return what is kept of one fold: hashes, and the first distributions.

    A distribution is the hexadecimal form of its big-endian doubles, one after another.
    """
    exact = proba.astype(">f8")
    return {
        "text": hashlib.sha256(text.encode("utf-8")).hexdigest(),
        "all": hashlib.sha256(exact.tobytes()).hexdigest(),
        "first": [row.tobytes().hex() for row in exact[:FIRST_ROWS]],
    }


def numbers(rows: list[str]) -> NDArray[np.float64]:
    """Return distributions from their hexadecimal form."""
    return np.array([np.frombuffer(bytes.fromhex(row), dtype=">f8") for row in rows])
