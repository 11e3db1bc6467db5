"""Handing results on: what is in a bundle, and what a hostile one can do (nothing)."""

import json
import shutil
import zipfile

import pytest

from rankrees.config.load import load_config
from rankrees.errors import OutputError, RankreesError, StoreError
from rankrees.store import bundle
from rankrees.store.bundle import bundled_config, unpack_store, write_bundle
from rankrees.store.store import Store
from tests.cli.conftest import Workspace


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    return Workspace(tmp_path)


@pytest.fixture
def packed(workspace):
    (workspace.folder / "mine.yaml").write_text("extends: tiny.yaml\ntitle: Mine\n")
    assert workspace("run", "-c", "mine.yaml", "-j", 1, "-q").exit_code == 0
    result = workspace("export", "--bundle", "results.zip")
    assert result.exit_code == 0, result.output
    return workspace


def test_another_person_compares_without_data_config_or_unpacking(packed):
    here = packed("compare", "-c", "mine.yaml")
    csv = packed("export", "-c", "mine.yaml", "-o", "-")
    for gone in ("data", "results"):
        shutil.rmtree(packed.folder / gone)
    for gone in ("mine.yaml", "tiny.yaml"):
        (packed.folder / gone).unlink()
    where = ["--store", "results.zip"]
    there = packed("compare", "-c", "mine.yaml", *where, data=False)
    assert there.exit_code == 0, there.output
    assert there.stdout == here.stdout
    assert "made with rankrees" in there.stderr
    assert packed("export", "-c", "mine", "-o", "-", *where, data=False).stdout == (
        csv.stdout
    )
    assert "alpha" in packed("status", *where, data=False).stdout
    about = packed("status", "--run", 1, *where, data=False).stdout
    assert "extends: tiny.yaml" in about
    assert [p.name for p in packed.folder.iterdir()] == ["results.zip"]


def test_what_is_in_it(packed):
    with zipfile.ZipFile("results.zip") as archive:
        assert sorted(archive.namelist()) == [
            *("README.txt", "configs/mine.yaml", "provenance.json", "results.sqlite"),
        ]
        about = json.loads(archive.read("provenance.json"))
        text = archive.read("configs/mine.yaml").decode()
    (run,) = about["runs"]
    assert run["provenance"]["datasets"].keys() == {"alpha", "beta"}
    assert run["outcome"] == "complete"
    (packed.folder / "whole.yaml").write_text(text)
    whole, parts = load_config("whole.yaml"), load_config("mine.yaml")
    assert whole.methods == parts.methods
    assert whole.resolved == parts.resolved


def test_it_can_be_made_while_a_run_goes_on_and_be_unpacked_to_go_on(packed):
    with Store(packed.store, write=True) as writer:
        writer.start_invocation("c", "t", {})
        assert packed("export", "--bundle", "second.zip").exit_code == 0
    with zipfile.ZipFile("second.zip") as archive:
        archive.extract("results.sqlite", "unpacked")
    result = packed("run", "-c", "mine.yaml", "--store", "unpacked/results.sqlite")
    assert "nothing to compute" in result.stderr


def test_a_run_cannot_write_into_it(packed):
    before = (packed.folder / "results.zip").read_bytes()
    result = packed("run", "-c", "mine.yaml", "--store", "results.zip")
    assert result.exit_code == 2
    assert "results.zip: a bundle is only read: unzip it" in result.stderr
    assert (packed.folder / "results.zip").read_bytes() == before


def test_older_texts_of_a_config_are_kept_too(packed):
    (packed.folder / "mine.yaml").write_text("extends: tiny.yaml\ntitle: Changed\n")
    packed.store.unlink()
    packed("run", "-c", "mine.yaml", "-j", 1, "-q", "-d", "alpha")
    text = (packed.folder / "tiny.yaml").read_text().replace("runs: 2", "runs: 3")
    (packed.folder / "tiny.yaml").write_text(text)
    packed("run", "-c", "mine.yaml", "-j", 1, "-q", "-d", "alpha")
    packed("export", "--bundle", "results.zip")
    assert "runs: 3" in bundled_config(packed.folder / "results.zip", "mine.yaml")
    old = bundled_config(packed.folder / "results.zip", "run-1-mine.yaml")
    assert "runs: 2" in old


