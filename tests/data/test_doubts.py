"""Why a score on the user's own data may flatter."""

from __future__ import annotations

import numpy as np
import pytest

from rankrees.data.catalog import Catalog
from rankrees.data.dataset import Attribute, Dataset
from rankrees.data.doubts import (
    deciding_attributes,
    doubts,
    id_attributes,
    rows_also_in_training,
)


def make(columns, labels):
    """Columns of floats are numeric, of ints nominal."""
    attributes, arrays = [], []
    for name, values in columns.items():
        array = np.array(values)
        if array.dtype.kind == "f":
            attributes.append(Attribute(name))
            arrays.append(array)
        else:
            names = tuple(f"v{i}" for i in range(array.max() + 1))
            attributes.append(Attribute(name, names))
            arrays.append(array.astype(np.int32))
    target = Attribute("y", ("a", "b", "c"))
    labels = np.array(labels, dtype=np.int32)
    return Dataset("t", tuple(attributes), target, tuple(arrays), labels)


def twin(dataset, folds):
    """Rows that are equal, cell by cell, to one of another fold."""
    rows = [
        (*("?" if x != x else x for x in (c[i] for c in dataset.columns)), label)
        for i, label in enumerate(dataset.labels.tolist())
    ]
    fold_of = {int(i): k for k, fold in enumerate(folds) for i in fold}
    return sum(
        any(rows[i] == rows[j] and fold_of[i] != fold_of[j] for j in fold_of)
        for i in fold_of
    )


@pytest.mark.parametrize("seed", range(20))
def test_equal_rows_against_all_pairs(seed):
    rng = np.random.default_rng(seed)
    n = 60
    numbers = rng.integers(0, 3, n).astype(float)
    numbers[rng.random(n) < 0.2] = np.nan
    columns = {"x": numbers, "s": rng.integers(-1, 3, n), "u": rng.integers(0, 2, n)}
    dataset = make(columns, rng.integers(-1, 3, n))
    folds = np.array_split(rng.permutation(n).astype(np.int32), 4)
    assert rows_also_in_training(dataset, folds) == twin(dataset, folds)
    assert rows_also_in_training(dataset, folds[:2]) == twin(dataset, folds[:2])


def test_equal_rows_of_one_fold_do_no_harm():
    dataset = make({"x": [1.0, 1.0, 2.0, 3.0]}, [0, 0, 1, 1])
    pairs = [np.array(rows, dtype=np.int32) for rows in ((0, 1), (2, 3))]
    assert rows_also_in_training(dataset, pairs) == 0
    across = [np.array(rows, dtype=np.int32) for rows in ((0, 2), (1, 3))]
    assert rows_also_in_training(dataset, across) == 2


def test_ids():
    n = 40
    rng = np.random.default_rng(1)
    columns = {
        "number": np.arange(n, dtype=float),
        "backwards": np.arange(n, dtype=float)[::-1] * 1000.0,
        "shuffled": rng.permutation(n) + 500.0,
        "name": np.arange(n),
        "size": rng.normal(size=n),
        "price": rng.choice(10**6, n, replace=False).astype(float),
        "colour": rng.integers(0, 3, n),
    }
    dataset = make(columns, rng.integers(0, 2, n))
    assert id_attributes(dataset) == ["number", "backwards", "shuffled", "name"]


def test_what_decides_the_class():
    rng = np.random.default_rng(2)
    labels = np.repeat([0, 1, 2], 20)
    columns = {
        "after": labels * 10.0 + rng.random(60),
        "code": (labels + 1) % 3 * 2,
        "noise": rng.random(60),
        "half": np.where(labels == 0, 0, rng.integers(1, 3, 60)),
        "to and fro": labels + rng.integers(0, 2, 60) * 3.0,
    }
    dataset = make(columns, labels)
    assert deciding_attributes(dataset) == ["after", "code"]
    order = rng.permutation(60)
    mixed = {name: values[order] for name, values in columns.items()}
    said = list(doubts(make(mixed, labels[order]), ()))
    assert len(said) == 1
    assert "decides the class alone: after, code" in said[0]


def test_few_rows_and_one_class_prove_nothing():
    dataset = make({"x": np.arange(10.0)}, [0] * 5 + [1] * 5)
    assert not list(doubts(dataset, ()))
    dataset = make({"x": np.arange(30.0) ** 0.5}, [0] * 30)
    assert deciding_attributes(dataset) == []


@pytest.mark.parametrize("name", ["iris", "labor", "vote", "hepatitis", "glass"])
def test_the_papers_data_have_neither_ids_nor_deciding_attributes(name):
    dataset = Catalog().load(name)
    assert id_attributes(dataset) == []
    assert deciding_attributes(dataset) == []
