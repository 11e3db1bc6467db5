"""The configs of the PET study: 25 + 25 shipped sets, and labels as printed."""

from __future__ import annotations

import csv

import pytest
import yaml

from rankrees.reference.aggregates import AUC, COUNTS, printed_by_group
from rankrees.shipped import shipped_dir

CONFIGS = shipped_dir("configs")


def _read(name):
    return yaml.safe_load((CONFIGS / name).read_text(encoding="utf-8"))


GROUPS = _read("pet-base.yaml")["groups"]
with (shipped_dir("datasets") / "MANIFEST.csv").open(encoding="utf-8") as file:
    MANIFEST = {row["name"]: row for row in csv.DictReader(file)}


@pytest.mark.parametrize("group", ["two-class", "multi-class"])
def test_the_data_sets_are_shipped_and_of_their_kind(group):
    assert len(set(GROUPS[group])) == len(GROUPS[group]) == 25
    for name in GROUPS[group]:
        entry = MANIFEST[name]
        assert entry["file"], name
        assert int(entry["rows"]) <= 6000, name
        counts = {int(entry["classes"]), int(entry["nonempty_classes"])}
        assert counts == {2} if group == "two-class" else min(counts) > 2, name


@pytest.mark.parametrize(
    "name", ["pet-smoothing", "pet-mbranch", "pet-splitting", "pet-summary"]
)
def test_labels_are_as_printed(name):
    config = _read(f"{name}.yaml")
    printed = printed_by_group("ferri-2003", config["table"], AUC)
    assert printed
    assert {method for method, _ in printed} <= set(config["methods"])
    counts = printed_by_group("ferri-2003", config["table"], COUNTS)
    assert {label for label, _ in counts} <= set(config.get("comparisons", {}))
    for pair in config.get("comparisons", {}).values():
        assert set(pair) <= set(config["methods"])


def test_the_sweep_is_labelled_by_its_parameters():
    for label, method in _read("pet-pruning.yaml")["methods"].items():
        parameters = method["tree"]["pet"]
        rule = parameters.get("cardinality_rule", "2K/c")
        k = f"K={parameters.get('cardinality', 0)}"
        assert label == (k if rule == "2K/c" else f"{k}, {rule}")
