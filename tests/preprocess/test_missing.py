import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankrees.data.dataset import Attribute, Dataset
from rankrees.preprocess.missing import ReplaceMissing


def numeric(values) -> Dataset:
    column = np.array(values, dtype=np.float64)
    labels = np.zeros(len(values), dtype=np.int32)
    return Dataset("d", (Attribute("x"),), Attribute("c", ("a",)), (column,), labels)


def nominal(codes, values=("p", "q", "r")) -> Dataset:
    column = np.array(codes, dtype=np.int32)
    labels = np.full(len(codes), -1, dtype=np.int32)
    return Dataset(
        "d", (Attribute("x", values),), Attribute("c", ("a",)), (column,), labels
    )


def replaced(dataset: Dataset, rows=None) -> list:
    rows = np.arange(dataset.n_rows) if rows is None else np.array(rows)
    return ReplaceMissing().apply(dataset, rows.astype(np.int32)).columns[0].tolist()


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=200))
def test_the_mean_is_added_up_from_left_to_right(values):
    total = 0.0
    for value in values:
        total += value
    assert replaced(numeric([*values, np.nan]))[-1] == total / len(values)


def test_the_mean_follows_the_order_of_the_rows():
    """Adding 1 to 1e16 is lost; adding two 1s first is not."""
    dataset = numeric([1e16, 1.0, 1.0, np.nan])
    assert replaced(dataset)[-1] == 1e16 / 3
    assert replaced(dataset, [2, 1, 0])[-1] == (1e16 + 2) / 3


def test_the_first_declared_of_equally_frequent_values_is_the_mode():
    assert replaced(nominal([2, 1, 2, 1, -1, 0])) == [2, 1, 2, 1, 1, 0]


@pytest.mark.parametrize(
    ("dataset", "expected"),
    [
        (numeric([np.nan, np.nan]), [0.0, 0.0]),
        (nominal([-1, -1]), [0, 0]),
        (nominal([-1, -1], ()), [-1, -1]),
    ],
)
def test_attributes_without_a_known_value(dataset, expected):
    assert replaced(dataset) == expected


def test_only_the_given_rows_are_looked_at_and_all_are_filled():
    assert replaced(numeric([1.0, 3.0, np.nan, 100.0, np.nan]), [0, 1, 2])[2::2] == [
        2,
        2,
    ]
    assert replaced(nominal([0, 0, 0, 2, -1, -1]), [3, 4])[4:] == [2, 2]


def test_missing_classes_stay_missing():
    dataset = nominal([0, -1])
    found = ReplaceMissing().apply(dataset, np.arange(2, dtype=np.int32))
    assert found.labels.tolist() == [-1, -1]
