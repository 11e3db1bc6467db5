"""Downloading true copies of data sets from OpenML.

The numbers under which OpenML has Weka's files are in MANIFEST.csv. A download is kept
only if its content hash is that of Weka's file; so a wrong number, or a set that was
changed there, does no harm.
"""

from __future__ import annotations

import http.client
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import urlopen

from rankrees.data import catalog
from rankrees.data.aliases import ALIASES
from rankrees.data.derived import base_of
from rankrees.errors import ArffError, RankreesError

if TYPE_CHECKING:
    from rankrees.data.dataset import Dataset

OPENML = "https://www.openml.org"
TIMEOUT_SECONDS = 60
"""So long a server may be silent."""

TOTAL_SECONDS = 1800
"""So long one answer may take, all in all."""

MAX_DESCRIPTION_BYTES = 1_000_000
MAX_DATA_BYTES = 1_000_000_000

_PIECE_BYTES = 2**16


class FetchError(RankreesError):
    """A data set that could not be downloaded, or is not the one expected."""

    exit_code = 1


@dataclass(frozen=True)
class Fetched:
    """How the download of one data set went.

    `path` is the file in the cache; if there is none, `error` says why in one line.
    `was_cached` tells that nothing had to be downloaded.
    """

    name: str
    path: Path | None
    error: str = ""
    was_cached: bool = False


def fetch(
    names: Iterable[str],
    *,
    server: str | None = None,
    cache_dir: Path | None = None,
    progress: Callable[[str], None] = lambda message: None,
) -> list[Fetched]:
    """Download data sets into the cache; one that fails does not stop the others.

    Parameters
    ----------
    names
        Catalogue names or papers' spellings.
    server
        An OpenML server; by default RANKREES_OPENML, or else OpenML itself.
    cache_dir
        Where to keep the files; by default where `Catalog` looks for them.
    progress
        Is told what is about to be downloaded.
    """
    server = (server or os.environ.get("RANKREES_OPENML") or OPENML).rstrip("/")
    folder = catalog.cache_dir() if cache_dir is None else cache_dir
    results = []
    for name in names:
        try:
            file_of = base_of(ALIASES.get(name, name))
            result = _fetch_one(file_of, server, folder, progress)
        except FetchError as error:
            result = Fetched(name, None, str(error))
        results.append(result)
    return results


def _fetch_one(
    name: str, server: str, folder: Path, progress: Callable[[str], None]
) -> Fetched:
    from rankrees.data.arff.writer import write_arff

    name = ALIASES.get(name, name)
    entry = catalog.manifest().get(name)
    if entry is None or not entry.is_fetchable:
        raise FetchError(f"{name}: not among the data sets that can be downloaded")
    kept = folder / f"{name}.arff"
    if _is_true(kept, entry):
        return Fetched(name, kept, was_cached=True)
    progress(f"downloading {name} (data set {entry.openml_id} of {server})")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            about = f"{server}/api/v1/json/data/{entry.openml_id}"
            address, target = _describe(about)
            raw = _download(address, Path(temporary), f"{name}.arff")
            data = _verified(raw, entry, target)
            # in our own form, because OpenML's may not have the class last
            ours = Path(temporary) / "verified.arff"
            write_arff(ours, data, (name, f"from {address}"))
            os.replace(ours, kept)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise FetchError(f"{name}: download failed: {_reason(error)}") from error
    return Fetched(name, kept)


def _is_true(path: Path, entry: catalog.Entry) -> bool:
    from rankrees.data.arff.reader import read_arff

    if not path.is_file():
        return False
    try:
        return read_arff(path).content_hash == entry.true_sha256
    except ArffError:
        return False


def _describe(url: str) -> tuple[str, str | None]:
    """Return the address of the data and the name of the class attribute."""
    try:
        answer = json.loads(b"".join(_answer(url, MAX_DESCRIPTION_BYTES)))
    except RecursionError:
        raise ValueError(f"{url} answers with maps in maps without end") from None
    match answer:
        case {"data_set_description": {"url": str(address), **rest}}:
            target = rest.get("default_target_attribute")
            return address, target if isinstance(target, str) else None
    raise ValueError(f"{url} does not say where the data are")


def _download(url: str, folder: Path, name: str) -> Path:
    path = folder / name
    with path.open("xb") as file:
        file.writelines(_answer(url, MAX_DATA_BYTES))
    return path


def _answer(url: str, most: int) -> Iterator[bytes]:
    """Yield what a server sends, as long as it is neither too much nor too slow."""
    _check_web_address(url)
    start, size = time.monotonic(), 0
    with urlopen(url, timeout=TIMEOUT_SECONDS) as response:
        # what is there, so that a server that drips is noticed between the drops
        while piece := response.read1(_PIECE_BYTES):
            size += len(piece)
            if size > most:
                raise ValueError(f"{url} sends more than {most:,} bytes")
            if time.monotonic() - start > TOTAL_SECONDS:
                raise ValueError(f"{url} takes more than {TOTAL_SECONDS} seconds")
            yield piece
        expected = response.length
        if expected:
            raise ValueError(f"{url} stops {expected:,} bytes before the end")


def _check_web_address(url: str) -> None:
    if urlsplit(url).scheme not in ("http", "https"):
        raise ValueError(f"{url} is no web address")


def _verified(raw: Path, entry: catalog.Entry, target: str | None) -> Dataset:
    """Return the data set if its content is the expected one.

    The class is the attribute that OpenML names, or the last one as Weka has it.
    """
    from rankrees.data.arff.reader import read_arff

    found = []
    for class_attribute in dict.fromkeys((target, None)):
        try:
            data = read_arff(raw, class_attribute=class_attribute, name=entry.name)
        except ArffError as error:
            where = "" if error.line is None else f"line {error.line}: "
            found.append(f"{where}{error.message}")
            continue
        if data.content_hash == entry.true_sha256:
            return data
        found.append(f"content hash {data.content_hash[:16]}")
    rejected = raw.parent.parent / "rejected" / raw.name
    rejected.parent.mkdir(exist_ok=True)
    os.replace(raw, rejected)
    expected = (entry.true_sha256 or "")[:16]
    raise FetchError(
        f"{entry.name}: the download is not Weka's copy: {found[0]}, expected content "
        f"hash {expected}; it was left at {rejected}"
    )


def _reason(error: Exception) -> str:
    cause = getattr(error, "reason", None)
    # an HTTPError has a reason too, but says more itself
    text = str(cause if isinstance(cause, OSError) else error)
    return " ".join(text.split()) or type(error).__name__
