"""Filters compared with the output of Weka 3.9.7, cell by cell through fingerprints."""

import os
from pathlib import Path

import numpy as np
import pytest

from rankrees.data.dataset import Dataset
from rankrees.preprocess.discretize import EqualWidth, Mdl, number_text
from rankrees.preprocess.missing import ReplaceMissing
from rankrees.preprocess.pipeline import prepare_dataset, prepare_fold
from rankrees.split.weka_folds import weka_folds
from tests.oracles.weka_golden import fingerprint, golden, synthetic

FOLDER = os.environ.get("RANKREES_DATA")


def assert_as_weka(dataset: Dataset, expected: dict) -> None:
    assert fingerprint(dataset) == expected["raw"]
    whole = {
        "replace": [ReplaceMissing()],
        "width": [ReplaceMissing(), EqualWidth()],
        "mdl": [Mdl()],
    }
    for key, steps in whole.items():
        assert fingerprint(prepare_dataset(dataset, steps)) == expected[key], key
    train = weka_folds(dataset.labels, 1, 10)[0].train
    for step, key in (
        (ReplaceMissing("train"), "train_replace"),
        (EqualWidth("train"), "train_width"),
        (Mdl("train"), "train_mdl"),
    ):
        assert fingerprint(prepare_fold(dataset, [step], train)) == expected[key], key


def assert_cuts(dataset: Dataset, expected: dict[str, list[list[float]]]) -> None:
    """Cut points bit by bit: equal width after replacing missing values, MDL before."""
    rows = np.arange(dataset.n_rows, dtype=np.int32)
    replaced = ReplaceMissing().apply(dataset, rows)
    columns = zip(dataset.attributes, dataset.columns, replaced.columns, strict=True)
    found = {}
    for attribute, column, filled in columns:
        if not attribute.is_nominal:
            found[attribute.name] = [
                EqualWidth().cuts(filled, dataset.labels, dataset.n_classes).tolist(),
                Mdl().cuts(column, dataset.labels, dataset.n_classes).tolist(),
            ]
    assert found == expected


@pytest.mark.parametrize("entry", golden()["synthetic"], ids=lambda e: str(e["rows"]))
def test_synthetic_data_are_filtered_as_weka_does(entry):
    dataset = synthetic(entry["seed"], entry["rows"])
    assert_as_weka(dataset, entry)
    assert_cuts(dataset, entry["cuts"])


def test_mdl_was_compared_on_data_that_are_cut():
    found = [
        len(e["cuts"][name][1]) for e in golden()["synthetic"] for name in e["cuts"]
    ]
    assert max(found) >= 2
    assert min(found) == 0


@pytest.mark.parametrize(("number", "text"), golden()["numbers"])
def test_cut_points_are_printed_as_weka_does(number, text):
    assert number_text(number) == text


@pytest.mark.shared
@pytest.mark.skipif(FOLDER is None, reason="RANKREES_DATA is not set")
@pytest.mark.parametrize("name", golden()["sets"])
def test_data_sets_are_filtered_as_weka_does(name):
    from rankrees.data.arff.reader import read_arff

    path = Path(FOLDER) / f"{name}.arff"
    if not path.exists():
        pytest.skip(f"{path.name} is not in the data folder")
    dataset = read_arff(path)
    expected = golden()["sets"][name]
    assert_as_weka(dataset, expected)
    if "cuts" in expected:
        assert_cuts(dataset, expected["cuts"])
