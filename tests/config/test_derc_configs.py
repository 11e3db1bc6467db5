"""The configs of DERC: the paper's labels and data sets, and whose labels are seen."""

from __future__ import annotations

import pytest

from rankrees.combiners.derc import Derc
from rankrees.config.load import load_config
from rankrees.data.catalog import Catalog
from rankrees.experiment.plan import Cell, make_cells, make_jobs
from rankrees.reference import printed_auc, printed_win_tie_loss


@pytest.mark.parametrize(("table", "over"), [("2", "Bagging"), ("3", "AdaBoost")])
def test_labels_and_data_sets_are_as_printed(table, over):
    experiment = load_config(f"derc-table{table}.yaml")
    printed = printed_auc("huang-ling-2005", table)
    assert {dataset for dataset, _ in printed} == set(experiment.datasets)
    assert {method for _, method in printed} == set(experiment.methods)
    assert experiment.baseline == over
    wins = printed_win_tie_loss("huang-ling-2005", table)
    assert {column for _, column in wins} == {over}
    assert (experiment.runs, experiment.n_folds) == (20, 5)


@pytest.mark.parametrize("table", ["2", "3"])
def test_derc_chooses_from_the_baseline(table):
    methods = load_config(f"derc-table{table}.yaml").methods
    baseline, *others = methods
    for label in others:
        combiner = methods[label].combine
        assert isinstance(combiner, Derc)
        assert f"DERC({combiner.parts})" == label
        assert combiner.ensemble == methods[baseline].combine


def test_only_the_published_intervals_see_test_labels():
    experiment = load_config("derc-table2.yaml")
    hashes = {"hepatitis": "a" * 64}
    cells = make_cells(experiment, hashes)
    scopes = {
        protocol: [
            step.scope for step in cells[Cell("hepatitis", "DERC(2)", protocol)].steps
        ]
        for protocol in experiment.protocols
    }
    assert scopes == {"described": ["train"], "published": ["dataset"]}
    for job in make_jobs(experiment, cells, {}):
        assert len({computation.steps for computation in job.computations}) == 1


@pytest.mark.parametrize("name", ["derc-table2.yaml", "derc-binaries.yaml"])
def test_every_data_set_has_two_classes_with_rows(name):
    catalog = Catalog()
    datasets = load_config(name).datasets
    shipped = [dataset for dataset in datasets if catalog.find(dataset)]
    assert set(datasets) - set(shipped) <= {
        "sick",
        "heart-h",
        "hypothyroid:negative",
    }
    for dataset in shipped:
        data = catalog.load(dataset)
        assert len(set(data.labels[data.labels >= 0].tolist())) == 2, dataset
