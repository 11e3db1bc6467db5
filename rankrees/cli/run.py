"""`rankrees run`: compute what is missing, then print the table."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rankrees.cli import options
from rankrees.cli.computing import compute, find_data, plan
from rankrees.cli.options import say

if TYPE_CHECKING:
    from rankrees.experiment.experiment import Experiment
    from rankrees.experiment.plan import Cell, Computation, Job, Source
    from rankrees.store.store import Store


@click.command()
@options.config
@options.datasets
@options.methods
@options.jobs
@options.dask
@options.memory
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
@options.retry_failed
@options.quiet
@click.pass_context
def run(
    ctx: click.Context,
    config: str,
    datasets: tuple[str, ...],
    methods: tuple[str, ...],
    jobs: int | None,
    dask: str | None,
    memory: int | None,
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

    With --dask the folds are computed by the workers of a Dask scheduler. They need
    rankrees in the same version, and neither data nor a shared folder; the results
    are the same to the bit. A worker that is lost costs nothing but its running folds.
    """
    if dask is not None and jobs is not None:
        raise click.UsageError("-j is for workers on this machine, --dask for others")
    from rankrees.config.load import load_config
    from rankrees.report.footer import footer
    from rankrees.store.store import Store

    experiment = load_config(config).narrowed(
        datasets=datasets, methods=methods, protocol=protocol, smoke=smoke
    )
    sources = find_data(experiment, data_dir, strict=strict, download=download)
    if dry_run:
        with Store(store) if store.exists() else nullcontext() as opened:
            planned = plan(experiment, sources, opened, retry_failed=retry_failed)
        _print_plan(experiment, *planned)
        return
    with Store(store, write=True) as opened:
        cells, todo = plan(experiment, sources, opened, retry_failed=retry_failed)
        compute(
            *(experiment, todo, sources, opened, jobs),
            quiet=quiet,
            memory=memory,
            dask=dask,
        )
        complete = _print_tables(experiment, cells, opened, sources)
        if not quiet:
            for line in footer(opened.invocations({c.key for c in cells.values()})):
                say(f"rankrees: {line}")
    ctx.exit(0 if complete else 1)


def _print_plan(
    experiment: Experiment, cells: dict[Cell, Computation], todo: list[Job]
) -> None:
    from rankrees.experiment.plan import wanted_folds
    from rankrees.report.table import Table, render

    wanted = wanted_folds(experiment, cells)
    rows = []
    for dataset in experiment.datasets:
        keys = {c.key for cell, c in cells.items() if cell.dataset == dataset}
        jobs = [job for job in todo if job.dataset == dataset]
        n_todo = sum(len(job.computations) for job in jobs)
        n_all = sum(len(wanted[key]) for key in keys)
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
    from rankrees.report.table import render
    from rankrees.report.views import run_view

    scored, complete = score(experiment, cells, store)
    tables = run_view(experiment, scored)
    inexact = [source.name for source in sources.values() if source.note]
    if inexact and experiment.paper is not None:
        note = f"not the paper's own copy of the data: {', '.join(inexact)}"
        tables = [replace(table, notes=(*table.notes, note)) for table in tables]
    click.echo(render(tables, "text"))
    return complete
