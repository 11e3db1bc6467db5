"""Which data sets there are, where they are found, and whether they are Weka's.

Looked through in this order: the folder given on the command line, the folder that the
environment variable RANKREES_DATA names, the shipped sets, and the cache of downloads.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rankrees.data.aliases import ALIASES
from rankrees.data.derived import DERIVED, base_of, derivation, read_dataset
from rankrees.errors import DataNotFoundError
from rankrees.shipped import shipped_dir

if TYPE_CHECKING:
    from rankrees.data.dataset import Dataset

Origin = Literal["data-dir", "RANKREES_DATA", "shipped", "cache"]
Truth = Literal["equal", "unknown"]

SUFFIXES = (".arff", ".arff.gz")


@dataclass(frozen=True)
class Entry:
    """What MANIFEST.csv says of a data set.

    `file` is None for a set that is not shipped; `content_sha256` is None then too.
    `true_sha256` is the content hash of Weka's own file, None where Weka has none; a
    shipped set has the same, but for one whose rows' names are stand-ins.
    """

    name: str
    file: str | None
    rows: int
    attributes: int
    classes: int
    missing: int
    content_sha256: str | None
    true_sha256: str | None
    openml_id: int | None

    @property
    def is_fetchable(self) -> bool:
        """Whether it can be downloaded and the download be verified."""
        return self.openml_id is not None and self.true_sha256 is not None


@dataclass(frozen=True)
class Located:
    """A data set's file.

    Parameters
    ----------
    name
        The catalogue name.
    path
        The file.
    origin
        In which of the places it was found.
    truth
        `equal` if its content is known to be Weka's (or, where Weka has none, UCI's);
        `unknown` for a file of the user's.
    note
        How it is made from another set, for people; empty if it is not.
    """

    name: str
    path: Path
    origin: Origin
    truth: Truth
    note: str = ""


@cache
def manifest() -> dict[str, Entry]:
    """Return the entries of the shipped MANIFEST.csv by name."""
    path = shipped_dir("datasets") / "MANIFEST.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return {line["name"]: _entry(line) for line in csv.DictReader(file)}


def _entry(line: dict[str, str]) -> Entry:
    return Entry(
        name=line["name"],
        file=line["file"] or None,
        rows=int(line["rows"]),
        attributes=int(line["attributes"]),
        classes=int(line["classes"]),
        missing=int(line["missing"]),
        content_sha256=line["content_sha256"] or None,
        true_sha256=line["true_sha256"] or None,
        openml_id=int(line["openml_id"]) if line["openml_id"] else None,
    )


def truth_of(data: Dataset) -> Truth:
    """Tell from its content whether a data set is known, whatever it is called."""
    known = {
        content
        for entry in manifest().values()
        for content in (entry.true_sha256, entry.content_sha256)
    }
    return "equal" if data.content_hash in known else "unknown"


def cache_dir() -> Path:
    """Return the folder of downloads: RANKREES_CACHE, or the system's cache folder."""
    if named := os.environ.get("RANKREES_CACHE"):
        return Path(named)
    import pooch

    return Path(pooch.os_cache("rankrees"))


class Catalog:
    """The data sets within reach.

    Parameters
    ----------
    data_dir
        A folder of ARFF files to look in first.

    Raises
    ------
    DataNotFoundError
        If the folder, or the one that RANKREES_DATA names, is not there.
    """

    def __init__(self, data_dir: Path | None = None) -> None:
        self._folders: list[tuple[Path, Origin]] = []
        if data_dir is not None:
            self._folders.append((data_dir, "data-dir"))
        if named := os.environ.get("RANKREES_DATA"):
            self._folders.append((Path(named), "RANKREES_DATA"))
        for folder, origin in self._folders:
            if not folder.is_dir():
                raise DataNotFoundError(f"{origin}: there is no folder {folder}")

    def names(self) -> list[str]:
        """Return the names of all known sets: catalogued, or in the user's folders."""
        known = set(manifest()) | set(DERIVED)
        for folder, _ in self._folders:
            for suffix in SUFFIXES:
                files = folder.glob(f"*{suffix}")
                known |= {file.name.removesuffix(suffix) for file in files}
        return sorted(known)

    def find(self, name: str) -> Located | None:
        """Return where a data set is, or None.

        Parameters
        ----------
        name
            Its name in the catalogue, a paper's spelling of it (`ALIASES`), or the
            name of a file NAME.arff or NAME.arff.gz in one of the user's folders.
        """
        return next(self._places(name), None)

    def load(self, name: str) -> Dataset:
        """Read a data set.

        Raises
        ------
        DataNotFoundError
            If it is in none of the places.
        ArffError
            If its file cannot be read.
        """
        located = self.find(name)
        if located is None:
            raise DataNotFoundError(self._not_found(name))
        return read_dataset(located.path, located.name)

    def _places(self, name: str) -> Iterator[Located]:
        catalogued = ALIASES.get(name, name)
        for folder, origin in self._folders:
            for wanted in dict.fromkeys((name, catalogued)):
                if path := _file(folder, wanted):
                    yield Located(wanted, path, origin, "unknown")
        if made := derivation(catalogued):
            for located in self._places(made.base):
                yield replace(located, name=catalogued, truth="unknown", note=made.note)
        entry = manifest().get(catalogued)
        if entry is None:
            return
        if entry.file is not None:
            path = shipped_dir("datasets") / entry.file
            yield Located(entry.name, path, "shipped", "equal")
        elif entry.is_fetchable and (path := _file(cache_dir(), catalogued)):
            # only verified downloads are kept, so what is there is true
            yield Located(catalogued, path, "cache", "equal")

    def _not_found(self, name: str) -> str:
        catalogued = base_of(ALIASES.get(name, name))
        looked = [f"{folder} ({origin})" for folder, origin in self._folders]
        looked += ["the shipped data sets", f"{cache_dir()} (downloads)"]
        message = f"no data set {name}: looked in {', '.join(looked)}"
        entry = manifest().get(catalogued)
        if entry is not None and entry.is_fetchable:
            return f"{message}; `rankrees datasets fetch {catalogued}` downloads it"
        return f"{message}; `rankrees datasets list` shows those there are"


def _file(folder: Path, name: str) -> Path | None:
    if Path(name).name != name:
        return None
    paths = (folder / f"{name}{suffix}" for suffix in SUFFIXES)
    return next((path for path in paths if path.is_file()), None)
