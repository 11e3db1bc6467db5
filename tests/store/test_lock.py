"""The lock beside a store: ours alone, and never somebody else's file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rankrees.errors import StoreError
from rankrees.store.lock import ENDING, take_lock
from rankrees.store.store import Store


@pytest.mark.parametrize("name", ["Gemfile", "poetry", "s.sqlite"])
def test_other_peoples_lock_files_stay_as_they_are(tmp_path, name):
    """`--store poetry` overwrote poetry.lock, and Gemfile.lock was deleted."""
    theirs = tmp_path / f"{name}.lock"
    theirs.write_text("theirs")
    (tmp_path / "Gemfile").write_text("no store")
    if name == "Gemfile":
        with pytest.raises(StoreError, match="not a rankrees result store"):
            Store(tmp_path / name, write=True)
    else:
        Store(tmp_path / name, write=True).close()
    assert theirs.read_text() == "theirs"
    assert (tmp_path / "Gemfile").read_text() == "no store"
    assert not (tmp_path / f"Gemfile{ENDING}").exists()


def links(path: Path, target: Path) -> dict[str, Path]:
    soft, hard = path.with_name("soft"), path.with_name("hard")
    Path(f"{soft}{ENDING}").symlink_to(target)
    os.link(target, f"{hard}{ENDING}")
    return {"soft": soft, "hard": hard}


def test_links_are_not_followed(tmp_path):
    """A link of the lock's name had its target truncated."""
    target = tmp_path / "precious"
    target.write_text("precious")
    for store in links(tmp_path / "s", target).values():
        with pytest.raises(StoreError, match="was not made by rankrees"):
            take_lock(store)
    dangling = tmp_path / f"d{ENDING}"
    dangling.symlink_to(tmp_path / "nowhere")
    with pytest.raises(StoreError):
        take_lock(tmp_path / "d")
    assert target.read_text() == "precious"
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("content", ["theirs", "1234", "rankrees"])
def test_a_file_of_that_name_that_is_not_ours(tmp_path, content):
    path = tmp_path / f"s{ENDING}"
    path.write_text(content)
    with pytest.raises(StoreError, match="was not made by rankrees"):
        Store(tmp_path / "s", write=True)
    assert path.read_text() == content


def test_neither_pipes_nor_folders(tmp_path):
    os.mkfifo(tmp_path / f"p{ENDING}")
    (tmp_path / f"f{ENDING}").mkdir()
    for name in "pf":
        with pytest.raises(StoreError, match="was not made by rankrees"):
            take_lock(tmp_path / name)


def test_ours_is_taken_again_and_says_who_holds_it(tmp_path):
    with take_lock(tmp_path / "s"), pytest.raises(StoreError, match=str(os.getpid())):
        take_lock(tmp_path / "s")
    with take_lock(tmp_path / "s") as lock:
        lock.discard()  # was there before, so it stays
    assert (tmp_path / f"s{ENDING}").exists()
