"""`rankrees status`: what is in the store."""

from __future__ import annotations

from pathlib import Path

import click

from rankrees.cli import options


@click.command()
@options.store
def status(store: Path) -> None:
    """Show what the store holds: folds done and failed, and how they were made.

    Works while a run goes on.
    """
    from rankrees.experiment.store import Store
    from rankrees.report.table import Table, render

    with Store(store) as opened:
        computations, invocations = opened.computations(), opened.invocations()
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
                _version(one["provenance"]),
                _machine(one["provenance"]),
            )
            for one in invocations
        ),
        n_left=7,
    )
    click.echo(render([results, runs], "text"))


def _version(made: dict[str, str]) -> str:
    commit = made.get("commit")
    return made["rankrees"] + (f" ({commit[:9]})" if commit else "")


def _machine(made: dict[str, str]) -> str:
    return (
        f"Python {made['python']}, numpy {made['numpy']}, numba {made['numba']}, "
        f"{made['cpu']}"
    )
