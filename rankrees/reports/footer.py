"""What results were made with: the line below a report, and all about one run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rankrees.reports.table import Table, text_table

Run = Mapping[str, Any]
"""A run as the store tells of it; `provenance` is what `describe_run` gave."""


def version_of(made: Mapping[str, Any]) -> str:
    """Return the program's version and commit; a `+` means files changed since."""
    commit = str(made.get("commit") or "")
    changed = "+" if commit.endswith("+") else ""
    version = str(made.get("rankrees", "?"))
    return f"{version} ({commit[:9]}{changed})" if commit else version


def machine_of(made: Mapping[str, Any]) -> str:
    """Return the versions and the processor that numbers depend on."""
    cluster = made.get("cluster")
    cpu = made.get("cpu", "?")
    if isinstance(cluster, dict):
        cpus = cluster.get("cpus")
        cpu = " and ".join(map(str, cpus if isinstance(cpus, list) else ())) + " (Dask)"
    words = [
        f"{title} {made.get(key, '?')}"
        for title, key in (("Python", "python"), ("numpy", "numpy"), ("numba", "numba"))
    ]
    return ", ".join([*words, str(cpu)])


def footer(runs: Iterable[Run]) -> tuple[str, ...]:
    """Return a line for each program and machine that results are from."""
    groups: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        made = run["provenance"]
        groups.setdefault((version_of(made), machine_of(made)), []).append(run)
    return tuple(
        f"made with rankrees {version}, {machine}, "
        f"{some[0]['started']} to {some[-1]['finished'] or 'now'}"
        f" ({_numbers(some)} of the store)"
        for (version, machine), some in groups.items()
    )


def _numbers(runs: list[Run]) -> str:
    numbers = ", ".join(str(run["id"]) for run in runs)
    return f"run{'s' if len(runs) > 1 else ''} {numbers}"


def run_table(run: Run) -> Table:
    """Return all that is known of a run but its data sets."""
    made = run["provenance"]
    rows = [(key, str(run[key] or "")) for key in ("started", "finished", "outcome")]
    rows += [(key, str(made[key])) for key in sorted(made) if key != "datasets"]
    return text_table(f"Run {run['id']}", ("", "value"), tuple(rows), n_left=2)


def data_table(run: Run) -> Table:
    """Return the data sets of a run: content hash, where it was found, what differs."""
    found = run["provenance"].get("datasets")
    datasets = found if isinstance(found, dict) else {}
    columns = ("data set", "content hash", "from", "note")
    rows = tuple(
        (name, *(str(one.get(key, "")) for key in ("hash", "origin", "note")))
        for name, one in datasets.items()
        if isinstance(one, dict)
    )
    return text_table("Data sets", columns, rows, n_left=4)
