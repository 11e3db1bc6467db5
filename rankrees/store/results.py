"""Stored scores as the tidy frames that comparisons and exports take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from rankrees.experiment.experiment import Experiment
from rankrees.experiment.plan import Cell, Computation
from rankrees.experiment.sources import find_sources
from rankrees.store.store import Store

EXPORT_COLUMNS = ["dataset", "method", "protocol", "run", "fold", "metric", "value"]


@dataclass(frozen=True)
class Results:
    """The scores of the complete cells, and what the others lack.

    `incomplete` says for each cell that was begun but has not all its folds why that
    is. A cell that was never begun is in neither.
    """

    frame: pd.DataFrame
    incomplete: Mapping[Cell, str]


def read_results(
    store: Store,
    experiment: Experiment,
    cells: Mapping[Cell, Computation],
    metrics: Mapping[str, str],
) -> Results:
    """Return the scores of each cell in the metric of its protocol."""
    frames, incomplete = [], {}
    for cell, computation in cells.items():
        runs = experiment.runs_under(cell.protocol)
        n_expected = len(runs) * experiment.n_folds
        rows = _rows(store, experiment, cell, computation, metrics[cell.protocol])
        failed = [
            failure for failure in store.failures(computation.key) if failure[0] in runs
        ]
        if len(rows) == n_expected:
            frames.append(rows)
        elif failed:
            run, fold, error = failed[0]
            incomplete[cell] = (
                f"{len(failed)} of {n_expected} folds failed "
                f"(run {run}, fold {fold}: {error})"
            )
        elif len(rows):
            n_missing = n_expected - len(rows)
            incomplete[cell] = f"{n_missing} of {n_expected} folds are not computed"
    return Results(_joined(frames), incomplete)


def export_rows(
    store: Store,
    experiment: Experiment,
    cells: Mapping[Cell, Computation],
    metrics: Iterable[str],
) -> Iterator[tuple[str | int | float, ...]]:
    """Yield every stored score in the order of `EXPORT_COLUMNS`.

    The order is the config's: by cell, run, fold, metric. It does not depend on when
    or where a score was computed.
    """
    metrics = list(metrics)
    for cell, computation in cells.items():
        scores = [
            (run, fold, position, value)
            for position, metric in enumerate(metrics)
            for run, fold, value in store.scores(computation.key, metric)
            if run in experiment.runs_under(cell.protocol)
        ]
        for run, fold, position, value in sorted(scores, key=lambda row: row[:3]):
            yield (*cell, run, fold, metrics[position], value)


def _rows(
    store: Store,
    experiment: Experiment,
    cell: Cell,
    computation: Computation,
    metric: str,
) -> pd.DataFrame:
    return pd.DataFrame(
        [
            (*cell, run, fold, metric, value)
            for run, fold, value in store.scores(computation.key, metric)
            if run in experiment.runs_under(cell.protocol)
        ],
        columns=EXPORT_COLUMNS,
    )


def _joined(frames: list[pd.DataFrame]) -> pd.DataFrame:
    full = [frame for frame in frames if len(frame)]
    if not full:
        return pd.DataFrame(columns=EXPORT_COLUMNS)
    return pd.concat(full, ignore_index=True)


def stored_hashes(
    experiment: Experiment, data_dir: Path | None, store: Store
) -> tuple[dict[str, str], list[str]]:
    """Return content hashes to look results up by, and remarks on doubtful ones.

    The file decides where it is there; otherwise the store is asked what it knows under
    that name, so that results can be compared on a machine without the data.
    """
    names, files = experiment.datasets, experiment.files
    sources, missing = find_sources(names, data_dir, files)
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
