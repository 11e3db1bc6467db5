"""`rankrees tree`: the tree and what stands behind a probability."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

from rankrees.cli import main
from rankrees.data.catalog import Catalog
from rankrees.growers.c45 import C45
from rankrees.methods.task import make_task
from rankrees.trees.features import make_features
from rankrees.trees.text import tree_text

LOANS = Path(__file__).resolve().parents[2] / "docs" / "loans"
OLD, NEW = LOANS / "old.csv", LOANS / "new.csv"


def tree(*arguments):
    result = CliRunner().invoke(main, ["tree", *map(str, arguments)])
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.fixture(autouse=True)
def no_other_data(monkeypatch):
    monkeypatch.delenv("RANKREES_DATA", raising=False)


def test_without_an_estimator_s_notes_it_is_wekas_text():
    printed = tree("labor", "--method", "c45+frequency")
    dataset = Catalog().load("labor")
    rows = np.arange(dataset.n_rows, dtype=np.int32)
    task = make_task(dataset, make_features(dataset), rows, rows)
    # the text itself is compared with Weka's in tests/trees
    text = tree_text(C45().grow(task.sample), dataset)
    assert re.sub(r" \[[^\]]*\]$", "", printed, flags=re.MULTILINE) == text
    assert re.search(r"\[bad 0\.\d{4}, good 0\.\d{4}\]", printed)


def test_the_distributions_are_those_of_the_estimator():
    # iris: 50 rows of setosa and no others on the first branch
    printed = tree("iris", "--method", "c45+laplace")
    leaf = "Iris-setosa 0.9623, Iris-versicolor 0.0189, Iris-virginica 0.0189"
    assert f"<= 0.6: Iris-setosa (50.0) [{leaf}]" in printed


def test_dot_has_every_node_and_branch():
    n_nodes = int(re.search(r"Size of the tree : \t(\d+)", tree("vote"))[1])
    dot = tree("vote", "--format", "dot")
    assert len(re.findall(r"^  n\d+ \[label=", dot, re.MULTILINE)) == n_nodes
    assert len(re.findall(r"^  n\d+ -> n\d+ ", dot, re.MULTILINE)) == n_nodes - 1


@pytest.mark.parametrize("data", ["vote", "iris", OLD])
def test_svg_is_well_formed_and_complete(data, tmp_path):
    out = tmp_path / "tree.svg"
    extra = ["--drop", "id", "-q"] if data == OLD else []
    n_leaves = int(re.search(r"Leaves  : \t(\d+)", tree(data, *extra))[1])
    assert tree(data, *extra, "--format", "svg", "-o", out) == ""
    root = ElementTree.fromstring(out.read_text())
    space = "{http://www.w3.org/2000/svg}"
    width, height = float(root.get("width")), float(root.get("height"))
    texts = root.findall(f"{space}text")
    for text in texts:
        x, y = float(text.get("x")), float(text.get("y"))
        assert x >= 0
        assert x + 6.6 * len(text.text) <= width + 20
        assert 0 <= y <= height
    leaves = [t for t in texts if re.search(r"\(\d+\.\d+(/\d+\.\d+)?\) \[", t.text)]
    assert len({t.get("y") for t in leaves}) == len(leaves) == n_leaves


@pytest.mark.parametrize("estimator", ["shrinkage", "m-branch", "combination", "wpe"])
def test_an_explanation_adds_up_and_is_what_rank_says(estimator):
    method = f"c44+{estimator}"
    said = tree(
        *(OLD, "--drop", "id", "--method", method, "-q"),
        *("--explain", 3, "--of", NEW, "--class", "good"),
    )
    table, _, end = said.partition("\nsum")
    total = float(end.split("\n")[0].split()[-1])
    adds = [float(line.split()[-1]) for line in table.splitlines()[4:]]
    assert sum(adds) == pytest.approx(total, abs=1e-5)
    ranking = CliRunner().invoke(
        main,
        f"rank {OLD} {NEW} --drop id --method {method} --class good -q",
    )
    third = NEW.read_text().splitlines()[3].split(",")[0]
    row = next(line for line in ranking.stdout.splitlines() if f",{third}," in line)
    assert float(row.split(",")[2]) == pytest.approx(total, abs=1e-6)


def test_many_leaves_are_summed_up():
    said = tree("vote", "--method", "c44+ling-yan", "--explain", 1)
    assert re.search(r"^\d+ others", said, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["iris", "--method", "c45+laplace+bagging"], "has no single tree"),
        (["iris", "--explain", 151], "iris has 150 rows, no row 151"),
        (["iris", "--of", NEW], "--of names the file"),
        (["iris", "--explain", 1, "--class", "setosa"], "did you mean 'Iris-setosa'"),
    ],
)
def test_refusals(arguments, message):
    result = CliRunner().invoke(main, ["tree", *map(str, arguments)])
    assert result.exit_code == 2
    assert message in result.stderr
