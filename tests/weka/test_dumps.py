"""Naive Bayes, its ensembles and NBTree against dumps of Weka 3.6.14 and 3.9.7.

A dump is what one version said of the filtered data in the folds of the first runs,
NAME.36.json.gz or NAME.39.json.gz in the folder that RANKREES_WEKA_DUMPS names. The
data are Weka's own, from RANKREES_DATA. `pytest -s` shows what was compared.
"""

from __future__ import annotations

import gzip
import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rankrees.combiners.adaboost import AdaBoostM1
from rankrees.combiners.bagging import Bagging
from rankrees.data.arff.reader import read_arff
from rankrees.data.catalog import Catalog
from rankrees.estimators.naive_bayes import NaiveBayes
from rankrees.growers.nb_tree import NBTree
from rankrees.growers.root import Root
from rankrees.methods.method import Method
from rankrees.methods.prediction import predict_fold
from rankrees.methods.task import make_task
from rankrees.split.weka_folds import weka_folds
from rankrees.trees.features import make_features
from tests.weka.ours import N_FOLDS, prepared
from tests.weka.parity import LIBRARY_TOLERANCE

LEARNERS = {
    "NaiveBayes": Method(Root(), NaiveBayes()),
    "NBTree": Method(NBTree(), NaiveBayes()),
    "Bagging50-15-NB": Method(Root(), NaiveBayes(), Bagging(bags=15, percent=50)),
    "AdaBoostM1-15-NB": Method(Root(), NaiveBayes(), AdaBoostM1(rounds=15)),
    "AdaBoostM1-15-NB-Q": Method(
        Root(), NaiveBayes(), AdaBoostM1(rounds=15, resample=True)
    ),
}

FOLDER = os.environ.get("RANKREES_WEKA_DUMPS")
DUMPS = sorted(Path(FOLDER).glob("*.3[69].json.gz")) if FOLDER else []

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(
        not (FOLDER and os.environ.get("RANKREES_DATA")),
        reason="RANKREES_WEKA_DUMPS and RANKREES_DATA not set",
    ),
]


def _learner(name: str, version: str) -> Method:
    method = LEARNERS[name]
    if version == "36" and isinstance(method.combine, Bagging):
        return replace(method, combine=replace(method.combine, resample="weka36"))
    return method


def test_there_are_dumps():
    assert DUMPS


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.name.split(".json")[0])
def test_distributions_are_those_of_the_dump(path):
    with gzip.open(path, "rt", encoding="utf-8") as text:
        dump = json.load(text)
    name, version = path.name.removesuffix(".json.gz").rsplit(".", 1)
    located = Catalog().find(name)
    assert located is not None
    dataset = prepared(read_arff(located.path, name=name), "filtered")
    table = make_features(dataset)
    methods = {
        learner: _learner(learner, version)
        for learner in LEARNERS
        if learner in dump["runs"][0]["folds"][0]["clf"]
    }
    assert len(methods) >= 4
    tally = {learner: [0, 0, 0.0] for learner in methods}
    for run in dump["runs"]:
        folds = weka_folds(dataset.labels, run["run"], N_FOLDS)
        for fold, said in zip(folds, run["folds"], strict=True):
            assert fold.train.tolist() == said["train"]
            assert fold.test.tolist() == said["test"]
            found = predict_fold(
                make_task(dataset, table, fold.train, fold.test), methods.values()
            )
            for learner, method in methods.items():
                ours = found[method.id].proba
                wekas = np.array(said["clf"][learner]["dist"])
                seen = tally[learner]
                seen[0] += len(ours)
                seen[1] += int((ours != wekas).any(axis=1).sum())
                seen[2] = max(seen[2], np.abs(ours - wekas).max())
    for learner, (rows, differ, largest) in tally.items():
        print(f"{name} {version} {learner}: {differ} of {rows} differ, {largest:.1e}")
        assert largest <= LIBRARY_TOLERANCE, learner
        if not learner.startswith("AdaBoost"):  # Java's logarithms and powers
            assert differ == 0, learner
