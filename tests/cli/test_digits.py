"""Printed digits of Wang & Zhang (2006) and Su & Zhang (2004)."""

import csv
import io
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from rankrees.cli import main


def match_column(folder, table, method, *options):
    return match_cells(folder, table, "-m", method, *options)


def match_cells(folder, table, *options):
    """Compute a table, or a part of it, and set it beside the print."""
    store = ["--store", str(folder / "store.sqlite"), "--config", table]
    ran = CliRunner().invoke(main, ["run", "-q", "-j", "1", *store, *options])
    assert ran.exit_code == 0, ran.output
    form = ["--against", "published", "--format", "csv"]
    compared = CliRunner().invoke(main, ["compare", *store, *form, *options])
    assert compared.exit_code == 0, compared.output
    # the cells; averages over data sets may follow after an empty line
    cells, *_ = compared.stdout.split("\n\n")
    return list(csv.DictReader(io.StringIO(cells)))


MISPRINT = ("lymph", "C44-B")
"""The one printed number that does not come out: 88.98, where 88.08 does."""


AS_PUBLISHED = ["--protocol", "published"]


@pytest.mark.parametrize("table", ["table3.yaml", "table4.yaml"])
def test_shipped_sets_give_the_printed_digits(tmp_path, monkeypatch, table):
    """All seven columns on all 32 sets that ship; three of the paper's 35 do not.

    Labor's C44 is 84.625 in truth, and 84.63 in print.
    """
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    rows = match_cells(tmp_path, table, *AS_PUBLISHED)
    assert len([row for row in rows if row["match"]]) == 32 * 7
    assert not_as_printed(rows) == ({MISPRINT} if table == "table4.yaml" else set())


@pytest.mark.shared
@pytest.mark.skipif(not os.environ.get("RANKREES_DATA"), reason="RANKREES_DATA not set")
@pytest.mark.parametrize("table", ["table3.yaml", "table4.yaml"])
def test_all_35_sets_give_the_printed_digits(tmp_path, table):
    """489 of the 490 cells of both tables."""
    rows = match_cells(tmp_path, table, *AS_PUBLISHED)
    assert len([row for row in rows if row["match"]]) == 245
    assert not_as_printed(rows) == ({MISPRINT} if table == "table4.yaml" else set())


def not_as_printed(rows):
    return {(r["dataset"], r["method"]) for r in rows if r["match"] == "false"}


FOLDS_OF_2004 = Path(__file__).parents[1] / "golden" / "su-zhang-folds.csv"


@pytest.mark.parametrize("method", ["NB", "C4.4"])
def test_shipped_sets_give_means_and_deviations_of_2004(tmp_path, monkeypatch, method):
    """One run, and a curve that loses its lowest row; tic-tac-toe has another order of
    classes than its header, and breast-w missing numbers."""
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    names = ("balance-scale", "breast-w", "iris", "tic-tac-toe", "vote")
    options = [part for name in names for part in ("-d", name)]
    rows = match_column(tmp_path, "citree-table1.yaml", method, *AS_PUBLISHED, *options)
    assert [row["dataset"] for row in rows] == list(names)
    wrong = [r for r in rows if (r["match"], r["sd_match"]) != ("true", "true")]
    assert wrong == []


@pytest.mark.shared
@pytest.mark.skipif(not os.environ.get("RANKREES_DATA"), reason="RANKREES_DATA not set")
@pytest.mark.parametrize("method", ["NB", "C4.4"])
def test_27_of_29_sets_give_means_and_deviations_of_2004(tmp_path, method):
    rows = match_column(tmp_path, "citree-table1.yaml", method, *AS_PUBLISHED)
    assert len(rows) == 29
    wrong = [r for r in rows if (r["match"], r["sd_match"]) != ("true", "true")]
    assert [row["dataset"] for row in wrong] == ["adult", "satimage"]


@pytest.mark.parametrize("dataset", ["car", "diabetes", "iris"])
def test_auc_citree_of_2004_where_it_is_exact(tmp_path, monkeypatch, dataset):
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    options = [*AS_PUBLISHED, "-d", dataset]
    (row,) = match_column(tmp_path, "citree-table1.yaml", "AUC-CITree", *options)
    assert (row["match"], row["sd_match"]) == ("true", "true")


def test_every_fold_of_2004_has_the_bits_of_another_program(tmp_path, monkeypatch):
    """The prototype that found the rules kept its ten values for each set."""
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    store = ["--store", str(tmp_path / "s.sqlite"), "--config", "citree-table1.yaml"]
    part = [*AS_PUBLISHED, "-d", "vote", "-d", "tic-tac-toe", "-m", "NB", "-m", "C4.4"]
    ran = CliRunner().invoke(main, ["run", "-q", "-j", "1", *store, *part])
    assert ran.exit_code == 0, ran.output
    written = CliRunner().invoke(main, ["export", *store, *part, "-o", "-"])
    found = {
        (row["dataset"], row["method"], row["fold"]): float(row["value"])
        for row in csv.DictReader(io.StringIO(written.stdout))
        if row["metric"] == "auc_2004"
    }
    with FOLDS_OF_2004.open(encoding="utf-8", newline="") as file:
        expected = {
            (row["dataset"], row["method"], row["fold"]): float(row["auc_2004"])
            for row in csv.DictReader(file)
            if row["dataset"] in ("vote", "tic-tac-toe")
        }
    assert len(expected) == 40
    assert found == expected
