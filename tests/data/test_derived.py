from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from rankrees.data.catalog import Catalog
from rankrees.data.derived import (
    DERIVED,
    Sample,
    TwoClasses,
    base_of,
    declare_classes,
    derivation,
    read_dataset,
)
from rankrees.errors import DataNotFoundError

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden" / "weka_resample.json").read_text("utf-8")
)

ARFF = """@relation r
@attribute size numeric
@attribute kind {x,y}
@attribute class {no,yes}
@data
"""


@pytest.fixture(autouse=True)
def _no_folder(monkeypatch):
    monkeypatch.delenv("RANKREES_DATA", raising=False)


@pytest.mark.parametrize("asked", GOLDEN)
def test_rows_are_those_that_weka_draws(asked):
    n, percent, seed = asked.split(",")
    rows = Sample("any", float(percent), int(seed)).rows(int(n))
    assert rows.tolist() == GOLDEN[asked]


def test_letter_2000_is_the_filters_sample_of_letter():
    letter, sample = Catalog().load("letter"), Catalog().load("letter-2000")
    rows = np.array(GOLDEN["20000,10,1"])
    assert sample.name == "letter-2000"
    assert sample.n_rows == 2000
    assert sample.attributes == letter.attributes
    assert sample.class_names == letter.class_names
    assert np.array_equal(sample.labels, letter.labels[rows])
    for column, whole in zip(sample.columns, letter.columns, strict=True):
        assert np.array_equal(column, whole[rows])


def test_found_where_its_base_is(tmp_path):
    (tmp_path / "letter.arff").write_text(ARFF + "1,x,no\n2,?,yes\n" * 10)
    catalog = Catalog(tmp_path)
    located = catalog.find("letter-2000")
    assert located.name == "letter-2000"
    assert located.path == tmp_path / "letter.arff"
    assert located.origin == "data-dir"
    assert catalog.load("letter-2000").n_rows == 2
    assert "letter-2000" in catalog.names()


def test_a_file_of_its_own_comes_first_and_is_not_sampled(tmp_path):
    (tmp_path / "letter.arff").write_text(ARFF + "1,x,no\n" * 20)
    (tmp_path / "letter-2000.arff").write_text(ARFF + "2,y,yes\n" * 3)
    data = Catalog(tmp_path).load("letter-2000")
    assert data.columns[0].tolist() == [2.0, 2.0, 2.0]


def test_a_set_without_a_rule_is_read_as_it_is(tmp_path):
    path = tmp_path / "other.arff"
    path.write_text(ARFF + "1,x,no\n" * 20)
    assert read_dataset(path, "other").n_rows == 20
    assert base_of("other") == "other"


def test_without_its_base_the_base_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setitem(DERIVED, "tenth", Sample("nowhere", 10.0, 1))
    with pytest.raises(DataNotFoundError, match="no data set tenth"):
        Catalog(tmp_path).load("tenth")


MANY = """@relation r
@attribute size numeric
@attribute kind {x,y}
@attribute class {a,b,c}
@data
1,x,a
2,y,b
3,?,c
4,y,?
5,x,b
"""


@pytest.fixture
def many(tmp_path):
    (tmp_path / "many.arff").write_text(MANY)
    return Catalog(tmp_path)


def test_classes_against_the_rest(many):
    data = many.load("many:b")
    assert data.name == "many:b"
    assert data.class_names == ("b", "rest")
    assert data.labels.tolist() == [1, 0, 1, -1, 0]
    assert data.columns[0].tolist() == [1, 2, 3, 4, 5]
    assert many.load("many:c+a").labels.tolist() == [0, 1, 0, -1, 1]


def test_rows_of_two_classes_alone(many):
    data = many.load("many:c-v-b")
    assert data.class_names == ("c", "b")
    assert data.labels.tolist() == [1, 0, -1, 1]
    assert data.columns[0].tolist() == [2, 3, 4, 5]
    assert data.columns[1].tolist() == [1, -1, 1, 0]


def test_attributes_left_out(many):
    made = TwoClasses("many", ("a",), without=("size",))
    data = made.of(many.load("many"))
    assert [attribute.name for attribute in data.attributes] == ["kind"]
    assert made.note == "many, classes a v rest, without size"


def test_how_a_set_is_made_is_noted(many):
    assert many.find("many:c-v-b").note == "many, classes c v b"
    assert derivation("many") is None
    assert many.find("few:a") is None


def test_declared_classes(many):
    data = many.load("many")
    other = declare_classes(data, ["d", "c", "b", "a"])
    assert other.class_names == ("d", "c", "b", "a")
    assert other.labels.tolist() == [3, 2, 1, -1, 2]
    assert other.columns is data.columns
    assert data.class_names == ("a", "b", "c")
    with pytest.raises(DataNotFoundError, match=r"many: rows of class c.*\(b, a\)"):
        declare_classes(data, ["b", "a"])


def test_an_unknown_class_is_refused(many):
    with pytest.raises(
        DataNotFoundError, match=r"many has no class z \(it has a, b, c"
    ):
        many.load("many:a+z")
