"""Results to hand on: every score of every fold, or the whole store."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from rankrees.api.lookup import DEFAULT_STORE, Config, load_part, stored_cells
from rankrees.api.progress import Progress, Silent
from rankrees.metrics.registry import METRICS
from rankrees.store.bundle import write_bundle
from rankrees.store.results import EXPORT_COLUMNS, export_rows
from rankrees.store.store import Store


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
    the config's own, so equal results give equal frames.
    """
    experiment = load_part(
        config,
        store=Path(store),
        datasets=datasets,
        methods=methods,
        protocol=protocol,
    )
    folder = None if data_dir is None else Path(data_dir)
    with Store(store) as opened:
        cells = stored_cells(experiment, folder, opened, progress or Silent())
        rows = list(export_rows(opened, experiment, cells, METRICS))
    return pd.DataFrame(rows, columns=EXPORT_COLUMNS)


def export_bundle(bundle: str | Path, *, store: str | Path = DEFAULT_STORE) -> None:
    """Pack a whole store into a zip file, with its configs and how it was made."""
    with Store(store) as opened:
        write_bundle(opened, Path(bundle))
