"""Where data sets are looked for."""

from __future__ import annotations

import csv
import dataclasses
import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from rankrees.data import catalog
from rankrees.data.aliases import ALIASES
from rankrees.data.catalog import Catalog, Entry, manifest, truth_of
from rankrees.data.derived import DERIVED
from rankrees.errors import ArffError, DataNotFoundError

TINY = "@relation t\n@attribute a {x,y}\n@attribute class {n,p}\n@data\nx,n\ny,p\n"
REFERENCE = Path(catalog.__file__).parents[1] / "reference" / "auc.csv"


@pytest.fixture(autouse=True)
def downloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No folder of the user's, and an empty cache."""
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setenv("RANKREES_CACHE", str(folder))
    return folder


def folder_with(path: Path, *names: str) -> Path:
    path.mkdir(exist_ok=True)
    for name in names:
        (path / name).write_text(TINY)
    return path


def test_shipped_set_is_found_and_read() -> None:
    located = Catalog().find("iris")
    assert located is not None
    assert (located.origin, located.truth, located.note) == ("shipped", "equal", "")
    data = Catalog().load("iris")
    assert (data.name, data.n_rows, data.n_classes) == ("iris", 150, 3)


def test_the_users_folders_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = folder_with(tmp_path / "given", "iris.arff")
    named = folder_with(tmp_path / "named", "iris.arff", "zoo.arff")
    monkeypatch.setenv("RANKREES_DATA", str(named))
    found = {name: Catalog(given).find(name) for name in ("iris", "zoo", "vote")}
    assert {n: f and f.origin for n, f in found.items()} == {
        "iris": "data-dir",
        "zoo": "RANKREES_DATA",
        "vote": "shipped",
    }
    assert Catalog(given).load("iris").n_rows == 2
    assert Catalog(given).find("iris").truth == "unknown"  # type: ignore[union-attr]


def test_own_sets_and_gzip(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "mine.arff.gz", "wt") as file:
        file.write(TINY)
    mine = Catalog(tmp_path)
    assert mine.load("mine").name == "mine"
    assert "mine" in mine.names()
    assert "mine" not in Catalog().names()


def test_names_are_all_known_ones() -> None:
    assert Catalog().names() == sorted({*manifest(), *DERIVED})
    assert {"heart-h", "iris", "adult"} <= set(Catalog().names())


def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    folder_with(tmp_path, "outside.arff")
    inside = folder_with(tmp_path / "inside")
    assert Catalog(inside).find("../outside") is None


def test_a_download_is_found_where_no_set_is_shipped(downloads: Path) -> None:
    assert Catalog().find("heart-h") is None
    for name in ("heart-h", "audiology"):
        folder_with(downloads, f"{name}.arff")
    located = Catalog().find("heart-h")
    assert located is not None
    assert (located.origin, located.truth, located.note) == ("cache", "equal", "")
    assert Catalog().load("heart-h").n_rows == 2
    audiology = Catalog().find("audiology")
    assert audiology is not None
    assert audiology.origin == "shipped"


def test_not_found_names_the_places(tmp_path: Path, downloads: Path) -> None:
    with pytest.raises(DataNotFoundError) as caught:
        Catalog(tmp_path).load("sick")
    message = str(caught.value)
    assert str(tmp_path) in message
    assert str(downloads) in message
    assert "shipped" in message
    assert "`rankrees datasets fetch sick`" in message
    assert "\n" not in message
    with pytest.raises(DataNotFoundError, match="no data set sock"):
        Catalog().load("sock")


def test_a_folder_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DataNotFoundError, match="data-dir: there is no folder"):
        Catalog(tmp_path / "nowhere")
    monkeypatch.setenv("RANKREES_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(DataNotFoundError, match="RANKREES_DATA: there is no folder"):
        Catalog()


def test_a_damaged_file_is_no_missing_one(tmp_path: Path) -> None:
    (tmp_path / "iris.arff").write_text("nonsense\n")
    with pytest.raises(ArffError):
        Catalog(tmp_path).load("iris")


def test_papers_spellings() -> None:
    """Every set that a paper's table names is known, but for those left open."""
    with REFERENCE.open(encoding="utf-8", newline="") as file:
        printed = {line["dataset"] for line in csv.DictReader(file)}
    unknown = {name for name in printed if ALIASES.get(name, name) not in manifest()}
    assert unknown == {"cars", "echocardio", "eco", "import", "thyroid"}
    assert unknown < DERIVED.keys()
    assert not ALIASES.keys() & manifest().keys()
    assert printed >= ALIASES.keys()


def test_alias_is_found_under_its_catalogue_name(tmp_path: Path) -> None:
    located = Catalog().find("Wisbreast")
    assert located is not None
    assert located.name == "breast-w"
    assert Catalog().load("Wisbreast").name == "breast-w"
    folder_with(tmp_path, "breast-w.arff")
    assert Catalog(tmp_path).load("Wisbreast").n_rows == 2


def test_truth_goes_by_content(tmp_path: Path) -> None:
    assert truth_of(Catalog().load("iris")) == "equal"
    assert truth_of(Catalog().load("splice")) == "equal"
    folder_with(tmp_path, "iris.arff")
    assert truth_of(Catalog(tmp_path).load("iris")) == "unknown"


def test_fetchable_needs_number_and_hash() -> None:
    entry: Entry = manifest()["sick"]
    assert entry.is_fetchable
    assert not dataclasses.replace(entry, openml_id=None).is_fetchable
    assert not dataclasses.replace(entry, true_sha256=None).is_fetchable
    assert not manifest()["wine"].is_fetchable


def test_importing_the_catalogue_is_light() -> None:
    heavy = "{'numpy', 'pooch', 'requests', 'pandas'}"
    code = f"import sys, rankrees.data.catalog; print({heavy} & set(sys.modules))"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "set()\n"
