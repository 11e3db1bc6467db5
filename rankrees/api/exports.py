"""Results to hand on: every score of every fold, or the whole store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from rankrees.api.lookup import DEFAULT_STORE, Config, load_part, stored_cells
from rankrees.api.progress import Progress, Silent
from rankrees.files import guarded_inputs
from rankrees.metrics.registry import METRICS
from rankrees.names import listed
from rankrees.store.bundle import write_bundle
from rankrees.store.results import EXPORT_COLUMNS, export_rows
from rankrees.store.store import Store


@dataclass(frozen=True, eq=False)
class Exported:
    """Scores of folds, and whether all that were asked for are there."""

    frame: pd.DataFrame
    complete: bool


def export(
    config: Config,
    *,
    datasets: Sequence[str] = (),
    methods: Sequence[str] = (),
    protocol: str = "both",
    store: str | Path = DEFAULT_STORE,
    data_dir: str | Path | None = None,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Return every score of a config that is in the store, in every metric.

    The columns are dataset, method, protocol, run, fold, metric, value; the order is
    the config's own, so equal results give equal frames. `progress` is warned of folds
    that are not there.
    """
    return export_scores(
        config,
        datasets=datasets,
        methods=methods,
        protocol=protocol,
        store=store,
        data_dir=data_dir,
        progress=progress,
    ).frame


def export_scores(
    config: Config,
    *,
    datasets: Sequence[str] = (),
    methods: Sequence[str] = (),
    protocol: str = "both",
    store: str | Path = DEFAULT_STORE,
    data_dir: str | Path | None = None,
    progress: Progress | None = None,
) -> Exported:
    """Return what `export` does, and whether all folds are there."""
    experiment = load_part(
        config,
        store=Path(store),
        datasets=datasets,
        methods=methods,
        protocol=protocol,
    )
    told = progress or Silent()
    folder = None if data_dir is None else Path(data_dir)
    with Store(store) as opened:
        cells = stored_cells(experiment, folder, opened, told)
        rows = list(export_rows(opened, experiment, cells, METRICS))
    found = Counter((*row[:3], row[5]) for row in rows)
    holes = [
        cell
        for cell in cells
        if any(
            found[(*cell, metric)]
            < len(experiment.runs_under(cell.protocol)) * experiment.n_folds
            for metric in experiment.metrics_under(cell.protocol)
        )
    ]
    if holes:
        said = listed([f"{c.method} on {c.dataset}, {c.protocol}" for c in holes], 5)
        told.warn(f"not all folds of these are there: {said}")
    return Exported(pd.DataFrame(rows, columns=EXPORT_COLUMNS), not holes)


@guarded_inputs()
def export_bundle(bundle: str | Path, *, store: str | Path = DEFAULT_STORE) -> None:
    """Pack a whole store into a zip file, with its configs and how it was made."""
    with Store(store) as opened:
        write_bundle(opened, Path(bundle))