def make_zip(path, members, **how):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content, **how)
    return path


def test_names_that_lead_out_of_it_are_not_followed(tmp_path):
    evil = {"../evil": b"x", "/tmp/evil": b"x", "../results.sqlite": b"x"}
    path = make_zip(tmp_path / "b.zip", evil)
    with pytest.raises(StoreError, match=r"it has no results\.sqlite"):
        unpack_store(path, tmp_path)
    assert bundled_config(path, "../evil") is None
    make_zip(path, {"configs/../evil": b"title: x"})
    with pytest.raises(RankreesError):
        load_config("../evil", path)
    assert [p.name for p in tmp_path.iterdir()] == ["b.zip"]


def test_what_unpacks_to_too_much_is_not_unpacked(tmp_path, monkeypatch):
    path = make_zip(tmp_path / "b.zip", {"results.sqlite": b"\0" * 30_000_000})
    with pytest.raises(StoreError, match="would be 30,000,000 bytes: not unpacked"):
        Store(path)
    make_zip(path, {"results.sqlite": bytes(range(256)) * 100})
    monkeypatch.setattr(bundle, "MAX_STORE_BYTES", 10_000)
    with pytest.raises(StoreError, match="would be 25,600 bytes"):
        Store(path)


def test_a_size_that_is_a_lie_ends_in_an_error(tmp_path):
    """The directory says 10 bytes, the data are a million: no more than 10 come out."""
    path = make_zip(tmp_path / "b.zip", {"results.sqlite": b"\0" * 1_000_000})
    content = path.read_bytes()
    size = (1_000_000).to_bytes(4, "little")
    assert content.count(size) == 2
    path.write_bytes(content.replace(size, (10).to_bytes(4, "little")))
    with pytest.raises(StoreError):
        Store(path)


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04", b"PK\x03\x04" + b"\0" * 100, b"PK\x03\x04" * 50]
)
def test_what_is_no_archive(tmp_path, content):
    path = tmp_path / "b.zip"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="not a bundle of results"):
        Store(path)


def test_an_unusual_packing_is_refused(tmp_path):
    path = make_zip(
        tmp_path / "b.zip", {"results.sqlite": b"x"}, compress_type=zipfile.ZIP_LZMA
    )
    with pytest.raises(StoreError, match="packed in a way that rankrees does not"):
        Store(path)


def test_a_config_that_reads_other_files_is_refused(tmp_path):
    path = make_zip(tmp_path / "b.zip", {"configs/x.yaml": b"extends: /etc/passwd\n"})
    with pytest.raises(RankreesError, match="extends another file"):
        load_config("x.yaml", path)


@pytest.mark.parametrize(
    "key", ['"\\x65xtends"', "'extends'", '"extends"', "? extends\n"]
)
def test_however_the_key_is_written(tmp_path, key):
    """A guard that looked for the word in the text let an escaped one pass."""
    text = f"{key}: /etc/passwd\ntitle: T\n"
    path = make_zip(tmp_path / "b.zip", {"configs/x.yaml": text.encode()})
    with pytest.raises(RankreesError, match="extends another file"):
        load_config("x.yaml", path)


def test_a_failed_bundle_leaves_nothing_behind(packed, monkeypatch):
    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "writestr", fail)
    with (
        Store(packed.store) as store,
        pytest.raises(OutputError, match="cannot be written: No space left"),
    ):
        write_bundle(store, packed.folder / "n.zip")
    left = [path.name for path in packed.folder.iterdir()]
    assert not [name for name in left if "n.zip" in name or name.startswith(".")]
