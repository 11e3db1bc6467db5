"""Averages by group on numbers small enough to check by eye."""

from __future__ import annotations

import dataclasses

import pandas as pd
import pytest

from rankrees.estimators.leaf import Frequency, Laplace, MEstimate
from rankrees.experiment.experiment import Experiment, Protocol
from rankrees.growers.pet import Pet
from rankrees.methods.method import Method
from rankrees.reference.aggregates import AUC, COUNTS, printed_by_group
from rankrees.reports.tables.averages import (
    averages_table,
    averages_view,
    counts_table,
    orderings_table,
)
from rankrees.statistics.comparison import of_experiment
from rankrees.statistics.foldtests import FoldTest

NO, LAPLACE, M = "No smoothing", "Laplace smoothing", "M-estimate smoothing (m=4)"
EXPERIMENT = Experiment(
    name="test.yaml",
    title="Test",
    paper="ferri-2003",
    table="smoothing",
    show="averages",
    baseline=NO,
    methods={
        NO: Method(Pet(), Frequency()),
        LAPLACE: Method(Pet(), Laplace()),
        M: Method(Pet(), MEstimate()),
    },
    datasets=("labor", "vote", "iris", "zoo"),
    steps=(),
    scheme="weka",
    runs=1,
    n_folds=2,
    protocols={"described": Protocol("auc")},
    smoke=None,
    text="",
)
GROUPS = {"two-class": ["labor", "vote"], "multi-class": ["iris", "zoo"]}
# printed: 79.3 78.0 78.7, 85.0 83.9 84.5, 85.0 84.0 84.5
SCORES = {
    "labor": {NO: [0.70, 0.72], LAPLACE: [0.80, 0.82], M: [0.80, 0.81]},
    "vote": {NO: [0.90, 0.92], LAPLACE: [0.90, 0.92], M: [0.70, 0.72]},
    "iris": {NO: [0.95, 0.95], LAPLACE: [0.85, 0.85], M: [0.95, 0.95]},
}


def _scored(scores=SCORES, experiment=EXPERIMENT, **how):
    rows = [
        (dataset, method, 1, fold, value)
        for dataset, methods in scores.items()
        for method, values in methods.items()
        for fold, value in enumerate(values, 1)
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "method", "run", "fold", "value"])
    return of_experiment(experiment, "described", "auc", frame, **how)


def test_averages_stand_beside_the_print():
    table = averages_table(_scored(), GROUPS)
    assert table.names == [
        "method",
        "two-class (2 sets)",
        "two-class printed",
        "multi-class (1 sets)",
        "multi-class printed",
        "all (3 sets)",
        "all printed",
    ]
    assert table.rows == (
        (NO, "81.00", "79.3", "95.00", "78.0", "85.67", "78.7"),
        (LAPLACE, "86.00", "85.0", "85.00", "83.9", "85.67", "84.5"),
        (M, "75.75", "85.0", "95.00", "84.0", "82.17", "84.5"),
    )


def test_a_data_set_without_one_methods_value_counts_for_none():
    scores = {**SCORES, "zoo": {NO: [0.1, 0.1], LAPLACE: [0.1, 0.1]}}
    assert averages_table(_scored(scores), GROUPS).rows == (
        averages_table(_scored(), GROUPS).rows
    )


def test_sizes_of_trees():
    sizes = {(name, method): 10.0 for name in SCORES for method in EXPERIMENT.methods}
    table = averages_table(_scored(), GROUPS, sizes | {("iris", NO): 12.0})
    assert table.columns[-1] == "nodes"
    assert [row[-1] for row in table.rows] == ["10.7", "10.0", "10.0"]
    del sizes["vote", M]
    table = averages_table(_scored(), GROUPS, sizes)
    assert [row[-1] for row in table.rows] == ["10.0", "10.0", None]


