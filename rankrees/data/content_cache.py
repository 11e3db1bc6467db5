"""What the data files seen before hold, so that they need not be read to know it.

A file is known by its path, size and time of change. The list only spares reading: a
worker that loads a data set checks its content hash all the same.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import NamedTuple

from rankrees.data.catalog import cache_dir
from rankrees.errors import FileError, OutputError
from rankrees.files import note_input, read_input, write_file

_MAX_BYTES = 10_000_000


class Content(NamedTuple):
    """The content hash of a data set, and its size."""

    content_hash: str
    n_rows: int
    n_attributes: int


class KnownContent:
    """The list, kept in the cache folder; without one it is just empty each time."""

    def __init__(self) -> None:
        self._path = cache_dir() / "content.json"
        self._known: dict[str, list[str | int]] = {}
        self._changed = False
        with contextlib.suppress(FileError, ValueError, RecursionError):
            text = read_input(self._path, _MAX_BYTES, FileError, ours=True)
            found = json.loads(text)
            if isinstance(found, dict):
                self._known = found

    def get(self, path: Path, name: str) -> Content | None:
        """Return what a file holds as the data set `name`, if it is known."""
        match self._known.get(_key(path, name)):
            case [str(digest), int(n_rows), int(n_attributes)]:
                return Content(digest, n_rows, n_attributes)
        return None

    def add(self, path: Path, name: str, content: Content) -> None:
        """Remember what a file holds."""
        self._known[_key(path, name)] = list(content)
        self._changed = True

    def save(self) -> None:
        """Write the list, whole or not at all."""
        if not self._changed:
            return
        with contextlib.suppress(OSError, OutputError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps(self._known, indent=0, sort_keys=True)
            write_file(self._path, text)


def _key(path: Path, name: str) -> str:
    """Return the file's identity; `name` counts, as a sample shares its base's file."""
    stat = path.stat()
    note_input(path)  # it need not be read any more to be an input
    return f"{path.resolve()}|{stat.st_size}|{stat.st_mtime_ns}|{name}"
