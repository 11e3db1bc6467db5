"""What `run` and `forensics` have in common: find the data, compute what is missing."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rankrees.cli.options import say

if TYPE_CHECKING:
    from rankrees.experiment.dask_client import Cluster
    from rankrees.experiment.experiment import Experiment
    from rankrees.experiment.interrupts import Interrupts
    from rankrees.experiment.plan import Cell, Computation, Job, Source
    from rankrees.experiment.runner import Chunk
    from rankrees.store.store import Store


def find_data(
    experiment: Experiment,
    data_dir: Path | None,
    *,
    strict: bool = False,
    download: bool = False,
) -> dict[str, Source]:
    """Return the data sets that are there, and name the others on standard error."""
    from rankrees.errors import DataNotFoundError
    from rankrees.experiment.sources import find_sources

    files = experiment.files
    sources, missing = find_sources(experiment.datasets, data_dir, files)
    wanted = [name for name in missing if name not in files]
    wanted += [source.name for source in sources.values() if source.note]
    if download and wanted:
        from rankrees.data.fetch import fetch

        for fetched in fetch(wanted, progress=say):
            if fetched.error:
                say(f"rankrees: {fetched.error}")
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
        say(f"rankrees: {message}")
    for source in sources.values():
        if source.note:
            say(f"rankrees: {source.name}: {source.note}")
    return sources


def plan(
    experiment: Experiment,
    sources: dict[str, Source],
    store: Store | None,
    *,
    retry_failed: bool = False,
) -> tuple[dict[Cell, Computation], list[Job]]:
    """Return the computations behind the cells, and the jobs that the store lacks."""
    from functools import partial

    from rankrees.experiment.plan import finished_folds, make_cells, make_jobs

    hashes = {name: source.content_hash for name, source in sources.items()}
    cells = make_cells(experiment, hashes)
    done = {}
    if store is not None:
        stored = partial(store.done, retry_failed=retry_failed)
        done = finished_folds(experiment, cells, stored)
    return cells, make_jobs(experiment, cells, done)


def compute(
    experiment: Experiment,
    todo: list[Job],
    sources: dict[str, Source],
    store: Store,
    n_workers: int | None,
    *,
    quiet: bool,
    memory: int | None = None,
    dask: str | None = None,
) -> None:
    """Run the jobs and keep what comes back; an interruption ends the program.

    `dask` is the address of a scheduler to send them to.
    """
    from joblib import cpu_count

    from rankrees.experiment.interrupts import Interrupts
    from rankrees.experiment.provenance import describe_run
    from rankrees.experiment.runner import make_chunks

    if not todo:
        if not quiet:
            say("rankrees: nothing to compute, all results are in the store")
        return
    chunks = make_chunks(todo, sources)
    with _connected(dask, quiet=quiet) as cluster:
        if cluster is None:
            n_workers = min(n_workers or cpu_count(), len(chunks))
            provenance = describe_run(sources.values(), n_workers)
        else:
            n_workers = len(cluster.workers)
            provenance = describe_run(sources.values(), n_workers, cluster.describe())
        invocation = store.start_invocation(
            experiment.name, experiment.text, provenance, experiment.resolved
        )
        outcome = "stopped"
        try:
            with Interrupts(say) as interrupts:
                n_failed = _run(
                    *(todo, chunks, store, invocation, n_workers),
                    quiet=quiet,
                    memory=memory,
                    interrupts=interrupts,
                    cluster=cluster,
                )
            outcome = f"{n_failed} failures" if n_failed else "complete"
        except KeyboardInterrupt:
            outcome = "interrupted"
            say(
                "\nrankrees: interrupted; finished folds are kept in "
                f"{store.path}, give the same command again to go on"
            )
            click.get_current_context().exit(130)
        finally:
            store.end_invocation(invocation, outcome)


def _connected(
    dask: str | None, *, quiet: bool
) -> AbstractContextManager[Cluster | None]:
    if dask is None:
        return nullcontext()
    from rankrees.experiment.dask_client import Cluster

    cluster = Cluster(dask)
    if not quiet:
        say(f"rankrees: {len(cluster.workers)} workers at {dask}")
        if cluster.threads_per_worker() > 1:
            say(
                "rankrees: a worker runs one fold at a time, however many threads it "
                "has; start workers with --nthreads 1, as many as there are CPUs"
            )
    return cluster


def _run(
    todo: list[Job],
    chunks: list[Chunk],
    store: Store,
    invocation: int,
    n_workers: int,
    *,
    quiet: bool,
    memory: int | None,
    interrupts: Interrupts,
    cluster: Cluster | None,
) -> int:
    from functools import partial

    from rankrees.cli.progress import show_progress
    from rankrees.experiment.runner import run_all
    from rankrees.methods.warm import warm_up

    if cluster is None:
        with interrupts.at_once():
            # here and not in the workers, who would race for the cache
            warm_up(None if quiet else say)
    with show_progress(todo, quiet=quiet) as report:
        return run_all(
            chunks,
            partial(store.put, invocation=invocation),
            n_workers=n_workers,
            report=report,
            interrupts=interrupts,
            memory=memory,
            cluster=cluster,
        )