def test_without_print():
    experiment = dataclasses.replace(EXPERIMENT, paper=None, table=None)
    table = averages_table(_scored(experiment=experiment), GROUPS)
    assert len(table.columns) == 4
    assert not orderings_table(_scored(experiment=experiment), GROUPS).rows


def test_counts_by_group():
    comparisons = {"Laplace vs none": (LAPLACE, NO), "m vs none": (M, NO)}
    table = counts_table(_scored(), GROUPS, comparisons)
    assert table.columns == ("comparison", "two-class", "multi-class", "all")
    # labor: better by .1 in both folds; .10 and .09 are not enough in two folds
    assert table.rows == (
        ("Laplace vs none", "1/1/0", "0/0/1", "1/1/1"),
        ("m vs none", "0/1/1", "0/1/0", "0/2/1"),
    )
    assert "Laplace vs none: better on labor" in table.notes
    assert any(note.startswith("m vs none: worse on ") for note in table.notes)


def test_counts_beside_the_print():
    experiment = dataclasses.replace(EXPERIMENT, table="m-branch")
    comparisons = {"m-branch vs M-estimate": (LAPLACE, M)}
    table = counts_table(_scored(experiment=experiment), GROUPS, comparisons)
    assert table.rows == (
        (
            "m-branch vs M-estimate",
            "1/1/0",
            "8/14/3",
            "0/0/1",
            "13/9/3",
            "1/1/1",
            "21/23/6",
        ),
    )


def test_the_test_is_the_scoreds_own():
    close = {"labor": {NO: [0.5, 0.5], LAPLACE: [0.51, 0.511], M: [0.5, 0.5]}}
    comparisons = {"x": (LAPLACE, NO)}
    paired, corrected = (
        counts_table(_scored(close, test=FoldTest(test)), GROUPS, comparisons)
        for test in ("paired", "corrected")
    )
    assert paired.rows[0][1] == "1/0/0"
    assert corrected.rows[0][1] == "0/1/0"
    assert "corrected" in corrected.notes[0]


def test_orderings():
    table = orderings_table(_scored(), GROUPS)
    # Laplace and m-estimate are told apart by the multi-class average only
    assert table.rows == (
        ("two-class", LAPLACE, NO, "+5.7", "+5.00", "yes"),
        ("two-class", M, NO, "+5.7", "-5.25", "no"),
        ("multi-class", LAPLACE, NO, "+5.9", "-10.00", "no"),
        ("multi-class", M, NO, "+6.0", "+0.00", "no"),
        ("multi-class", M, LAPLACE, "+0.1", "+10.00", "yes"),
        ("all", LAPLACE, NO, "+5.8", "+0.00", "no"),
        ("all", M, NO, "+5.8", "-3.50", "no"),
    )
    assert table.notes == ("orderings that hold on these data sets: 2 of 7",)


def test_the_view_compares_with_the_baseline_unless_told_otherwise():
    tables = averages_view(_scored(), GROUPS, {}, against=True)
    assert len(tables) == 3
    assert [row[0] for row in tables[1].rows] == [
        f"{LAPLACE} vs {NO}",
        f"{M} vs {NO}",
    ]
    told = averages_view(_scored(), GROUPS, {"x": (M, LAPLACE), "y": (M, "absent")})
    assert [row[0] for row in told[1].rows] == ["x"]
    assert len(told) == 2


def test_no_results_make_tables():
    averages, counts = averages_view(_scored({}), GROUPS, {})
    assert averages.rows[0] == (NO, None, "79.3", None, "78.0", None, "78.7")
    assert counts.rows[0][1:] == (None, None, None)


@pytest.mark.parametrize(
    ("table", "quantity", "n"),
    [
        ("smoothing", AUC, 9),
        ("m-branch", COUNTS, 3),
        ("splitting", AUC, 18),
        ("summary", AUC, 12),
        ("summary", COUNTS, 3),
    ],
)
def test_what_is_printed(table, quantity, n):
    assert len(printed_by_group("ferri-2003", table, quantity)) == n
