"""`rankrees rank` and `rankrees evaluate` on files of the user's."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner
from sklearn.metrics import roc_auc_score

from rankrees.cli import main

LOANS = Path(__file__).resolve().parents[2] / "docs" / "loans"


def rankrees(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    for name in ("old.csv", "new.csv"):
        shutil.copy(LOANS / name, tmp_path)
    return tmp_path


def ranked(*arguments, train="old.csv", test="new.csv"):
    result = rankrees("rank", train, test, "--drop", "id", *arguments)
    assert result.exit_code == 0, result.stderr
    return list(csv.DictReader(io.StringIO(result.stdout))), result.stderr


def test_rows_come_in_the_order_of_the_class(folder):
    rows, told = ranked("--class", "good", "--method", "c44+shrinkage")
    given = pd.read_csv("new.csv", dtype=str, keep_default_na=False)
    assert [row["rank"] for row in rows] == [str(i) for i in range(1, 121)]
    p = [float(row["P(good)"]) for row in rows]
    assert p == sorted(p, reverse=True)
    # each row is there as it was given, and of equals the earlier one comes first
    original = {row["id"]: row for row in given.to_dict("records")}
    positions = {id_: i for i, id_ in enumerate(original)}
    for row in rows:
        before = original[row["id"]]
        missing = ("?", "NA")
        assert {k: row[k] for k in before} == {
            k: "" if v in missing else v for k, v in before.items()
        }
    keys = [(-float(row["P(good)"]), positions[row["id"]]) for row in rows]
    assert keys == sorted(keys)
    assert len(set(p)) < len(p)
    # scikit-learn's AUC of the same ranking is the one told
    auc = roc_auc_score([row["repaid"] == "good" for row in rows], p)
    assert f"AUC of 'good': {auc:.4f} (120 rows with a class)" in told
    assert "count as missing: purpose (2)" in told
    assert "numeric: income (20 missing), age, amount, months" in told


def test_labels_of_the_test_file_change_nothing(folder):
    text = Path("new.csv").read_text()
    swapped = text.replace(",good", ",x").replace(",bad", ",good").replace(",x", ",bad")
    Path("swapped.csv").write_text(swapped)
    none = pd.read_csv("new.csv", dtype=str).drop(columns="repaid")
    none.to_csv("none.csv", index=False)
    probabilities = []
    for test in ("new.csv", "swapped.csv", "none.csv"):
        rows, told = ranked("--class", "good", "--method", "c44+wpe", test=test)
        probabilities.append([(row["id"], row["P(good)"]) for row in rows])
        assert ("AUC" in told) == (test != "none.csv")
    assert probabilities[0] == probabilities[1] == probabilities[2]


def test_the_top_of_the_list_in_a_file(folder):
    rows, _ = ranked("--class", "bad")
    result = rankrees(
        *("rank", "old.csv", "new.csv", "--drop", "id", "--class", "bad"),
        *("--top", "4.5%", "-o", "best.csv", "-q"),
    )
    assert (result.exit_code, result.stdout) == (0, "")
    with open("best.csv", newline="") as file:
        assert list(csv.DictReader(file)) == rows[:6]
    three, _ = ranked("--class", "bad", "--top", "3")
    assert three == rows[:3]


def test_formats_can_be_mixed_and_columns_may_be_called_rank(folder):
    frame = pd.read_csv("new.csv", na_values=["?"])
    frame = frame[frame.columns[::-1]].assign(rank="mine")
    frame.to_parquet("new.parquet")
    a, _ = ranked("--class", "good")
    b, _ = ranked("--class", "good", test="new.parquet")
    assert [row["P(good)"] for row in a] == [row["P(good)"] for row in b]
    assert {row["rank"] for row in b} == {"mine"}
    assert [row["rank_"] for row in b] == [row["rank"] for row in a]


def test_preprocessing_is_fitted_on_the_training_file(folder):
    plain, _ = ranked("--class", "good", "--method", "c44+wpe")
    steps = ("--preprocess", "replace-missing,discretize-mdl")
    binned, _ = ranked("--class", "good", "--method", "c44+wpe", *steps)
    assert [r["P(good)"] for r in plain] != [r["P(good)"] for r in binned]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "rank by which class? --class bad or good"),
        (["--class", "goof"], "repaid has no class 'goof'; did you mean 'good'?"),
        (["--class", "good", "--top", "some"], "'some' is neither a number"),
        (["--class", "good", "--method", "c45+lapalce"], "did you mean 'laplace'?"),
        (["--class", "good", "--drop", "agee"], "did you mean 'age'?"),
    ],
)
def test_refusals(folder, arguments, message):
    Path("keep.csv").write_text("precious")
    result = rankrees("rank", "old.csv", "new.csv", "-o", "keep.csv", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr.splitlines()[-1]
    assert Path("keep.csv").read_text() == "precious"


METHODS = "c45+frequency,c44+laplace,c44[min_leaf=5]+m-branch[m=2]"


def evaluate(*arguments):
    return rankrees(
        *("evaluate", "old.csv", "--methods", METHODS, "--drop", "id", "--runs", 2),
        *("--folds", 3, "--store", "s.sqlite", "-j", 1, *arguments),
    )


def test_a_comparison_without_a_config(folder):
    result = evaluate()
    assert result.exit_code == 0, result.stderr
    assert "c44[min_leaf=5]+m-branch[m=2]" in result.stdout
    assert "corrected resampled t-test" in result.stdout
    assert "nominal: housing (3 values, 15 missing)" in result.stderr
    again = evaluate()
    assert again.stdout == result.stdout
    assert "nothing to compute" in again.stderr


def test_the_saved_config_means_the_same(folder):
    Path("deep").mkdir()
    result = evaluate("--save-config", "mine.yaml", "-q")
    config = ("--config", "mine.yaml", "--store", "s.sqlite")
    run = rankrees("run", *config)
    assert run.exit_code == 0, run.stderr
    assert "nothing to compute" in run.stderr
    assert rankrees("compare", *config).stdout == result.stdout
    # and from nothing it computes the same
    rankrees("run", "--config", "mine.yaml", "--store", "t.sqlite", "-j", 1)
    exports = [
        rankrees("export", "-c", "mine.yaml", "--store", store, "-o", "-").stdout
        for store in ("s.sqlite", "t.sqlite")
    ]
    assert exports[0] == exports[1]
    assert exports[0].count("\n") == 1 + 3 * 6 * 5


def test_a_saved_config_finds_its_files_from_elsewhere(folder, monkeypatch, tmp_path):
    evaluate("--save-config", "mine.yaml", "-q")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    run = rankrees("run", "-c", "../mine.yaml", "--store", "../s.sqlite")
    assert run.exit_code == 0
    assert "nothing to compute" in run.stderr


def test_known_sets_and_files_in_one_table(folder):
    result = rankrees(
        *("evaluate", "labor", "old.csv", "--methods", "c45,c44", "--drop", "id"),
        *("--folds", 2, "--store", "s.sqlite", "-j", 1, "-q", "--format", "csv"),
    )
    assert result.exit_code == 0, result.stderr
    assert [line.split(",")[0] for line in result.stdout.splitlines()][1:3] == [
        "labor",
        "old",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gone.csv", "--methods", "c45"], "gone.csv: cannot be read"),
        (["gone", "--methods", "c45"], "no data set gone"),
        (["old.csv", "--methods", "c46"], "did you mean 'c45'?"),
        (["old.csv", "--methods", "c45", "--metric", "acu"], "did you mean 'auc'?"),
        (["old.csv", "old.csv", "--methods", "c45"], "two data sets are called 'old'"),
        (["old.csv", "--methods", "c45", "--drop", "x"], "no column is called 'x'"),
    ],
)
def test_refusals_of_evaluate(folder, arguments, message):
    result = rankrees("evaluate", *arguments, "--store", "s.sqlite")
    assert result.exit_code == 2
    assert message in result.stderr.splitlines()[-1]


def test_a_csv_file_can_be_checked(folder):
    result = rankrees("datasets", "check", "old.csv", "--format", "csv")
    assert result.stdout.splitlines()[1].startswith("old,unknown,400,8,4,4,2,2,")
