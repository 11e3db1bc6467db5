"""`rankrees fit`, and what is done with a model: the same as without one."""

import csv
import io
import shutil
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import rankrees.sklearn
from rankrees.api.models import fit, load_model, rank
from rankrees.cli import main
from tests.methods.test_modelfile import damaged

LOANS = Path(__file__).resolve().parents[2] / "docs" / "loans"
METHOD = "c44+shrinkage+bagging[bags=3]"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("old.csv", "new.csv"):
        shutil.copy(LOANS / name, name)


def rankrees_(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def fitted(*words, method=METHOD):
    result = rankrees_("fit", "old.csv", "--method", method, "-o", "m.rkr", *words)
    assert result.exit_code == 0, result.stderr
    return result


def test_a_model_ranks_as_training_and_ranking_at_once(folder):
    fitted()
    at_once = rankrees_(
        "rank", "old.csv", "new.csv", "--class", "good", "--method", METHOD
    )
    later = rankrees_("rank", "--model", "m.rkr", "new.csv", "--class", "good")
    assert at_once.exit_code == later.exit_code == 0, later.stderr
    assert at_once.stdout == later.stdout
    assert at_once.stderr.splitlines()[-1] == later.stderr.splitlines()[-1]


@pytest.mark.parametrize("steps", ["", "replace-missing,discretize-mdl"])
def test_command_line_api_and_scikit_learn_give_the_same_bits(folder, steps):
    fitted("--drop", "id", "--preprocess", steps, method="c44+laplace")
    new = pd.read_csv("new.csv")
    said = rankrees_("rank", "--model", "m.rkr", "new.csv", "--class", "good").stdout
    by_cli = {row["id"]: row["P(good)"] for row in csv.DictReader(io.StringIO(said))}
    model = fit("old.csv", drop=["id"], preprocess=steps)
    by_api = model.predict_proba("new.csv")["good"]
    model.save("api.rkr")
    again = load_model("api.rkr").predict_proba("new.csv")["good"]
    assert by_api.tolist() == again.tolist()
    assert [by_cli[str(i)] for i in new["id"]] == [repr(p) for p in by_api]
    assert Path("api.rkr").read_bytes() == Path("m.rkr").read_bytes()
    if not steps:
        X = pd.read_csv("old.csv").drop(columns=["id", "repaid"])
        y = pd.read_csv("old.csv")["repaid"]
        classifier = rankrees.sklearn.C44Classifier().fit(X, y)
        by_sklearn = classifier.predict_proba(new[X.columns])
        assert by_sklearn[:, list(classifier.classes_).index("good")].tolist() == (
            by_api.tolist()
        )


def test_ranking_in_python(folder):
    frame = rank("old.csv", "new.csv", by="good", top="5%")
    said = rankrees_("rank", "old.csv", "new.csv", "--class", "good", "--top", "5%")
    rows = list(csv.DictReader(io.StringIO(said.stdout)))
    assert frame["P(good)"].map(repr).tolist() == [row["P(good)"] for row in rows]
    assert frame["rank"].tolist() == list(range(1, len(rows) + 1))
    from_frame = rank(pd.read_csv("old.csv"), pd.read_csv("new.csv"), by="good")
    assert from_frame["P(good)"].tolist()[: len(rows)] == frame["P(good)"].tolist()


def test_the_tree_of_a_model(folder):
    fitted(method="c45")
    here = rankrees_("tree", "old.csv", "--method", "c45", "-q")
    there = rankrees_("tree", "--model", "m.rkr")
    assert here.exit_code == there.exit_code == 0, there.stderr
    assert here.stdout == there.stdout
    explain = ("--explain", "3", "--of", "new.csv", "--class", "good")
    a = rankrees_("tree", "old.csv", "--method", "c45", "-q", *explain).stdout
    b = rankrees_("tree", "--model", "m.rkr", *explain).stdout
    assert a.splitlines()[1:] == b.splitlines()[1:] != []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rank", "--model", "m.rkr", "old.csv", "new.csv"], "TEST alone"),
        (["rank", "new.csv"], "TRAIN and TEST"),
        (["rank", "--model", "m.rkr", "new.csv"], "rank by which class?"),
        (["rank", "--model", "m.rkr", "new.csv", "--drop", "id"], "is for training"),
        (["rank", "--model", "old.csv", "new.csv"], "not a model of ours"),
        (["rank", "--model", "none.rkr", "new.csv"], "none.rkr: "),
        (["tree", "--model", "m.rkr"], "has no single tree"),
        (["tree", "--model", "m.rkr", "old.csv"], "either DATA or --model"),
        (["tree"], "either DATA or --model"),
        (["fit", "old.csv", "--method", "c46", "-o", "x.rkr"], "did you mean 'c45'"),
        (["fit", "old.csv", "-o", "no/x.rkr"], "no such folder"),
        (["fit", "old.csv", "-o", "old.csv"], "is an input of this command"),
        (["fit", "old.csv"], "Missing option '-o'"),
        (
            ["fit", "old.csv", "--method", "sklearn:DummyClassifier()", "-o", "x.rkr"],
            "cannot be saved",
        ),
    ],
)
def test_refusals(folder, words, message):
    fitted()
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    result = rankrees_(*words)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before


def test_damaged_models_are_refused_in_a_line(folder):
    for content in damaged(200):
        Path("m.rkr").write_bytes(content)
        result = rankrees_("rank", "--model", "m.rkr", "new.csv", "--class", "good")
        assert result.exit_code == 2
        assert result.stdout == ""
        (line,) = result.stderr.splitlines()
        assert line.startswith("m.rkr: ")
