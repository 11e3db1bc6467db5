"""`rankrees status`: what is in the store."""

from __future__ import annotations

from pathlib import Path

import click

from rankrees.cli import options


@click.command()
@options.store
@click.option(
    "--run",
    "number",
    type=click.IntRange(min=1),
    metavar="N",
    help="All about run N alone: versions, machine, data sets and the config's text.",
)
def status(store: Path, number: int | None) -> None:
    """Show what the store holds: folds done and failed, and how they were made.

    Works while a run goes on. A run without an end was killed, or still goes on.
    """
    from rankrees.api.stores import status as status_of
    from rankrees.reports.formats import render

    found = status_of(store)
    if number is None:
        click.echo(render(found.tables, "text"))
        return
    run = found.run(number)
    click.echo(render(run.tables, "text"))
    click.echo(f"\nConfig {run.config}\n\n{run.config_text}")
