from __future__ import annotations

import numpy as np
import pytest

from rankrees.trees import similarity
from rankrees.trees.features import make_features
from rankrees.trees.similarity import fill_row, make_similarity, set_memory_bound
from tests.oracles.small_data import make_dataset, missing_problems, whole_problems


@pytest.fixture
def no_matrix():
    before = similarity.MEMORY_BOUND
    set_memory_bound(0)
    yield
    set_memory_bound(before)


def _problems():
    return [*whole_problems(60), *missing_problems(60)]


def test_the_matrix_counts_equal_values():
    for problem in _problems():
        table = make_features(make_dataset(problem))
        assert make_similarity(table).matrix.tolist() == problem.shared


def test_a_missing_value_equals_nothing_not_even_itself():
    for problem in missing_problems(20):
        matrix = make_similarity(make_features(make_dataset(problem))).matrix
        known = [sum(cell is not None for cell in row) for row in problem.rows]
        assert np.diag(matrix).tolist() == known


def test_row_by_row_is_the_same(no_matrix):
    for problem in _problems():
        features = make_features(make_dataset(problem))
        made = make_similarity(features)
        assert made.matrix.size == 0
        shared = np.zeros(len(problem.rows), dtype=made.matrix.dtype)
        for row, expected in enumerate(problem.shared):
            fill_row(row, features.cells, features.cells, shared)
            assert shared.tolist() == expected


def test_many_attributes_need_a_wider_count():
    """256 equal values must not be counted as none."""
    from rankrees.data.dataset import Attribute, Dataset

    attributes = tuple(Attribute(f"a{i}", ("x", "y")) for i in range(256))
    column = np.zeros(2, dtype=np.int32)
    dataset = Dataset(
        "wide", attributes, Attribute("class", ("c",)), (column,) * 256, column.copy()
    )
    assert make_similarity(make_features(dataset)).matrix.tolist() == [[256, 256]] * 2


def test_the_table_makes_it_once():
    table = make_features(make_dataset(whole_problems(1)[0]))
    assert table.similarity is table.similarity
