"""One file to hand on: the store, the configs behind it and what they were made with.

A bundle is a zip archive. It is written from a consistent copy of the store, and read
without ever unpacking a name that the archive chooses: only the members known here are
looked at, and none larger than it says or than its archive can hold.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import rankrees
from rankrees.errors import FileError, StoreError
from rankrees.files import new_file, open_input

if TYPE_CHECKING:
    from rankrees.store.store import Store

STORE_MEMBER = "results.sqlite"
MAX_STORE_BYTES = 8 * 2**30
"""A store larger than this is not unpacked."""

MAX_CONFIG_BYTES = 1_000_000

_MOST_PACKED = 200
"""A store shrinks about five times; what shrinks more than this is made to harm."""

_README = """\
Results of rankrees, with the configs that they were computed by and what computed them.

  rankrees compare --config {config} --store {bundle}
  rankrees status --store {bundle}

show them; nothing needs to be unpacked, and the data sets are not needed.

results.sqlite   every score of every fold (an SQLite file; `rankrees run` can go on
                 with it once it is unpacked)
configs/         the configs, each in one file
provenance.json  versions, machines, times, the data sets' content hashes and sources
"""


def write_bundle(store: Store, path: Path) -> None:
    """Pack a store and all that is known about its results into `path`.

    Raises
    ------
    OutputError
        If there is no place for it.
    """
    runs = store.invocations()
    # the zip file and the copy in a folder that is there until it is packed
    with new_file(path) as file, _folder_beside(path) as folder:
        copy = folder / STORE_MEMBER
        store.copy_to(copy)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(copy, STORE_MEMBER)
            configs = _configs(runs)
            for name, text in configs.items():
                archive.writestr(f"configs/{name}", text)
            about = json.dumps(_provenance(runs), indent=2, sort_keys=True)
            archive.writestr("provenance.json", about + "\n")
            last = next(reversed(configs), "CONFIG")
            readme = _README.format(config=last, bundle=path.name)
            archive.writestr("README.txt", readme)


@contextmanager
def _folder_beside(path: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".rankrees-") as folder:
        yield Path(folder)


def _configs(runs: list[dict[str, Any]]) -> dict[str, str]:
    """Return the texts by file name: the latest of each name, older ones numbered."""
    texts: dict[str, str] = {}
    seen: dict[str, tuple[int, str]] = {}
    for run in runs:
        name = Path(run["config"]).name or "config"
        # what was kept before schema 2 is the text of all files, not one config
        text = run["resolved"] or run["config_text"] + "\n"
        name = name if run["resolved"] else f"{name}.txt"
        if name in seen and seen[name][1] != text:
            number, older = seen[name]
            texts[f"run-{number}-{name}"] = older
        seen[name] = (run["id"], text)
        texts.pop(name, None)
        texts[name] = text
    return texts


def _provenance(runs: list[dict[str, Any]]) -> dict[str, Any]:
    kept = ("id", "started", "finished", "outcome", "config", "provenance")
    return {
        "bundle": 1,
        "packed_by": f"rankrees {rankrees.__version__}",
        "runs": [{name: run[name] for name in kept} for run in runs],
    }


def is_bundle(path: Path) -> bool:
    """Tell from its first bytes whether a file is a zip archive."""
    try:
        with open_input(path, FileError) as file:
            return file.read(4) == b"PK\x03\x04"
    except (FileError, OSError):
        return False


def unpack_store(path: Path, folder: Path) -> Path:
    """Unpack a bundle's store into `folder`, and nothing else.

    Raises
    ------
    StoreError
        If the archive is damaged, has no store, or one that is too large.
    """
    target = folder / STORE_MEMBER
    with (
        _opened(path) as archive,
        _member(archive, STORE_MEMBER, MAX_STORE_BYTES) as packed,
        target.open("wb") as file,
    ):
        shutil.copyfileobj(packed, file, 2**20)
    return target


def bundled_config(path: Path, name: str) -> str | None:
    """Return the text of a bundle's config, None if it has none of that name."""
    wanted = f"configs/{name}"
    with _opened(path) as archive:
        for member in (wanted, f"{wanted}.yaml"):
            if member in archive.namelist():
                with _member(archive, member, MAX_CONFIG_BYTES) as packed:
                    return packed.read(MAX_CONFIG_BYTES).decode("utf-8")
    return None


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open an archive; whatever is wrong with it is one line."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except StoreError as error:
        raise StoreError(f"{path}: {error}") from None
    except (
        *(zipfile.BadZipFile, zlib.error, EOFError, OSError),
        *(ValueError, KeyError, NotImplementedError, RuntimeError, OverflowError),
    ) as error:
        what = " ".join(str(error).split())[:100]
        raise StoreError(f"{path}: not a bundle of results ({what})") from None


@contextmanager
def _member(archive: zipfile.ZipFile, name: str, most: int) -> Iterator[IO[bytes]]:
    if name not in archive.namelist():
        raise StoreError(f"not a bundle of results (it has no {name})")
    info = archive.getinfo(name)
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise StoreError(f"{name} is packed in a way that rankrees does not read")
    # zipfile itself stops at the size that is stated here
    packed_size = os.stat(str(archive.filename)).st_size
    if info.file_size > min(most, _MOST_PACKED * packed_size):
        raise StoreError(f"{name} would be {info.file_size:,} bytes: not unpacked")
    with archive.open(info) as packed:
        yield packed
