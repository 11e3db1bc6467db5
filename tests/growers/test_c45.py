"""The growers on the best-known trees in print, and on rows without a class."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset
from rankrees.growers.c45 import C44, C45
from rankrees.methods.task import make_task
from rankrees.trees.features import make_features
from rankrees.trees.text import tree_text
from tests.oracles import c45_tree
from tests.oracles.small_data import (
    Problem,
    make_dataset,
    make_small_task,
    whole_problems,
)

OUTLOOK = ("sunny", "overcast", "rainy")
WEATHER = """
sunny 85 85 FALSE no
sunny 80 90 TRUE no
overcast 83 86 FALSE yes
rainy 70 96 FALSE yes
rainy 68 80 FALSE yes
rainy 65 70 TRUE no
overcast 64 65 TRUE yes
sunny 72 95 FALSE no
sunny 69 70 FALSE yes
rainy 75 80 FALSE yes
sunny 75 70 TRUE yes
overcast 72 90 TRUE yes
overcast 81 75 FALSE yes
rainy 71 91 TRUE no
"""


def _weather(unknown_outlook: int | None = None) -> Dataset:
    lines = [line.split() for line in WEATHER.strip().splitlines()]
    outlook = np.array([OUTLOOK.index(line[0]) for line in lines], dtype=np.int32)
    if unknown_outlook is not None:
        outlook[unknown_outlook] = MISSING_CODE
    return Dataset(
        "weather",
        (
            Attribute("outlook", OUTLOOK),
            Attribute("temperature"),
            Attribute("humidity"),
            Attribute("windy", ("TRUE", "FALSE")),
        ),
        Attribute("play", ("yes", "no")),
        (
            outlook,
            np.array([float(line[1]) for line in lines]),
            np.array([float(line[2]) for line in lines]),
            np.array([int(line[3] == "FALSE") for line in lines], dtype=np.int32),
        ),
        np.array([int(line[4] == "no") for line in lines], dtype=np.int32),
    )


def _text(dataset, grower):
    rows = np.arange(dataset.n_rows, dtype=np.int32)
    task = make_task(dataset, make_features(dataset), rows, rows[:0])
    return tree_text(grower.grow(task.sample), dataset)


def test_the_weather_tree():
    """Witten & Frank, Data Mining: J48's output for the weather data."""
    assert _text(_weather(), C45()) == (
        "\noutlook = sunny\n"
        "|   humidity <= 75: yes (2.0)\n"
        "|   humidity > 75: no (3.0)\n"
        "outlook = overcast: yes (4.0)\n"
        "outlook = rainy\n"
        "|   windy = TRUE: no (2.0)\n"
        "|   windy = FALSE: yes (3.0)\n"
        "\nNumber of Leaves  : \t5\n\nSize of the tree : \t8\n"
    )


def test_an_unknown_outlook():
    """Quinlan's C4.5 (1993), section 3.2: one case is divided 5 : 3 : 5 of 13.

    He prints the leaves with one decimal: 2.0, 3.4/0.4, 3.2, 2.4/0.4 and 3.0.
    """
    assert _text(_weather(unknown_outlook=11), C45()) == (
        "\noutlook = sunny\n"
        "|   humidity <= 75: yes (2.0)\n"
        "|   humidity > 75: no (3.38/0.38)\n"
        "outlook = overcast: yes (3.23)\n"
        "outlook = rainy\n"
        "|   windy = TRUE: no (2.38/0.38)\n"
        "|   windy = FALSE: yes (3.0)\n"
        "\nNumber of Leaves  : \t5\n\nSize of the tree : \t8\n"
    )


@pytest.mark.parametrize(
    ("grower", "options"),
    [
        (C45(), {}),
        (C44(), {"pruned": False, "collapse": False}),
        (C45(confidence=0.1, min_leaf=3), {"confidence": 0.1, "min_leaf": 3}),
        (C45(raising=False, confidence=0.5), {"raising": False, "confidence": 0.5}),
    ],
)
def test_each_field_reaches_the_kernel(grower, options):
    texts = set()
    for problem in whole_problems(40):
        task = make_small_task(problem)
        text = tree_text(grower.grow(task.sample), make_dataset(problem))
        assert text == c45_tree.C45(problem, **options).text()
        texts.add(text)
    assert len(texts) > 10


def test_a_threshold_may_be_the_value_of_a_row_without_a_class():
    """It is the largest value up to the midpoint 5 among all rows, labelled or not."""
    problem = Problem(
        n_values=[0],
        n_classes=2,
        rows=[[1.0], [2.0], [8.0], [9.0], [4.5]],
        labels=[0, 0, 1, 1, None],
        train=[0, 1, 2, 3, 4],
        test=[],
    )
    for rows, threshold in (problem.train, 4.5), (problem.train[:4], 2.0):
        task = make_small_task(replace(problem, train=rows))
        tree = C45().grow(task.sample)
        assert tree.threshold[0] == threshold
        assert sorted(tree.node_rows(0)) == [0, 1, 2, 3]


def test_rows_without_a_class_count_in_very_many_values():
    """4 values are very many for 10 rows (4 >= 0.3 * 10), but not for 14.

    The other attribute is constant, so no candidate counts for the average gain as
    long as the first has very many values: no split.
    """
    rows = [[i % 4, 0] for i in range(14)]
    problem = Problem(
        n_values=[4, 2],
        n_classes=2,
        rows=rows,
        labels=[row[0] // 2 for row in rows[:10]] + [None] * 4,
        train=list(range(14)),
        test=[],
    )
    for n, leaves in (10, 1), (13, 1), (14, 4):
        task = make_small_task(replace(problem, train=problem.train[:n]))
        assert C45().grow(task.sample).n_leaves == leaves
