"""What the results of a section were made with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rankrees.reports.html.page import DataUsed, Provenance, RunMade

_SOFTWARE = ("rankrees", "python", "numpy", "numba", "scipy", "pandas", "joblib")


def make_provenance(
    hashes: Mapping[str, str],
    invocations: Sequence[Mapping[str, Any]],
    made: Mapping[int, int],
) -> Provenance:
    """Return the runs that made the folds, and the data sets by content.

    Parameters
    ----------
    hashes
        The content hash by data set.
    invocations
        As `Store.invocations` has them.
    made
        How many of the folds each of them made, by id.
    """
    makers = [row for row in invocations if row["id"] in made]
    return Provenance(
        tuple(_run(row, made[row["id"]]) for row in makers),
        tuple(_data(name, content, makers) for name, content in hashes.items()),
    )


def _run(row: Mapping[str, Any], n_folds: int) -> RunMade:
    about = row["provenance"]
    software = ", ".join(f"{name} {about[name]}" for name in _SOFTWARE if name in about)
    machine = (about.get("platform"), about.get("cpu"), _workers(about))
    return RunMade(
        row["id"],
        row["config"],
        row["started"],
        row["finished"] or "",
        row["outcome"] or "not finished",
        n_folds,
        str(about.get("commit") or ""),
        software,
        ", ".join(str(part) for part in machine if part),
    )


def _workers(about: Mapping[str, Any]) -> str:
    n = about.get("n_workers")
    return f"{n} worker{'' if n == 1 else 's'}" if n else ""


def _data(name: str, content: str, makers: Sequence[Mapping[str, Any]]) -> DataUsed:
    """Return where the data set of this content came from when it was last used."""
    for row in reversed(makers):
        # a store is anybody's file: its JSON may hold anything
        datasets = row["provenance"].get("datasets")
        known = datasets.get(name) if isinstance(datasets, dict) else None
        if isinstance(known, dict) and known.get("hash") == content:
            origin, note = (str(known.get(key, "")) for key in ("origin", "note"))
            return DataUsed(name, content, origin, note)
    return DataUsed(name, content, "", "")
