import csv
import io
import json

import pytest
from click.testing import CliRunner

from rankrees.cli import main

HEADER = "dataset,method,run,fold,value"


def rows(n_sets=3, folds=4):
    return [
        f"d{d},{m},{run},{fold},0.{(7 * d + 3 * i + run + fold * (i + 2)) % 90 + 10}"
        for d in range(n_sets)
        for i, m in enumerate(("A", "B", "C"))
        for run in (1, 2)
        for fold in range(1, folds + 1)
    ]


@pytest.fixture
def compare(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(lines, *arguments, header=HEADER, encoding="utf-8"):
        text = "\n".join([header, *lines]) + "\n"
        (tmp_path / "my.csv").write_text(text, encoding=encoding)
        return CliRunner().invoke(main, ["compare", "--scores", "my.csv", *arguments])

    return run


def test_shows_means_wins_and_over_sets(compare):
    result = compare(rows(), "--over-sets", "--rope", "0.05")
    assert result.exit_code == 0, result.output
    assert "my.csv" in result.stdout.splitlines()[0]
    assert "(v/ /*)" in result.stdout
    assert "wins/ties/losses, row against column, over 3 data sets" in result.stdout
    assert "average ranks over 3 data sets" in result.stdout
    assert result.stderr == ""


def test_numbers_are_those_of_the_config_that_the_scores_were_exported_from(workspace):
    workspace.run("-q")
    workspace("export", "--config", "tiny.yaml", "-o", "out.csv")
    for metric in ("auc", "log_loss"):
        how = (
            "--metric",
            metric,
            "--over-sets",
            "--baseline",
            "C45",
            "--format",
            "json",
        )
        own = workspace(
            "compare", "--config", "tiny.yaml", "-d", "alpha", "-d", "beta", *how
        )
        file = workspace("compare", "--scores", "out.csv", *how)
        assert file.exit_code == 0, file.output
        ours, theirs = json.loads(own.stdout), json.loads(file.stdout)
        assert len(ours) == len(theirs) == 8
        for one, other in zip(ours, theirs, strict=True):
            assert one["columns"] == other["columns"]
            assert one["rows"] == other["rows"]
            assert one["notes"] == other["notes"]


def test_several_metrics_must_be_chosen_from(workspace):
    workspace.run("-q")
    workspace("export", "--config", "tiny.yaml", "-o", "out.csv")
    result = workspace("compare", "--scores", "out.csv")
    assert result.exit_code == 2
    assert (
        "out.csv: several metrics, choose with --metric: auc, auc_unb" in result.stderr
    )


def test_one_score_each_needs_no_folds(compare):
    lines = [
        f"d{d},{m},{v}" for d in range(4) for m, v in (("A", "71.5"), ("B", 60 + d))
    ]
    result = compare(lines, "--over-sets", header="dataset,method,value")
    assert result.exit_code == 0, result.output
    assert "one score each" in result.stdout
    assert "71.50" in result.stdout
    assert "4/0/0" in result.stdout


def test_lower_is_better_turns_the_wins_round(compare):
    lines = [f"d{d},{m},{v}" for d in range(4) for m, v in (("A", "0.7"), ("B", "0.6"))]
    header = "dataset,method,value"
    form = ("--over-sets", "--format", "csv")
    assert "A,B,4/0/0" in compare(lines, *form, header=header).stdout
    result = compare(lines, *form, "--lower-is-better", header=header)
    assert "A,B,0/0/4" in result.stdout


def test_columns_can_be_in_any_order_with_others_between(compare):
    header = "note,value,fold,run,method,dataset"
    lines = ["x,{4},{3},{2},{1},{0}".format(*row.split(",")) for row in rows()]
    plain = compare(rows())
    assert compare(lines, header=header).stdout == plain.stdout
    assert compare(rows(), encoding="utf-8-sig").stdout == plain.stdout


def test_parts_can_be_chosen(compare):
    result = compare(
        rows(), "-d", "d0", "-d", "d2", "-m", "A", "-m", "C", "--format", "csv"
    )
    first, *_ = result.stdout.split("\n\n")
    table = list(csv.reader(io.StringIO(first)))
    assert table[0][:3] == ["data set", "A", "C"]
    assert [row[0] for row in table[1:3]] == ["d0", "d2"]


BAD = {
    "a hole": (
        lambda r: r[:10] + r[11:],
        # line 4 has A's score of this fold
        "my.csv:4: B on d0, run 1, fold 3 has no score, where A has this one",
    ),
    "a method that lacks a data set": (
        lambda r: [x for x in r if not x.startswith("d1,C")],
        "my.csv:26: C on d1, run 1, fold 1 has no score, where A has this one",
    ),
    "an unpaired fold": (
        lambda r: [*r, "d2,B,9,1,0.5"],
        "my.csv:74: A on d2, run 9, fold 1 has no score, where B has this one",
    ),
    "a duplicate": (
        lambda r: [*r, r[5]],
        "my.csv:74: A on d0, run 2, fold 2 has a score in line 7 already",
    ),
    "NaN": (
        lambda r: [*r[:3], "d0,A,1,4,nan", *r[4:]],
        "my.csv:5: A on d0, run 1, fold 4 has no value",
    ),
    "an infinite value": (
        lambda r: [*r[:3], "d0,A,1,4,inf", *r[4:]],
        "my.csv:5: A on d0, run 1, fold 4 has no value",
    ),
    "an empty value": (
        lambda r: [*r[:3], "d0,A,1,4,", *r[4:]],
        "my.csv:5: A on d0, run 1, fold 4 has no value",
    ),
    "no number": (
        lambda r: [*r[:3], "d0,A,1,4,o.5", *r[4:]],
        "my.csv:5: the value 'o.5' is no number",
    ),
    "a fold that is no number": (
        lambda r: [*r[:3], "d0,A,1,x,0.5", *r[4:]],
        "my.csv:5: the fold 'x' is no whole number",
    ),
    "a short row": (
        lambda r: [*r[:3], "d0,A,1,0.5", *r[4:]],
        "my.csv:5: 4 cells, but the header has 5",
    ),
    "an empty name": (
        lambda r: [*r[:3], "d0,,1,4,0.5"],
        "my.csv:5: the method is empty",
    ),
    "an open quote": (lambda r: [*r, '"d2,B'], "my.csv:74: unexpected end of data"),
    "nothing": (lambda r: [], "my.csv: has no scores"),
}


@pytest.mark.parametrize("case", BAD)
def test_refusals_name_the_row(compare, case):
    change, message = BAD[case]
    result = compare(change(rows()))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(message), result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("set,method,run,fold,value", "my.csv:1: no column is called 'dataset'"),
        ("dataset,method,run,run,value", "my.csv:1: two columns are called 'run'"),
        (
            "dataset,method,run,f,value",
            "my.csv:1: there is a column 'run' but no 'fold'",
        ),
    ],
)
def test_bad_headers(compare, header, message):
    result = compare(rows(), header=header)
    assert result.exit_code == 2
    assert result.stderr.startswith(message)


