"""Findings on the printed tables, borne out by the printed digits themselves.

Small shipped sets in Weka's row order are enough: with every rule as found all their
digits come out, and each finding's change costs some.
"""

import csv
import io

import pytest
from click.testing import CliRunner

from rankrees.cli import main
from rankrees.forensics.findings import FINDINGS
from rankrees.forensics.wins import _agreement
from rankrees.reference import printed_win_tie_loss
from rankrees.reference.errata import exchange_labels
from rankrees.statistics.wtl import WinTieLoss

SETS = ("autos", "glass", "hepatitis", "iris", "labor", "zoo")


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return tmp_path_factory.mktemp("forensics") / "store.sqlite"


def forensics(store, config, *words):
    options = [part for name in SETS for part in ("-d", name)]
    arguments = ["forensics", *words, "--config", config, "--store", str(store), "-q"]
    result = CliRunner().invoke(main, [*arguments, "-j", "1", *options])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("config", ["table3.yaml", "table4.yaml"])
@pytest.mark.parametrize("name", FINDINGS)
def test_a_change_of_the_rule_costs_digits(store, monkeypatch, config, name):
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    if (config, name) in {("table3.yaml", "laplace"), ("table4.yaml", "chain")}:
        pytest.skip("C45 has no Laplace; C44 is not pruned, so nothing is raised")
    text = forensics(store, config, name, "--format", "csv")
    rows = list(csv.reader(io.StringIO(text)))
    header, cells = rows[0], [row for row in rows[1:] if len(row) == len(rows[0])]
    assert header[:2] == ["method", "as found"]
    assert cells
    found = [row[1] for row in cells]
    assert found == [f"{len(SETS)} of {len(SETS)}"] * len(cells)
    changed = [text for row in cells for text in row[3::2] if text]
    n_kept = sum(int(text.split(" of ")[0]) for text in changed)
    # without this rule the outputs are divided by their sums: only ties can change
    if name != "normalise":
        assert n_kept < len(SETS) * len(changed)


def test_a_finding_about_none_of_the_methods_prints_nothing(store, monkeypatch):
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    assert forensics(store, "table3.yaml", "laplace").strip() == ""


def test_unknown_findings_are_refused(store):
    arguments = ["forensics", "leek", "--config", "table3.yaml", "--store", str(store)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "cannot show 'leek'" in result.stderr


def test_a_config_without_a_printed_table_is_refused(store):
    arguments = ["forensics", "--config", "smoke.yaml", "--store", str(store)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "has no published table" in result.stderr


def test_the_t_test_is_shown_for_win_tie_loss_tables(store, monkeypatch):
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    text = forensics(store, "table2.yaml", "t-test", "labels")
    assert "plain paired" in text
    assert "exchanged but in the last row" in text


def test_exchanging_labels_twice_gives_the_print_back():
    printed = printed_win_tie_loss("wang-zhang-2006", "2")
    righted = exchange_labels(printed)
    assert righted != printed
    assert exchange_labels(righted) == printed
    # row C44-B is right as it is printed; cell (C44-W, C44-S) is about (C44-S, C44-W)
    assert righted["C44-B", "C44-S"] == printed["C44-B", "C44-S"] == (9, 24, 2)
    assert righted["C44-S", "C44-W"] == printed["C44-W", "C44-S"] == (3, 24, 8)


def test_moved_outcomes_are_counted_once():
    printed = {("a", "b"): (3, 4, 5), ("a", "c"): (1, 1, 1)}
    ours = {("a", "b"): WinTieLoss(5, 4, 3), ("a", "c"): WinTieLoss(1, 1, 1)}
    assert _agreement(ours, printed) == ("1 of 2", "2")


@pytest.mark.parametrize("config", ["table1.yaml", "table2.yaml"])
def test_bagging_was_compared_with_a_c_that_sums_to_1(store, monkeypatch, config):
    """On these few sets the printed counts cannot come out: the readings do."""
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    rows = list(
        csv.DictReader(
            io.StringIO(forensics(store, config, "last-row", "--format", "csv"))
        )
    )
    bagged = config.replace("table1.yaml", "C45-B").replace("table2.yaml", "C44-B")
    assert {row["row"] for row in rows if row["column"]} == {bagged}
    readings = {row["reading"] for row in rows}
    assert {"as in Tables 3 and 4", "divided by the sum", "as Weka 3.9"} <= readings
    for row in rows:
        if row["column"]:
            counts = [int(n) for n in row["wins/ties/losses"].split("/")]
            assert sum(counts) == len(SETS)


READING = """\
extends: lazytree.yaml
title: "A reading, written out"
methods:
  LazyTree:
    tree: {lazy-tree: {numeric: equal, shuffled: true}}
    estimator: {lazy: {numeric: equal}}
  LazyTree-B:
    tree: {lazy-tree: {numeric: equal, shuffled: true}}
    estimator: {lazy: {numeric: equal}}
    combine: bagging
"""


def test_a_reading_is_what_a_config_would_say(tmp_path, monkeypatch):
    """After `readings`, the config of one of them has nothing left to compute."""
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    store, config = tmp_path / "s.sqlite", tmp_path / "reading.yaml"
    config.write_text(READING)
    common = ["-d", "labor", "--store", str(store)]
    run = CliRunner().invoke
    words = ["forensics", "readings", "--config", "lazytree.yaml", "-q", "-j", "1"]
    table = run(main, [*words, "--format", "csv", *common])
    assert table.exit_code == 0, table.output
    rows = {row[0]: row[1:] for row in csv.reader(io.StringIO(table.stdout)) if row}
    assert rows["printed"] == ["31/5/0", "10/25/1", "15/21/0", "7/27/2", "4.37"]
    methods = ["-m", "LazyTree", "-m", "LazyTree-B"]
    read = run(main, ["run", "--config", str(config), *methods, *common])
    assert "nothing to compute" in read.stderr
    sd = rows["equal values, shuffled"][4]
    assert sd != rows["ten bins, training order (the config)"][4]
    assert f" {sd} " in read.stdout
