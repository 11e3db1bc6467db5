"""Finding the data of an experiment, and computing what the store lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rankrees.api.progress import Progress
from rankrees.errors import DataNotFoundError, InterruptedRunError
from rankrees.experiment.chunks import make_chunks
from rankrees.experiment.experiment import Experiment
from rankrees.experiment.interrupts import Interrupts, stopping_signal
from rankrees.experiment.plan import (
    Cell,
    Computation,
    Job,
    Source,
    finished_folds,
    make_cells,
    make_jobs,
)
from rankrees.experiment.provenance import describe_run
from rankrees.experiment.runner import run_all
from rankrees.experiment.sources import find_sources
from rankrees.methods.warm import warm_up
from rankrees.preprocess.discretize import EqualWidth, Mdl
from rankrees.preprocess.missing import ReplaceMissing
from rankrees.store.store import Store

if TYPE_CHECKING:
    from rankrees.experiment.dask_client import Cluster


@dataclass(frozen=True)
class Computing:
    """Who computes folds, and which.

    Parameters
    ----------
    jobs
        Worker processes; None is one per CPU.
    dask
        The address of a Dask scheduler to send folds to instead.
    memory
        Bytes that a worker may use, all in all.
    retry_failed
        Compute folds again that failed before.
    """

    jobs: int | None = None
    dask: str | None = None
    memory: int | None = None
    retry_failed: bool = False


def find_data(
    experiment: Experiment,
    data_dir: Path | None,
    progress: Progress,
    *,
    strict: bool = False,
    download: bool = False,
) -> dict[str, Source]:
    """Return the data sets that are there, and warn of the others."""
    files = experiment.files
    sources, missing = find_sources(experiment.datasets, data_dir, files)
    wanted = [name for name in missing if name not in files]
    if download and wanted:
        from rankrees.data.fetch import fetch

        for fetched in fetch(wanted, progress=progress.show_line):
            if fetched.error:
                progress.warn(fetched.error)
        sources, missing = find_sources(experiment.datasets, data_dir, files)
    if missing:
        where = (f" ({files[m].path})" if m in files else "" for m in missing)
        named = ", ".join(map("".join, zip(missing, where, strict=True)))
        message = (
            f"not found: {named} (put NAME.arff into a folder and give it "
            "with --data-dir, or try --download)"
        )
        if strict or not sources:
            raise DataNotFoundError(message)
        progress.warn(message)
    for source in sources.values():
        if source.note:
            progress.warn(f"{source.name}: {source.note}")
    return sources


def plan_jobs(
    experiment: Experiment,
    sources: Mapping[str, Source],
    store: Store | None,
    *,
    retry_failed: bool = False,
) -> tuple[dict[Cell, Computation], list[Job]]:
    """Return the computations behind the cells, and the jobs that the store lacks."""
    hashes = {name: source.content_hash for name, source in sources.items()}
    cells = make_cells(experiment, hashes)
    done = {}
    if store is not None:
        stored = partial(store.done, retry_failed=retry_failed)
        done = finished_folds(experiment, cells, stored)
    return cells, make_jobs(experiment, cells, done)


def compute(
    experiment: Experiment,
    jobs: list[Job],
    sources: Mapping[str, Source],
    store: Store,
    computing: Computing,
    progress: Progress,
) -> None:
    """Run the jobs and keep what comes back.

    Raises
    ------
    InterruptedRunError
        On Ctrl-C or a signal to stop; what was finished is kept.
    """
    from joblib import cpu_count

    if not jobs:
        return
    chunks = make_chunks(jobs, sources)
    with _connected(computing.dask, progress) as cluster:
        if cluster is None:
            n_workers = min(computing.jobs or cpu_count(), len(chunks))
            provenance = describe_run(sources.values(), n_workers)
        else:
            n_workers = len(cluster.workers)
            provenance = describe_run(sources.values(), n_workers, cluster.describe())
        invocation = store.start_invocation(
            experiment.name, experiment.text, provenance, experiment.resolved
        )
        outcome = "stopped"
        try:
            with Interrupts(progress.warn) as interrupts:
                if cluster is None:
                    _compile(jobs, interrupts, progress)
                with progress.folds(jobs) as report:
                    n_failed = run_all(
                        chunks,
                        partial(store.put, invocation=invocation),
                        n_workers=n_workers,
                        report=report,
                        interrupts=interrupts,
                        memory=computing.memory,
                        cluster=cluster,
                    )
            outcome = f"{n_failed} failures" if n_failed else "complete"
        except KeyboardInterrupt as stop:
            outcome = "interrupted"
            raise InterruptedRunError(store.path, stopping_signal(stop)) from None
        finally:
            store.end_invocation(invocation, outcome)


def _compile(jobs: Sequence[Job], interrupts: Interrupts, progress: Progress) -> None:
    """Compile the kernels here and not in the workers, who would race for the cache."""
    needed = [c for job in jobs for c in job.computations]
    prepared = {frozenset(step.name for step in c.steps) for c in needed}
    with interrupts.at_once():
        warm_up(
            lambda line: progress.say(line.removeprefix("rankrees: ")),
            [c.method for c in needed],
            numbers=any(not _DISCRETIZING & names for names in prepared),
            gaps=any(ReplaceMissing.name not in names for names in prepared),
        )


_DISCRETIZING = {EqualWidth.name, Mdl.name}
"""Steps after which no attribute is numeric."""


def _connected(
    dask: str | None, progress: Progress
) -> AbstractContextManager[Cluster | None]:
    if dask is None:
        return nullcontext()
    from rankrees.experiment.dask_client import Cluster

    cluster = Cluster(dask)
    progress.say(f"{len(cluster.workers)} workers at {dask}")
    if cluster.threads_per_worker() > 1:
        progress.say(
            "a worker runs one fold at a time, however many threads it has; start "
            "workers with --nthreads 1, as many as there are CPUs"
        )
    return cluster
