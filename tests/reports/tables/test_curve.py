"""A parameter sweep as a table and as a picture, from the command line."""

import xml.etree.ElementTree as ET

import pytest
from click.testing import CliRunner

from rankrees.cli import main
from rankrees.config.load import load_config
from rankrees.reports.tables.curve import parameter_of

SWEEP = """
title: "Sweep"
show: curve
curve: {parameter: m, label: "m of the estimate", printed: {"four": "12.34"}}
datasets: [iris, labor]
folds: {scheme: weka, runs: 1, folds: 3}
methods:
  "none": {tree: c44, estimator: {m-estimate: {m: 0}}}
  "four": {tree: c44, estimator: {m-estimate: {m: 4}}}
  "many": {tree: c44, estimator: {m-estimate: {m: 400}}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sweep")
    (folder / "sweep.yaml").write_text(SWEEP, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def program(folder):
    def call(*words):
        store = ["--store", str(folder / "store.sqlite")]
        config = ["--config", str(folder / "sweep.yaml")]
        return CliRunner().invoke(main, [*words, *config, *store])

    ran = call("run", "-q", "-j", "1")
    assert ran.exit_code == 0, ran.output
    return call


def test_points_stand_at_the_value_of_the_parameter(folder):
    experiment = load_config(folder / "sweep.yaml")
    found = {label: parameter_of(experiment, label) for label in experiment.methods}
    assert found == {"none": 0.0, "four": 4.0, "many": 400.0}


def test_the_table_is_the_mean_over_the_data_sets(program):
    exported = program("export", "-o", "-").stdout.splitlines()
    cells = [line.split(",") for line in exported]
    rows = program("compare", "--format", "csv").stdout.splitlines()
    assert rows[0] == "m of the estimate,printed,as described (auc)"
    for label, at, row in zip(
        ("none", "four", "many"), ["0", "4", "400"], rows[1:], strict=True
    ):
        means = []
        for dataset in ("iris", "labor"):
            values = [
                float(cell[6])
                for cell in cells
                if cell[:2] == [dataset, label] and cell[5] == "auc"
            ]
            means.append(sum(values) / len(values))
        expected = f"{100 * sum(means) / 2:.2f}"
        assert row.split(",") == [at, "12.34" if label == "four" else "", expected]


def test_the_plot_is_a_picture_with_the_labels_and_the_same_each_time(program, folder):
    for name in ("a.svg", "b.svg", "c.png"):
        drawn = program("plot", "-o", str(folder / name))
        assert drawn.exit_code == 0, drawn.output
    first = (folder / "a.svg").read_bytes()
    assert ET.fromstring(first).tag.endswith("svg")
    assert first == (folder / "b.svg").read_bytes()
    assert (folder / "c.png").read_bytes().startswith(b"\x89PNG")


def test_a_form_that_is_not_known_is_refused(program, folder):
    result = program("plot", "-o", str(folder / "x.docx"))
    assert result.exit_code == 2
    assert "docx" in result.stderr


def test_a_config_that_sweeps_nothing_is_refused(folder):
    words = ["plot", "--config", "smoke.yaml", "-o", str(folder / "x.svg")]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert "nothing to draw" in result.stderr


def test_show_and_curve_go_together(tmp_path):
    text = SWEEP.replace("show: curve\n", "")
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["run", "--config", str(tmp_path / "x.yaml")])
    assert result.exit_code == 2
    assert "go together" in result.stderr
