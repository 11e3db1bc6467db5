"""Finding the data sets of an experiment, and what their content is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from rankrees.data.catalog import Catalog
from rankrees.data.content_cache import Content, KnownContent
from rankrees.data.dataset import Dataset
from rankrees.data.userfile import DataFile
from rankrees.experiment.plan import Source


def find_sources(
    names: Iterable[str], data_dir: Path | None, files: Mapping[str, DataFile]
) -> tuple[dict[str, Source], list[str]]:
    """Return the data sets that are there, by name, and the names of the others.

    A file that was not seen before is read once, for its content hash and size.
    `files` are the user's own, which are looked for nowhere else.
    """
    catalog = Catalog(data_dir)
    known = KnownContent()
    found: dict[str, Source] = {}
    missing: list[str] = []
    for name in names:
        if name in files:
            if files[name].path.is_file():
                found[name] = _own_source(name, files[name], known)
            else:
                missing.append(name)
            continue
        located = catalog.find(name)
        if located is None:
            missing.append(name)
            continue
        content = known.get(located.path, located.name)
        if content is None:
            content = _content(catalog.load(name))
            known.add(located.path, located.name, content)
        found[name] = Source(name, located.path, *content, located.origin, located.note)
    known.save()
    return found, missing


def _own_source(name: str, file: DataFile, known: KnownContent) -> Source:
    said = f"{name}|{file}"  # what the user says of the columns changes the content
    content = known.get(file.path, said)
    if content is None:
        content = _content(file.read(name))
        known.add(file.path, said, content)
    return Source(name, file.path, *content, "own file", file=file)


def _content(dataset: Dataset) -> Content:
    return Content(dataset.content_hash, dataset.n_rows, len(dataset.attributes))
