import dataclasses

import pandas as pd
import pytest

from rankrees.estimators.leaf import Frequency, Laplace
from rankrees.experiment.experiment import Experiment, Protocol
from rankrees.growers.c45 import C45
from rankrees.methods.method import Method
from rankrees.reports.tables.means import (
    against_print,
    digit_matches,
    marked_table,
    score_table,
    win_tie_loss_table,
    wins_against_print,
)
from rankrees.reports.views import against_view
from rankrees.statistics.comparison import of_experiment
from rankrees.statistics.foldtests import FoldTest

METHODS = {"C45": Method(C45(), Frequency()), "C45-W": Method(C45(), Laplace())}
EXPERIMENT = Experiment(
    name="test.yaml",
    title="Test",
    paper="wang-zhang-2006",
    table="3",
    show="auc",
    baseline="C45",
    methods=METHODS,
    datasets=("iris", "labor", "zoo"),
    steps=(),
    scheme="weka",
    runs=1,
    n_folds=2,
    protocols={"described": Protocol("auc"), "published": Protocol("auc_unb")},
    smoke=None,
    text="",
)
# printed: iris 98.99 99.41, labor 78.25 93.50, zoo 79.57 88.00
SCORES = {
    ("iris", "C45"): [0.98990, 0.98990],
    ("iris", "C45-W"): [0.99410, 0.99420],
    ("labor", "C45"): [0.77, 0.79],
    ("labor", "C45-W"): [0.77, 0.79],
}


def make_scored(scores=SCORES, experiment=EXPERIMENT, **how):
    rows = [
        (dataset, method, 1, fold, value)
        for (dataset, method), values in scores.items()
        for fold, value in enumerate(values, 1)
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "method", "run", "fold", "value"])
    settings = {"protocol": "published", "metric": "auc_unb"} | how
    return of_experiment(experiment, frame=frame, **settings)


def test_scores_stand_beside_the_print():
    table = score_table(make_scored())
    assert table.names == ["data set", "C45", "C45 printed", "C45-W", "C45-W printed"]
    assert table.rows == (
        ("iris", "98.99", "98.99", "99.42", "99.41"),
        ("labor", "78.00", "78.25", "78.00", "93.50"),
        ("zoo", None, "79.57", None, "88.00"),
        ("mean of 2", "88.50", "88.62", "88.71", "96.46"),
    )
    assert table.notes == ("digit matches: 1 of 4 cells",)
    assert digit_matches(make_scored()) == (1, 4)


def test_a_config_without_a_paper_has_no_print():
    experiment = dataclasses.replace(EXPERIMENT, paper=None, table=None)
    table = score_table(make_scored(experiment=experiment))
    assert table.names == ["data set", "C45", "C45-W"]
    assert table.notes == ()


def test_marks_are_against_the_baseline():
    table = marked_table(make_scored())
    assert table.names == ["data set", "C45", "C45-W", "C45-W v/*"]
    # iris: differences .0042 and .0043 are significant, labor's are none
    assert table.rows == (
        ("iris", "98.99", "99.42", "v"),
        ("labor", "78.00", "78.00", ""),
        ("zoo", None, None, ""),
        ("mean of 2", "88.50", "88.71", ""),
        ("(v/ /*)", "", "1/1/0", ""),
    )
    assert "corrected resampled t-test" in table.notes[-1]


def test_smaller_is_better_for_a_loss():
    table = marked_table(make_scored(metric="log_loss"))
    assert table.rows[0] == ("iris", "0.99", "0.99", "*")
    wins = win_tie_loss_table(make_scored(metric="log_loss"))
    assert wins.rows == (("C45", "", "1/1/0"), ("C45-W", "0/1/1", ""))


def test_matrix_reads_row_against_column():
    table = win_tie_loss_table(make_scored())
    assert table.columns == ("", "C45", "C45-W")
    assert table.rows == (("C45", "", "0/1/1"), ("C45-W", "1/1/0", ""))
    assert "over 2 data sets" in table.notes[0]


def test_alpha_and_test_are_used():
    assert make_scored(test=FoldTest(alpha=1e-9)).wins["C45", "C45-W"].ties == 2
    close = {("iris", "C45"): [0.5, 0.5], ("iris", "C45-W"): [0.51, 0.511]}
    assert make_scored(close, test=FoldTest("paired")).wins["C45", "C45-W"].ties == 0
    assert make_scored(close, test=FoldTest("corrected")).wins["C45", "C45-W"].ties == 1


