"""Weka classifiers as methods; what needs Java and Weka's jar is skipped without."""

from __future__ import annotations

import shutil
import zipfile

import pytest
from click.testing import CliRunner

from rankrees.cli import main
from rankrees.errors import RankreesError
from rankrees.models.weka import Weka, jar_version, weka_jar
from tests.methods.test_contract import PROBLEMS, _has_weka
from tests.oracles.small_data import make_small_task

needs_weka = pytest.mark.skipif(not _has_weka(), reason="needs Java and Weka's jar")
J48 = "weka.classifiers.trees.J48"


@needs_weka
def test_j48_and_c45_are_the_same_column(tmp_path, monkeypatch):
    """Labor has missing values and numbers; the scores are equal bit for bit."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    methods = (
        f"C45=c45+frequency,J48=weka:{J48},C44=c44+laplace,J44=weka:{J48} -U -A -O"
    )
    command = ["evaluate", "labor", "--methods", methods, "--folds", "3", "-j", "1"]
    command += ["-q", "--save-config", "w.yaml", "--format", "csv"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.stderr
    exported = CliRunner().invoke(main, ["export", "-c", "w.yaml", "-o", "-"]).stdout
    scores: dict[str, list[str]] = {}
    for line in exported.splitlines()[1:]:
        _, method, _, *rest = line.split(",")
        scores.setdefault(method, []).append(",".join(rest))
    assert scores["C45"] == scores["J48"]
    assert scores["C44"] == scores["J44"]
    assert scores["C45"] != scores["C44"]


@needs_weka
def test_the_version_of_weka_is_in_the_id():
    version = jar_version(weka_jar())
    assert Weka(f"{J48}   -U").id == f"weka[{J48} -U,{version}]"


@needs_weka
def test_what_weka_complains_of_is_told():
    task = make_small_task(PROBLEMS["plain"])
    with pytest.raises(RankreesError, match=r"^weka\.classifiers\.trees\.J49: java"):
        Weka("weka.classifiers.trees.J49").fit(task.sample)
    with pytest.raises(RankreesError, match="-nonsense"):
        Weka(f"{J48} -nonsense").fit(task.sample)


@pytest.mark.parametrize("text", ["", "J48; rm", "-U", "weka.J48 'x", "J48"])
def test_texts_that_are_refused(text):
    with pytest.raises(RankreesError):
        Weka(text)


def test_the_jar_is_the_one_that_is_named(tmp_path, monkeypatch):
    jar = tmp_path / "w.jar"
    monkeypatch.setenv("RANKREES_WEKA_JAR", str(jar))
    with pytest.raises(RankreesError, match="names no file"):
        weka_jar()
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("weka/core/version.txt", "3.14.15\n")
    assert Weka(J48).id == f"weka[{J48},3.14.15]"
    shutil.copy(__file__, jar2 := tmp_path / "no.jar")
    with pytest.raises(RankreesError, match="is not Weka's jar"):
        jar_version(jar2)


def test_the_newest_jar_of_the_cache_is_taken(tmp_path, monkeypatch):
    monkeypatch.delenv("RANKREES_WEKA_JAR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(RankreesError, match="RANKREES_WEKA_JAR="):
        weka_jar()
    folder = tmp_path / "rankrees-weka"
    folder.mkdir()
    for version in ("3.9.7", "3.10.1", "3.6.14"):
        (folder / f"weka-{version}.jar").touch()
    assert weka_jar().name == "weka-3.10.1.jar"
