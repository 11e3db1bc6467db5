"""The average standard deviation over folds, as one paper gives it in its text."""

import numpy as np
import pandas as pd
import pytest

from rankrees.config.load import load_config
from rankrees.reports.tables.spread import average_sd, spread_table
from rankrees.reports.views import against_view
from rankrees.statistics.comparison import of_experiment


@pytest.fixture
def scored():
    experiment = load_config("lazytree.yaml").narrowed(
        datasets=["iris", "labor"], methods=["C4.5", "LazyTree"], protocol="published"
    )
    random = np.random.default_rng(3)
    rows = [
        (dataset, method, run, fold, random.random())
        for dataset in experiment.datasets
        for method in experiment.methods
        for run in range(1, 3)
        for fold in range(1, 11)
    ]
    columns = ["dataset", "method", "run", "fold", "value"]
    frame = pd.DataFrame(rows, columns=columns)
    return of_experiment(experiment, "published", "auc_unb", frame)


def test_it_is_the_mean_over_data_sets_of_the_sample_sd(scored):
    for method in scored.experiment.methods:
        own = scored.frame[scored.frame["method"] == method]
        sds = [
            np.std(own.loc[own["dataset"] == name, "value"], ddof=1)
            for name in ("iris", "labor")
        ]
        assert average_sd(scored, method) == pytest.approx(100 * np.mean(sds))


def test_a_fold_without_a_value_is_left_out(scored):
    scored.frame.loc[0, "value"] = np.nan
    assert not np.isnan(average_sd(scored, "C4.5"))


def test_the_printed_figure_stands_beside(scored):
    table = spread_table(scored.experiment, {"published": scored})
    assert [row[:2] for row in table.rows] == [("C4.5", None), ("LazyTree", "4.37")]
    assert table.columns == ("method", "printed", "as published (auc_unb)")


def test_a_paper_without_such_a_figure_has_no_such_table(scored):
    experiment = load_config("table3.yaml")
    assert spread_table(experiment, {"published": scored}) is None


def test_compare_against_published_shows_counts_and_spread(scored):
    tables = against_view(scored.experiment, {"published": scored})
    assert [row[:3] for row in tables[0].rows] == [("LazyTree", "C4.5", "31/5/0")]
    assert tables[1].title.endswith("average standard deviation over folds")