@pytest.mark.parametrize("case", ["a hole", "NaN", "a method that lacks a data set"])
def test_allow_missing_leaves_the_data_set_out_and_says_so(compare, case):
    change, message = BAD[case]
    lost = "d1" if "d1" in message else "d0"
    result = compare(change(rows()), "--allow-missing", "--over-sets")
    assert result.exit_code == 0, result.output
    assert result.stderr == f"rankrees: left out: {lost}: {message}\n"
    assert lost not in result.stdout
    assert "average ranks over 2 data sets" in result.stdout


def test_allow_missing_does_not_allow_duplicates(compare):
    result = compare(BAD["a duplicate"][0](rows()), "--allow-missing")
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-m", "X"], "my.csv: no method is called 'X' (known: A, B, C)"),
        (["--metric", "auc"], "my.csv: no metric is called 'auc'"),
        (["--protocol", "described"], "my.csv: no protocol is called 'described'"),
        (["--baseline", "X"], "no method is called 'X'"),
        (["--control", "X"], "no method is called 'X'"),
        (["--against", "published"], "--against is for --config"),
        (["--config", "smoke.yaml"], "give either --config or --scores"),
    ],
)
def test_bad_options(compare, arguments, message):
    result = compare(rows(), *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_neither_config_nor_scores():
    result = CliRunner().invoke(main, ["compare"])
    assert result.exit_code == 2
    assert "give either --config or --scores" in result.stderr


def test_an_absent_file(tmp_path):
    result = CliRunner().invoke(main, ["compare", "--scores", str(tmp_path / "x.csv")])
    assert result.exit_code == 2
    assert "x.csv: cannot be read: No such file" in result.stderr


def test_the_ratio_comes_from_the_folds_or_from_the_user(compare):
    hold_out = rows(folds=1)
    result = compare(hold_out)
    assert result.exit_code == 2
    assert "give it with --ratio" in result.stderr
    assert compare(hold_out, "--ratio", "0.5").exit_code == 0
    assert compare(hold_out, "--test", "paired").exit_code == 0
    uneven = [row for row in rows() if not row.startswith("d1") or ",4,0." not in row]
    result = compare(uneven)
    assert "(d0 4, d1 3, d2 4): give it with --ratio" in result.stderr
