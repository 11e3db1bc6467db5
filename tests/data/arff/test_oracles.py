"""The ARFF reader against Weka, an independent writer, liac-arff and scipy."""

from __future__ import annotations

import gzip
import io
import json
import math
from pathlib import Path
from random import Random

import arff as liac
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.io import arff as scipy_arff

from rankrees.data.arff.reader import read_arff
from rankrees.data.dataset import Dataset
from rankrees.errors import ArffError
from tests.oracles import arff_writer
from tests.oracles.arff_writer import Cell, Dress, Spec

WEKA = json.loads(
    (Path(arff_writer.__file__).parent / "arff_weka.json").read_text(encoding="utf-8")
)
QUICK = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def table(data: Dataset) -> tuple[list[Spec], list[list[Cell]]]:
    """Return a data set as the writer's attributes and rows."""
    attributes = (*data.attributes, data.class_attribute)
    columns: list[list[Cell]] = []
    for attribute, column in zip(attributes, (*data.columns, data.labels), strict=True):
        cells = column.tolist()
        if attribute.is_nominal:
            columns.append([None if cell == -1 else cell for cell in cells])
        else:
            columns.append([None if math.isnan(cell) else cell for cell in cells])
    specs = [(a.name, None if a.values is None else list(a.values)) for a in attributes]
    return specs, [list(row) for row in zip(*columns, strict=True)]


@st.composite
def tables(
    draw: st.DrawFn, texts: st.SearchStrategy[str], missing: bool = True
) -> tuple[list[Spec], list[list[Cell]]]:
    names = draw(st.lists(texts.filter(bool), min_size=2, max_size=5, unique=True))
    values = st.lists(texts, min_size=1, max_size=4, unique=True)
    specs: list[Spec] = [(n, draw(st.none() | values)) for n in names[:-1]]
    specs.append((names[-1], draw(values)))
    gap = st.none() if missing else st.nothing()
    numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-20, 20)
    cells: list[st.SearchStrategy[Cell]] = [
        gap | (numbers if v is None else st.integers(0, len(v) - 1)) for _, v in specs
    ]
    row = st.tuples(*cells).map(list)
    rows = draw(st.lists(row, min_size=1, max_size=6))
    rows[0][-1] = 0  # a class that is missing throughout is refused
    return specs, rows


# every character, and often those that mean something
ANY_TEXT = st.text(
    st.sampled_from("ab?,{}'\"%\\ @\t\n\r0") | st.characters(codec="utf-8"), max_size=6
)
# liac-arff: no empty values, no escapes, no lone ? in quotes
LIAC_TEXT = st.text("abZ09_-., {}", min_size=1, max_size=6).map(lambda s: "v" + s + "w")
SCIPY_TEXT = st.text("abZ09_-.", max_size=6).map(lambda s: "v" + s)


@pytest.mark.parametrize("case", WEKA, ids=[case["name"] for case in WEKA])
def test_reads_what_weka_reads(case: dict, tmp_path: Path) -> None:
    path = tmp_path / "f.arff"
    path.write_bytes(case["text"].encode())
    if case.get("refused"):
        with pytest.raises(ArffError):
            read_arff(path)
    else:
        specs, rows = table(read_arff(path))
        assert [list(spec) for spec in specs] == case["attributes"]
        assert rows == case["rows"]


@QUICK
@given(tables(ANY_TEXT), st.integers(0, 2**32), st.booleans(), st.booleans())
def test_round_trip(
    tmp_path: Path,
    written: tuple[list[Spec], list[list[Cell]]],
    seed: int,
    packed: bool,
    mark: bool,
) -> None:
    text = arff_writer.write(*written, Random(seed), Dress.ALL)
    content = text.encode("utf-8-sig" if mark else "utf-8")
    path = tmp_path / "f.arff"
    path.write_bytes(gzip.compress(content) if packed else content)
    assert table(read_arff(path)) == written


@QUICK
@given(tables(LIAC_TEXT), st.integers(0, 2**32))
def test_agrees_with_liac_arff(
    tmp_path: Path, written: tuple[list[Spec], list[list[Cell]]], seed: int
) -> None:
    text = arff_writer.write(*written, Random(seed), Dress.PLAIN)
    path = tmp_path / "f.arff"
    path.write_text(text, encoding="utf-8")
    theirs = liac.loads(text, encode_nominal=True)
    specs, rows = table(read_arff(path))
    assert rows == theirs["data"]
    assert [name for name, _ in specs] == [name for name, _ in theirs["attributes"]]
    for (_, ours), (_, values) in zip(specs, theirs["attributes"], strict=True):
        assert ours == (values if isinstance(values, list) else None)


@QUICK
@given(tables(SCIPY_TEXT, missing=False), st.integers(0, 2**32))
def test_agrees_with_scipy(
    tmp_path: Path, written: tuple[list[Spec], list[list[Cell]]], seed: int
) -> None:
    text = arff_writer.write(*written, Random(seed), Dress.BARE)
    path = tmp_path / "f.arff"
    path.write_text(text, encoding="utf-8")
    theirs, meta = scipy_arff.loadarff(io.StringIO(text))
    data = read_arff(path)
    columns = (*data.columns, data.labels)
    attributes = (*data.attributes, data.class_attribute)
    assert [a.name for a in attributes] == meta.names()
    for attribute, column in zip(attributes, columns, strict=True):
        other = theirs[attribute.name]
        if attribute.values is None:
            np.testing.assert_array_equal(column, other)
        else:
            assert meta[attribute.name] == ("nominal", attribute.values)
            assert [attribute.values[v].encode() for v in column] == other.tolist()