def test_against_the_print():
    described = make_scored(protocol="described", metric="auc")
    table = against_print(make_scored(), described)
    assert table.columns == (
        "dataset",
        "method",
        "printed",
        "as_published",
        "as_described",
        "match",
    )
    assert table.rows[0] == ("iris", "C45", "98.99", "98.99", "98.99", "true")
    assert table.rows[1] == ("iris", "C45-W", "99.41", "99.42", "99.42", "false")
    assert table.rows[4] == ("zoo", "C45", "79.57", None, None, None)
    assert len(table.rows) == 6


def test_against_the_print_without_the_published_protocol():
    table = against_print(None, make_scored(protocol="described"))
    assert table.rows[0] == ("iris", "C45", "98.99", None, "98.99", None)


def test_wins_against_the_print():
    experiment = dataclasses.replace(EXPERIMENT, table="1", show="win-tie-loss")
    (table,) = wins_against_print(make_scored(experiment=experiment), None)
    # printed: C45 against C45-W 0/4/31
    assert table.rows == (("C45", "C45-W", "0/4/31", "0/1/1", "0/-3/-30", None),)
    assert table.notes[-1] == "equal to the print: 0 of 1 cells"


def test_wins_against_a_print_whose_labels_are_exchanged():
    """Table 2 prints C44 against C44-W as 4/20/11, which is C44 against C44-S."""
    methods = dict(zip(("C44", "C44-S", "C44-W"), [METHODS["C45"]] * 3, strict=True))
    experiment = dataclasses.replace(EXPERIMENT, table="2", methods=methods)
    as_printed, righted = wins_against_print(make_scored({}, experiment), None)
    assert ("C44", "C44-W", "4/20/11") in [row[:3] for row in as_printed.rows]
    assert ("C44", "C44-S", "4/20/11") in [row[:3] for row in righted.rows]
    assert righted.title.endswith("with the printed labels put right")


def test_wins_against_the_print_without_results():
    experiment = dataclasses.replace(EXPERIMENT, table="1", show="win-tie-loss")
    (table,) = wins_against_print(make_scored({}, experiment), None)
    assert table.rows == (("C45", "C45-W", "0/4/31", None, None, None),)


def test_folds_without_a_value_are_told():
    scores = SCORES | {("iris", "C45"): [0.9899, float("nan")]}
    table = score_table(make_scored(scores))
    assert table.notes[0] == "folds without a value, left out: iris 1"
    assert table.rows[0][1] == "98.99"


@pytest.mark.parametrize("view", [score_table, marked_table, win_tie_loss_table])
def test_one_method_and_no_results_make_a_table(view):
    only = {"C45": METHODS["C45"]}
    experiment = dataclasses.replace(EXPERIMENT, methods=only)
    assert len(view(make_scored({}, experiment)).columns) >= 2


def test_a_table_with_counts_below_it_has_both_beside_the_print():
    """Huang & Ling print the AUCs and, under them, how often each DERC wins."""
    experiment = dataclasses.replace(
        EXPERIMENT,
        paper="huang-ling-2005",
        table="2",
        baseline="Bagging",
        datasets=("breast", "cars"),
        methods={"Bagging": METHODS["C45"], "DERC(1)": METHODS["C45-W"]},
    )
    scores = {
        ("breast", "Bagging"): [0.98, 0.99],
        ("breast", "DERC(1)"): [0.98, 0.99],
        ("cars", "Bagging"): [0.93, 0.93],
        ("cars", "DERC(1)"): [0.95, 0.95],
    }
    scored = make_scored(scores, experiment)
    cells, wins = against_view(experiment, {"published": scored})
    assert cells.rows[3][:4] == ("cars", "DERC(1)", "94.77", "95.00")
    assert wins.rows == (("DERC(1)", "Bagging", "4/12/0", "1/1/0", "-3/-11/0", None),)
    assert cells.columns[6:] == ("printed_sd", "as_published_sd", "sd_match")
    assert cells.rows[3][6:] == ("2.2", "0.00", "false")
    assert cells.notes[0].endswith("cells, 0 of 4 standard deviations")
