"""`rankrees status`: what is in the store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
    from rankrees.reports.footer import machine_of, version_of
    from rankrees.reports.table import Table, render
    from rankrees.store.store import Store

    with Store(store) as opened:
        computations, invocations = opened.computations(), opened.invocations()
    if number is not None:
        _show_run(store, invocations, number)
        return
    rows, errors = [], []
    for found in computations:
        rows.append(
            (
                found["dataset"],
                found["method"],
                found["folds"],
                str(found["n_ok"]),
                str(found["n_failed"]),
                f"{found['seconds']:.1f}",
            )
        )
        if found["n_failed"]:
            errors.append(
                f"failed: {found['dataset']}, {found['method']}: {found['error']}"
            )
    if errors:
        errors.append("`rankrees run --retry-failed` tries these again")
    results = Table(
        f"Results in {store}",
        ("data set", "method", "folds", "done", "failed", "seconds"),
        tuple(rows),
        tuple(errors),
        n_left=3,
    )
    runs = Table(
        "Runs",
        ("run", "started", "finished", "outcome", "config", "rankrees", "made with"),
        tuple(
            (
                str(one["id"]),
                one["started"],
                one["finished"],
                one["outcome"],
                one["config"],
                version_of(one["provenance"]),
                machine_of(one["provenance"]),
            )
            for one in invocations
        ),
        n_left=7,
    )
    click.echo(render([results, runs], "text"))


def _show_run(store: Path, invocations: list[dict[str, Any]], number: int) -> None:
    from rankrees.errors import RankreesError
    from rankrees.reports.footer import data_table, run_table
    from rankrees.reports.table import render

    for one in invocations:
        if one["id"] == number:
            click.echo(render([run_table(one), data_table(one)], "text"))
            click.echo(f"\nConfig {one['config']}\n\n{one['config_text']}")
            return
    raise RankreesError(f"{store} has no run {number}")
