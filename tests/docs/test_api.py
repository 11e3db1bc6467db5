"""The examples of docs/api.md run as they stand, one after the other."""

import re
from pathlib import Path

import matplotlib
import pandas as pd
import pytest

import rankrees

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "api.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return what the examples have made."""
    folder = tmp_path_factory.mktemp("api")
    names: dict[str, object] = {}
    matplotlib.use("agg")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.delenv("RANKREES_DATA", raising=False)
        for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
            exec(compile(block, str(DOCUMENT), "exec"), names)
    return folder, names


def test_every_function_is_documented():
    functions = [n for n in rankrees.__all__ if n[0].islower() and n != "load_config"]
    assert [name for name in functions if f"rankrees.{name}" not in TEXT] == []


def test_what_the_examples_make(made):
    folder, names = made
    means = names["evaluated"].means
    assert list(means.index) == [("described", "labor")]
    assert list(means.columns) == ["c45+frequency", "c44+laplace"]
    assert names["planned"].n_results > 0
    assert str(names["found"]).startswith("ling-yan: ")
    assert set(names["scores"]["dataset"]) == {"iris"}
    for file in ("report.html", "wins.svg", "results.zip", "scores.csv"):
        assert (folder / file).stat().st_size > 0


def test_frames_and_tables_say_the_same(made):
    """The frames are not rounded, the tables are: as the papers print, halves up."""
    compared = made[1]["compared"]
    for name, one in compared.comparisons.items():
        for (dataset, method), mean in one.means.items():
            assert compared.means.loc[(name, dataset), method] == mean.value
            of_cell = compared.scores.query(
                "protocol == @name and dataset == @dataset and method == @method"
            )
            assert of_cell["value"].mean() * 100 == pytest.approx(mean.value)
            assert f"{mean.value:.2f}"[:-1] in str(compared)
    wins = compared.wins.set_index(["protocol", "row", "column"]).sum(axis=1)
    assert set(wins) == {2}  # data sets


def test_scores_read_back_give_the_same_means(made):
    _, names = made
    pd.testing.assert_frame_equal(
        names["ours"].means, names["compared"].means.loc[["described"]]
    )
