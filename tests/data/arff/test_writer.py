"""What is written reads back the same, by our reader and by another."""

from __future__ import annotations

from pathlib import Path

import arff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankrees.data.arff.reader import read_arff
from rankrees.data.arff.writer import write_arff
from rankrees.data.dataset import Attribute, Dataset

# a lone surrogate is no character and has no UTF-8 form
TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
NUMBERS = st.floats(allow_infinity=False, width=64)


@st.composite
def datasets(draw: st.DrawFn) -> Dataset:
    names = draw(st.lists(TEXT, min_size=3, max_size=3, unique=True))
    values = [
        tuple(draw(st.lists(TEXT, min_size=1, max_size=4, unique=True)))
        for _ in range(2)
    ]
    n = draw(st.integers(1, 5))

    def codes(n_values: int, lowest: int) -> np.ndarray:
        cell = st.integers(lowest, n_values - 1)
        return np.array(draw(st.lists(cell, min_size=n, max_size=n)), dtype=np.int32)

    numbers = np.array(draw(st.lists(NUMBERS, min_size=n, max_size=n)))
    return Dataset(
        "a name",
        (Attribute(names[0], values[0]), Attribute(names[1])),
        Attribute(names[2], values[1]),
        (codes(len(values[0]), -1), numbers),
        codes(len(values[1]), 0),
    )


@given(data=datasets())
def test_round_trip(data: Dataset, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("round") / "x.arff"
    write_arff(path, data, ["a comment"])
    assert read_arff(path).content_hash == data.content_hash


def awkward() -> Dataset:
    return Dataset(
        "awkward one",
        (
            Attribute("two words", ("?", "a b", "{x}", "50%", '"', "\\n")),
            Attribute("n"),
        ),
        Attribute("class", ("no", "yes")),
        (
            np.array([0, 1, 2, 3, 4, 5, -1], dtype=np.int32),
            np.array([0.1, -0.0, 1e-300, 123456789.0, np.nan, 1 / 3, 2.0]),
        ),
        np.array([0, 1, 0, 1, 0, 1, 0], dtype=np.int32),
    )


def test_another_reader_agrees(tmp_path: Path) -> None:
    data = awkward()
    path = tmp_path / "x.arff"
    write_arff(path, data)
    read = arff.loads(path.read_text(encoding="utf-8"))
    assert read["attributes"] == [
        ("two words", list(data.attributes[0].values or ())),
        ("n", "NUMERIC"),
        ("class", ["no", "yes"]),
    ]
    cells = ["?", "a b", "{x}", "50%", '"', "\\n", None]
    assert [row[0] for row in read["data"]] == cells
    numbers = [None if x != x else x for x in data.columns[1].tolist()]
    assert [row[1] for row in read["data"]] == numbers


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "x.arff"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_arff(path, awkward(), ["\ud800"])
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
