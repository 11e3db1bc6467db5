from __future__ import annotations

import numpy as np

from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset
from rankrees.trees.features import make_features


def _dataset(attributes, columns):
    labels = np.zeros(len(columns[0]), dtype=np.int32)
    return Dataset(
        "t", tuple(attributes), Attribute("class", ("c",)), tuple(columns), labels
    )


def test_layout():
    dataset = _dataset(
        [Attribute("n", ("x", "y", "z")), Attribute("r"), Attribute("m", ("u",))],
        [
            np.array([2, MISSING_CODE, 0], dtype=np.int32),
            np.array([0.5, np.nan, -1.0]),
            np.array([0, 0, 0], dtype=np.int32),
        ],
    )
    table = make_features(dataset)
    assert (table.n_attributes, table.n_rows) == (3, 3)
    assert table.slot.tolist() == [-1, 0, -1]
    assert table.n_values.tolist() == [3, 0, 1]
    assert table.codes[0].tolist() == [2, -1, 0]
    assert np.array_equal(table.numbers, [[0.5, np.nan, -1.0]], equal_nan=True)
    assert table.codes.dtype == np.int16


def test_very_many_values_need_a_wider_code():
    names = tuple(str(i) for i in range(40_000))
    column = np.array([39_999, 0], dtype=np.int32)
    table = make_features(_dataset([Attribute("id", names)], [column]))
    assert table.codes.tolist() == [[39_999, 0]]
