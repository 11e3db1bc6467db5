"""Averages and standard deviations beside those that Su & Zhang print."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from rankrees.config.load import load_config
from rankrees.reference import printed_auc, printed_sd
from rankrees.reports.tables.means import against_print
from rankrees.reports.tables.overall import distance, overall_table
from rankrees.reports.tables.spread import deviation_table, sd_matches
from rankrees.reports.views import against_view, run_view
from rankrees.statistics.comparison import of_experiment


@pytest.fixture
def scored():
    experiment = load_config("citree-table1.yaml").narrowed(
        datasets=["iris", "vote"], methods=["AUC-CITree", "NB"], protocol="published"
    )
    random = np.random.default_rng(4)
    rows = [
        (dataset, method, run, fold, 0.9 + 0.1 * random.random())
        for dataset in experiment.datasets
        for method in experiment.methods
        for run in range(1, 3)
        for fold in range(1, 11)
    ]
    columns = ["dataset", "method", "run", "fold", "value"]
    sizes = {("iris", "AUC-CITree"): 11.0, ("vote", "AUC-CITree"): 22.4}
    frame = pd.DataFrame(rows, columns=columns)
    return of_experiment(experiment, "published", "auc_unb", frame, sizes=sizes)


def _values(scored, dataset, method):
    frame = scored.frame
    own = (frame["dataset"] == dataset) & (frame["method"] == method)
    return 100 * frame.loc[own, "value"].to_numpy()


def test_every_printed_name_is_one_of_the_config():
    experiment = load_config("citree-table1.yaml")
    cells = printed_auc("su-zhang-2004", "1")
    assert {dataset for dataset, _ in cells} == set(experiment.datasets)
    assert cells["balance-scale", "NB"] == "84.46"
    assert printed_sd("su-zhang-2004", "1")["satimage", "AUC-CITree"] == "27.02"
    assert printed_sd("wang-zhang-2006", "3") == {}


def test_distance_from_print(scored):
    iris, vote = (_values(scored, name, "NB").mean() for name in ("iris", "vote"))
    expected = (abs(iris - 98.58) + abs(vote - 96.56)) / 2
    assert distance(scored, "NB") == pytest.approx(expected)


def test_a_reading_is_measured_against_the_printed_method(scored):
    frame = scored.frame.replace({"method": {"NB": "NB: another"}})
    other = replace(scored, frame=frame)
    assert distance(other, "NB: another") == distance(scored, "NB")
    assert np.isnan(distance(other, "NBTree"))


def test_averages_stand_beside_the_printed_ones(scored):
    table = overall_table(scored.experiment, {"published": scored})
    both = [_values(scored, name, "NB").mean() for name in ("iris", "vote")]
    citree, nb = table.rows
    assert (citree[1], nb[1]) == ("92.66", "90.91")
    assert float(nb[2]) == pytest.approx(np.mean(both), abs=0.005)
    assert float(nb[3]) == pytest.approx(distance(scored, "NB"), abs=0.005)
    assert citree[-2:] == ("64", "17")
    assert nb[-2:] == (None, None)


def test_deviations_of_all_runs_and_of_the_first(scored):
    table = deviation_table(scored)
    vote = next(row for row in table.rows if row[0] == "vote")
    values = _values(scored, "vote", "NB")
    assert float(vote[4]) == pytest.approx(values.std(ddof=1), abs=0.005)
    assert float(vote[5]) == pytest.approx(values[:10].std(ddof=1), abs=0.005)
    assert vote[6] == "2.09"


def test_both_are_shown_against_print_and_only_where_there_is_one(scored):
    tables = against_view(scored.experiment, {"published": scored})
    titles = [table.title.split(": ")[-1] for table in tables]
    assert titles == ["printed and computed", "averages over data sets"]
    run = run_view(scored.experiment, {"published": scored})
    titles = [table.title.split(": ")[-1] for table in run]
    assert titles[-2:] == ["standard deviation over folds", "averages over data sets"]


def test_a_deviation_that_equals_the_print(scored):
    """Printed for NB on iris is 2.67."""
    frame = scored.frame[scored.frame["run"] == 1].copy()
    own = (frame["dataset"] == "iris") & (frame["method"] == "NB")
    frame.loc[own, "value"] = 0.5 + 0.0267 * np.repeat([-1, 1], 5) * np.sqrt(0.9)
    one_run = replace(scored, frame=frame)
    assert sd_matches(one_run)[0] == 1
    (row,) = (r for r in against_print(one_run, None).rows if r[:2] == ("iris", "NB"))
    assert row[6:] == ("2.67", "2.67", "true")
    # with one run there is no other one to show apart
    assert "NB\nrun 1" not in deviation_table(one_run).columns
    other = load_config("table3.yaml")
    assert overall_table(other, {"published": scored}) is None
