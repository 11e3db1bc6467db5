"""Computing what a config lacks, and its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from rankrees.api.execution import Computing, compute, find_data, plan_jobs
from rankrees.api.lookup import (
    DEFAULT_STORE,
    Config,
    load_part,
    read_comparisons,
    warn_left_out,
)
from rankrees.api.progress import Progress, Remarks
from rankrees.api.results import Plan, Results
from rankrees.experiment.experiment import Experiment
from rankrees.experiment.plan import Cell, Computation, Source
from rankrees.reports.footer import footer
from rankrees.reports.table import Table
from rankrees.reports.views import run_view
from rankrees.statistics.comparison import Comparison
from rankrees.store.store import Store


def run(
    config: Config,
    *,
    datasets: Sequence[str] = (),
    methods: Sequence[str] = (),
    protocol: str = "both",
    store: str | Path = DEFAULT_STORE,
    data_dir: str | Path | None = None,
    jobs: int | Computing | None = None,
    strict: bool = False,
    download: bool = False,
    progress: Progress | None = None,
) -> Results:
    """Compute the scores of a config that are not in the store, and return them all.

    Parameters
    ----------
    config
        A config file, the name of a shipped one, or an `Experiment`.
    datasets, methods
        Only these of the config, or with ^NAME all but these.
    protocol
        `described`, `published` or `both`.
    store
        The file that keeps the results; every finished fold at once.
    data_dir
        A folder of ARFF files to look in first.
    jobs
        Worker processes, one per CPU if None; or a `Computing` that says more.
    strict
        Refuse to run if a data set cannot be found; otherwise it is left out.
    download
        Fetch data sets that are not here.
    progress
        Who is told how far it is; nobody if None.

    Raises
    ------
    InterruptedRunError
        On Ctrl-C. What was finished is kept; the same call goes on from there.
    """
    remarks = Remarks(progress)
    experiment = load_part(
        config, datasets=datasets, methods=methods, protocol=protocol
    )
    sources = find_data(
        experiment, _path(data_dir), remarks, strict=strict, download=download
    )
    with Store(store, write=True) as opened:
        cells = compute_missing(experiment, sources, opened, jobs, remarks)
        compared, incomplete = read_comparisons(experiment, cells, opened)
        warn_left_out(incomplete, remarks)
        made = footer(opened.invocations({c.key for c in cells.values()}))
    return Results(
        compared,
        tuple(_tables(experiment, compared, sources)),
        not incomplete,
        tuple(remarks.warnings),
        made,
    )


def plan(
    config: Config,
    *,
    datasets: Sequence[str] = (),
    methods: Sequence[str] = (),
    protocol: str = "both",
    store: str | Path = DEFAULT_STORE,
    data_dir: str | Path | None = None,
    retry_failed: bool = False,
    strict: bool = False,
    download: bool = False,
    progress: Progress | None = None,
) -> Plan:
    """Return what `run` would compute, without computing it.

    The parameters are those of `run`; nothing is written.
    """
    experiment = load_part(
        config, datasets=datasets, methods=methods, protocol=protocol
    )
    sources = find_data(
        experiment,
        _path(data_dir),
        Remarks(progress),
        strict=strict,
        download=download,
    )
    with Store(store) if Path(store).exists() else nullcontext() as opened:
        planned = plan_jobs(experiment, sources, opened, retry_failed=retry_failed)
    cells, todo = planned
    return Plan(experiment, cells, tuple(todo))


def compute_missing(
    experiment: Experiment,
    sources: Mapping[str, Source],
    store: Store,
    jobs: int | Computing | None,
    progress: Progress,
) -> dict[Cell, Computation]:
    """Compute what the store lacks; return the computations behind all cells."""
    how = jobs if isinstance(jobs, Computing) else Computing(jobs)
    cells, todo = plan_jobs(experiment, sources, store, retry_failed=how.retry_failed)
    if not todo:
        progress.say("nothing to compute, all results are in the store")
    compute(experiment, todo, sources, store, how, progress)
    return cells


def _tables(
    experiment: Experiment,
    compared: Mapping[str, Comparison],
    sources: Mapping[str, Source],
) -> list[Table]:
    tables = run_view(experiment, compared)
    inexact = [source.name for source in sources.values() if source.note]
    if not inexact or experiment.paper is None:
        return tables
    note = f"not the paper's own copy of the data: {', '.join(inexact)}"
    return [replace(table, notes=(*table.notes, note)) for table in tables]


def _path(text: str | Path | None) -> Path | None:
    return None if text is None else Path(text)
