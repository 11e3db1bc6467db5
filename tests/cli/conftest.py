import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from rankrees.cli import main
from tests.oracles.tiny_arff import write_arff

CONFIG = """\
title: "Tiny: three methods"
baseline: C45
methods:
  C45: {tree: c45, estimator: frequency}
  stump: {tree: {c45: {min_leaf: 15}}, estimator: frequency}
  C44: {tree: c44, estimator: laplace}
datasets: [alpha, beta, gone]
preprocess: [replace-missing, {discretize-equal-width: {bins: 5}}]
folds: {runs: 2, folds: 3}
protocols:
  described: {metric: auc}
  published: {metric: auc_unb, departures: [weka34-laplace]}
smoke: {datasets: [beta], runs: 1, folds: 2}
"""
# C45 and stump are the same in both protocols, C44 is not; `gone` does not exist
N_COMPUTATIONS = 4
N_FOLDS = 6


class Workspace:
    """A folder with a config and two small data sets, and the program run in it."""

    def __init__(self, folder):
        self.folder = folder
        self.store = folder / "results" / "rankrees.sqlite"
        self.config = folder / "tiny.yaml"
        self.config.write_text(CONFIG)
        (folder / "data").mkdir()
        write_arff(folder / "data" / "alpha.arff", n_rows=60)
        write_arff(folder / "data" / "beta.arff", n_rows=45, n_classes=3, seed=2)

    def __call__(self, *arguments, data=True):
        command, *others = map(str, arguments)
        where = ["--data-dir", "data"] if data else []
        return CliRunner().invoke(main, [command, *where, *others])

    def run(self, *arguments):
        return self("run", "--config", "tiny.yaml", "-j", 1, *arguments)

    def query(self, sql):
        with sqlite3.connect(self.store) as db:
            return db.execute(sql).fetchall()

    def folds_by_invocation(self):
        return dict(
            self.query(
                "SELECT invocation, count(*) FROM fold_result GROUP BY invocation"
            )
        )


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    return Workspace(Path(tmp_path))
