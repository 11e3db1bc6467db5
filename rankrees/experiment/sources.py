"""Finding the data sets of an experiment, and what their content is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rankrees.data.catalog import Catalog
from rankrees.data.known_content import Content, KnownContent
from rankrees.experiment.plan import Source
from rankrees.experiment.store import Store


def find_sources(
    names: Iterable[str], data_dir: Path | None
) -> tuple[dict[str, Source], list[str]]:
    """Return the data sets that are there, by name, and the names of the others.

    A file that was not seen before is read once, for its content hash and size.
    """
    catalog = Catalog(data_dir)
    known = KnownContent()
    found: dict[str, Source] = {}
    missing: list[str] = []
    for name in names:
        located = catalog.find(name)
        if located is None:
            missing.append(name)
            continue
        content = known.get(located.path, located.name)
        if content is None:
            dataset = catalog.load(name)
            n_attributes = len(dataset.attributes)
            content = Content(dataset.content_hash, dataset.n_rows, n_attributes)
            known.add(located.path, located.name, content)
        found[name] = Source(name, located.path, *content, located.origin, located.note)
    known.save()
    return found, missing


def stored_hashes(
    names: Iterable[str], data_dir: Path | None, store: Store
) -> tuple[dict[str, str], list[str]]:
    """Return content hashes to look results up by, and remarks on doubtful ones.

    The file decides where it is there; otherwise the store is asked what it knows under
    that name, so that results can be compared on a machine without the data.
    """
    sources, missing = find_sources(names, data_dir)
    hashes = {name: source.content_hash for name, source in sources.items()}
    remarks = []
    for name in missing:
        known = store.dataset_hashes(name)
        if known:
            hashes[name] = known[0]
        if len(known) > 1:
            remarks.append(
                f"{name}: the data set is not here and the store has results of "
                f"{len(known)} versions of it; the latest is taken"
            )
    return hashes, remarks
