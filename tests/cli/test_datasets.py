"""`rankrees datasets`, as typed."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rankrees.cli import main
from rankrees.data.catalog import manifest
from rankrees.data.derived import DERIVED

TINY = "@relation t\n@attribute a {x,y}\n@attribute class {n,p}\n@data\nx,n\n?,p\n"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    monkeypatch.delenv("RANKREES_OPENML", raising=False)
    monkeypatch.setenv("RANKREES_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def rankrees(*args: str | Path) -> Result:
    result = CliRunner().invoke(main, ["datasets", *map(str, args)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def table(text: str) -> dict[str, dict[str, str]]:
    return {row["name"]: row for row in csv.DictReader(io.StringIO(text))}


def test_list_as_csv(tmp_path: Path) -> None:
    (tmp_path / "mine.arff").write_text(TINY)
    result = rankrees("list", "--format", "csv", "--data-dir", tmp_path)
    assert result.exit_code == 0
    assert result.stderr == ""
    rows = table(result.stdout)
    assert rows.keys() == {*manifest(), *DERIVED, "mine"}
    assert rows["iris"] == {
        "name": "iris",
        "found in": "shipped",
        "truth": "equal",
        "rows": "150",
        "attributes": "4",
        "classes": "3",
        "note": "",
    }
    assert rows["mine"]["found in"] == "data-dir"
    assert rows["mine"]["rows"] == ""
    assert {row["truth"] for row in rows.values() if row["found in"] == "shipped"} == {
        "equal",
        "unknown",  # of those that are made from others
    }
    assert rows["sick"]["found in"] == ""
    assert "fetch sick" in rows["sick"]["note"]


def test_a_users_file_is_not_described_by_the_manifest(tmp_path: Path) -> None:
    (tmp_path / "iris.arff").write_text(TINY)
    rows = table(rankrees("list", "--format", "csv", "--data-dir", tmp_path).stdout)
    assert (rows["iris"]["truth"], rows["iris"]["rows"]) == ("unknown", "")


def test_list_as_text_has_the_notes_below() -> None:
    lines = rankrees("list").stdout.splitlines()
    assert any(line.split()[:3] == ["iris", "shipped", "equal"] for line in lines)
    assert any(line.startswith("sick: ") for line in lines)


def test_check_reads_names_and_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.arff"
    path.write_text(TINY)
    result = rankrees("check", "--format", "csv", "audiology", path)
    assert result.exit_code == 0
    rows = table(result.stdout)
    assert rows["audiology"]["truth"] == "equal"
    assert rows["mine"] == {
        "name": "mine",
        "truth": "unknown",
        "rows": "2",
        "attributes": "1",
        "nominal": "1",
        "numeric": "0",
        "classes": "2",
        "present": "2",
        "missing": "1",
        "no class": "0",
    }


def test_check_goes_on_after_a_refusal(tmp_path: Path) -> None:
    bad = tmp_path / "bad.arff"
    bad.write_text(TINY.replace("x,n", "z,n"))
    result = rankrees("check", "--format", "csv", bad, "iris", "nosuch", "zoo")
    assert result.exit_code == 2
    assert table(result.stdout).keys() == {"iris", "zoo"}
    first, second = result.stderr.splitlines()
    assert first.startswith(f"{bad}:5: ")
    assert "nosuch" in second


def test_check_reads_all_that_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: manifest()[name] for name in ("iris", "labor", "sick")}
    monkeypatch.setattr("rankrees.data.catalog.manifest", lambda: few)
    result = rankrees("check", "--format", "csv")
    assert result.exit_code == 0
    assert table(result.stdout).keys() == {"iris", "labor"}


def test_fetch_failure_ends_in_1() -> None:
    result = rankrees("fetch", "sick", "wine", "--server", "http://127.0.0.1:9")
    assert result.exit_code == 1
    assert result.stdout == ""
    downloading, failed, unknown = result.stderr.splitlines()
    assert downloading.startswith("downloading sick")
    assert failed.startswith("rankrees: sick: download failed: ")
    assert unknown.startswith("rankrees: wine: not among")


def test_fetch_without_names_is_for_what_is_missing(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def fetch(names: tuple[str, ...], **options: object) -> list[object]:
        asked.extend(names)
        return []

    monkeypatch.setattr("rankrees.data.fetch.fetch", fetch)
    assert rankrees("fetch").exit_code == 0
    assert asked == ["heart-h", "hypothyroid", "sick"]
    asked.clear()
    cache.mkdir()
    (cache / "sick.arff").write_text(TINY)
    (tmp_path / "heart-h.arff").write_text(TINY)
    rankrees("fetch", "--data-dir", tmp_path)
    assert asked == ["hypothyroid"]


def test_help_teaches() -> None:
    for command in ((), ("list",), ("check",), ("fetch",)):
        result = rankrees(*command, "--help")
        assert result.exit_code == 0
        assert len(result.stdout.splitlines()) > 8
