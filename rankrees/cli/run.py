"""`rankrees run`: compute what is missing, then print the table."""

from __future__ import annotations

from pathlib import Path

import click

from rankrees.cli import options
from rankrees.cli.progress import Terminal


@click.command()
@options.config
@options.datasets
@options.methods
@options.jobs
@options.dask
@options.tls
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
    A scheduler runs what it is sent: let it ask for certificates (docs/security.md).
    """
    if dask is not None and jobs is not None:
        raise click.UsageError("-j is for workers on this machine, --dask for others")
    from rankrees.api.execution import Computing
    from rankrees.api.lookup import load_part
    from rankrees.api.runs import plan
    from rankrees.api.runs import run as run_experiment
    from rankrees.reports.formats import render

    progress = Terminal(quiet=quiet)
    experiment = load_part(
        config, datasets=datasets, methods=methods, protocol=protocol, smoke=smoke
    )
    if dry_run:
        planned = plan(
            experiment,
            store=store,
            data_dir=data_dir,
            retry_failed=retry_failed,
            strict=strict,
            download=download,
            progress=progress,
        )
        click.echo(render([planned.table], "text"))
        return
    results = run_experiment(
        experiment,
        store=store,
        data_dir=data_dir,
        jobs=Computing(jobs, dask, memory, retry_failed),
        strict=strict,
        download=download,
        progress=progress,
    )
    click.echo(render(results.tables, "text"))
    for line in results.made_with:
        progress.say(line)
    ctx.exit(0 if results.complete else 1)
