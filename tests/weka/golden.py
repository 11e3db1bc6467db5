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
BAYES_FILE = FOLDER / "weka_bayes.json.gz"
BAGS_FILE = FOLDER / "weka_bags.json"
TTESTS_FILE = FOLDER / "weka_ttests.json"
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
def read_golden(file: Path) -> dict[str, Any]:
    """Return committed numbers; a missing file is an error."""
    with gzip.open(file, "rt", encoding="utf-8") as text:
        golden: dict[str, Any] = json.load(text)
    return golden


def write_golden(file: Path, golden: dict[str, Any]) -> None:
    """Write numbers, always the same bytes: no name and no time is in the file."""
    text = json.dumps(golden, separators=(",", ":"))
    file.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def read_trees() -> dict[str, Any]:
    """Return the committed numbers of trees."""
    return read_golden(TREES_FILE)


@cache
def read_nb_trees() -> dict[str, Any]:
    """Return the committed numbers of NBTree; a missing file is an error."""
    golden: dict[str, Any] = json.loads(NB_TREES_FILE.read_text(encoding="utf-8"))
    return golden


def entry(text: str, proba: NDArray[np.float64]) -> dict[str, Any]:
    """Return what is kept of one fold's trees: hashes, and the first distributions."""
    text_hash = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return {"text": text_hash, **numbers_entry(proba)}


def numbers_entry(proba: NDArray[np.float64]) -> dict[str, Any]:
    """Return what is kept of one fold's distributions.

    A distribution is the hexadecimal form of its big-endian doubles, one after another.
    """
    exact = proba.astype(">f8")
    return {
        "all": hashlib.sha256(exact.tobytes()).hexdigest(),
        "first": [row.tobytes().hex() for row in exact[:FIRST_ROWS]],
    }


def numbers(rows: list[str]) -> NDArray[np.float64]:
    """Return distributions from their hexadecimal form."""
    return np.array([np.frombuffer(bytes.fromhex(row), dtype=">f8") for row in rows])
