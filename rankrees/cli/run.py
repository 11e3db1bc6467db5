"""`rankrees run`: compute what is missing, then print the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rankrees.cli import options
from rankrees.cli.options import say

if TYPE_CHECKING:
    from rankrees.experiment.experiment import Experiment
    from rankrees.experiment.plan import Cell, Computation, Job, Source
    from rankrees.experiment.store import Store


@click.command()
@options.config
@options.datasets
@options.methods
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Worker processes.  [default: one per CPU]",
)
@options.protocol
@options.store
@options.data_dir
@click.option("--dry-run", is_flag=True, help="Show what would be computed and stop.")
@click.option("--smoke", is_flag=True, help="A small part of it, to see that it works.")
@click.option("--strict", is_flag=True, help="Stop if a data set cannot be found.")
@click.option(
    "--download",
    is_flag=True,
    help="Fetch data sets that are not here, or only in a copy that is nearly right.",
)
@click.option("--retry-failed", is_flag=True, help="Try failed folds again.")
@click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
@click.pass_context
def run(
    ctx: click.Context,
    config: str,
    datasets: tuple[str, ...],
    methods: tuple[str, ...],
    jobs: int | None,
    protocol: str,
    store: Path,
    data_dir: Path | None,
    dry_run: bool,
    smoke: bool,
    strict: bool,
    download: bool,
    retry_failed: bool,
    quiet: bool,
) -> None:
    """Compute the scores of a config and print its table.

    Every finished fold is kept in the store at once, and what is there is never
    computed again: an interrupted run goes on where it stopped when it is given again,
    and a config with one more method computes that method only.

    Data sets that cannot be found are named at the start and left out of the table
    (--strict makes that an error). Nothing is downloaded unless --download is given.
    """
    from rankrees.experiment.config import load_config
    from rankrees.experiment.plan import make_cells, make_jobs
    from rankrees.experiment.store import Store
    from rankrees.metrics.registry import METRICS

    experiment = load_config(config).narrowed(
        datasets=datasets, methods=methods, protocol=protocol, smoke=smoke
    )
    sources = _find(experiment, data_dir, strict=strict, download=download)
    hashes = {name: source.content_hash for name, source in sources.items()}
    cells = make_cells(experiment, hashes)
    keys = {computation.key for computation in cells.values()}
    if dry_run:
        done = {}
        if store.exists():
            with Store(store) as opened:
                done = opened.done(keys, METRICS, retry_failed=retry_failed)
        _print_plan(experiment, cells, make_jobs(experiment, cells, done))
        return
    with Store(store, write=True) as opened:
        done = opened.done(keys, METRICS, retry_failed=retry_failed)
        todo = make_jobs(experiment, cells, done)
        _compute(ctx, experiment, todo, sources, opened, jobs, quiet=quiet)
        complete = _print_tables(experiment, cells, opened, sources)
    ctx.exit(0 if complete else 1)


def _find(
    experiment: Experiment, data_dir: Path | None, *, strict: bool, download: bool
) -> dict[str, Source]:
    from rankrees.errors import DataNotFoundError
    from rankrees.experiment.sources import find_sources

    sources, missing = find_sources(experiment.datasets, data_dir)
    wanted = [*missing, *(source.name for source in sources.values() if source.note)]
    if download and wanted:
        from rankrees.data.fetch import fetch

        for fetched in fetch(wanted, progress=say):
            if fetched.error:
                say(f"rankrees: {fetched.error}")
        sources, missing = find_sources(experiment.datasets, data_dir)
    if missing:
        message = (
            f"not found: {', '.join(missing)} (put NAME.arff into a folder and give it "
            "with --data-dir, or try --download)"
        )
        if strict or not sources:
            raise DataNotFoundError(message)
        say(f"rankrees: {message}")
    for source in sources.values():
        if source.note:
            say(f"rankrees: {source.name}: {source.note}")
    return sources


def _compute(
    ctx: click.Context,
    experiment: Experiment,
    todo: list[Job],
    sources: dict[str, Source],
    store: Store,
    n_workers: int | None,
    *,
    quiet: bool,
) -> None:
    from joblib import cpu_count

    from rankrees.cli.progress import show_progress
    from rankrees.experiment.provenance import describe_run
    from rankrees.experiment.runner import make_chunks, run_all

    if not todo:
        if not quiet:
            say("rankrees: nothing to compute, all results are in the store")
        return
    chunks = make_chunks(todo, sources)
    n_workers = min(n_workers or cpu_count(), len(chunks))
    provenance = describe_run(sources.values(), n_workers)
    invocation = store.start_invocation(experiment.name, experiment.text, provenance)
    outcome = "stopped"
    try:
        with show_progress(todo, quiet=quiet) as report:
            n_failed = run_all(
                chunks, store, invocation, n_workers=n_workers, report=report
            )
        outcome = f"{n_failed} failures" if n_failed else "complete"
    except KeyboardInterrupt:
        outcome = "interrupted"
        say(
            "\nrankrees: interrupted; finished folds are kept in "
            f"{store.path}, give the same command again to go on"
        )
        ctx.exit(130)
    finally:
        store.end_invocation(invocation, outcome)


def _print_plan(
    experiment: Experiment, cells: dict[Cell, Computation], todo: list[Job]
) -> None:
    from rankrees.report.table import Table, render

    n_folds = experiment.runs * experiment.n_folds
    rows = []
    for dataset in experiment.datasets:
        keys = {c.key for cell, c in cells.items() if cell.dataset == dataset}
        jobs = [job for job in todo if job.dataset == dataset]
        n_todo = sum(len(job.computations) for job in jobs)
        n_all = len(keys) * n_folds
        found = (str(n_all), str(n_all - n_todo), str(n_todo), str(len(jobs)))
        rows.append((dataset, *(found if keys else (None,) * 4)))
    n_left = sum(len(job.computations) for job in todo)
    columns = ("data set", "results", "in the store", "to compute", "folds to run")
    notes = (f"{len(todo)} folds to run, {n_left} results to compute",)
    click.echo(render([Table(experiment.title, columns, tuple(rows), notes)], "text"))


def _print_tables(
    experiment: Experiment,
    cells: dict[Cell, Computation],
    store: Store,
    sources: dict[str, Source],
) -> bool:
    """Print the experiment's view; return whether all that was begun is complete."""
    from rankrees.cli.scored import score
    from rankrees.report.table import Table, render
    from rankrees.report.tables import (
        score_table,
        win_tie_loss_table,
        wins_against_print,
    )

    scored, complete = score(experiment, cells, store)
    tables: list[Table] = []
    if experiment.show == "auc":
        tables = [score_table(one) for one in scored.values()]
    else:
        tables = [win_tie_loss_table(one) for one in scored.values()]
        beside = wins_against_print(scored.get("published"), scored.get("described"))
        tables += [table for table in beside if table.rows]
    inexact = [source.name for source in sources.values() if source.note]
    if inexact and experiment.paper is not None:
        note = f"not the paper's own copy of the data: {', '.join(inexact)}"
        tables = [replace(table, notes=(*table.notes, note)) for table in tables]
    click.echo(render(tables, "text"))
    return complete
