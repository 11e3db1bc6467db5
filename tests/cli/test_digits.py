"""The printed digits of Wang & Zhang (2006), from the command line."""

import csv
import io
import os

import pytest
from click.testing import CliRunner

from rankrees.cli import main


def match_column(folder, table, method, *options):
    store = ["--store", str(folder / "store.sqlite"), "--config", table, "-m", method]
    ran = CliRunner().invoke(main, ["run", "-q", "-j", "1", *store, *options])
    assert ran.exit_code == 0, ran.output
    form = ["--against", "published", "--format", "csv"]
    compared = CliRunner().invoke(main, ["compare", *store, *form, *options])
    assert compared.exit_code == 0, compared.output
    return list(csv.DictReader(io.StringIO(compared.stdout)))


COLUMNS = [("table3.yaml", "C45"), ("table4.yaml", "C44")]


@pytest.mark.parametrize(("table", "method"), COLUMNS)
def test_shipped_sets_give_the_printed_digits(tmp_path, monkeypatch, table, method):
    """Labor's C44 is 84.625 in truth, and 84.63 in print."""
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    names = ("glass", "heart-c", "iris", "labor", "lymph", "zoo")
    options = [part for name in names for part in ("-d", name)]
    rows = match_column(tmp_path, table, method, *options)
    assert [row["dataset"] for row in rows] == list(names)
    wrong = [row for row in rows if row["match"] != "true"]
    assert wrong == []


@pytest.mark.shared
@pytest.mark.skipif(not os.environ.get("RANKREES_DATA"), reason="RANKREES_DATA not set")
@pytest.mark.parametrize(("table", "method"), COLUMNS)
def test_all_35_sets_give_the_printed_digits(tmp_path, table, method):
    rows = match_column(tmp_path, table, method)
    assert len(rows) == 35
    wrong = [row for row in rows if row["match"] != "true"]
    assert wrong == []
