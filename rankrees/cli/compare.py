"""`rankrees compare`: tests and tables from the store alone."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from rankrees.cli import options


@click.command()
@options.config
@options.datasets
@options.methods
@options.protocol
@click.option(
    "--test",
    type=click.Choice(["corrected", "paired"]),
    default="corrected",
    show_default=True,
    help="The corrected resampled t-test, or the plain paired one (too optimistic).",
)
@click.option(
    "--alpha",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="Significant if p <= alpha, two-tailed.",
)
@click.option("--metric", metavar="M", help="Another metric than the protocols' own.")
@click.option(
    "--baseline", metavar="METHOD", help="Another baseline than the config's."
)
@options.form
@click.option(
    "--against",
    type=click.Choice(["published"]),
    help="Put the numbers printed in the paper beside ours.",
)
@options.store
@options.data_dir
@click.pass_context
def compare(
    ctx: click.Context,
    config: str,
    datasets: tuple[str, ...],
    methods: tuple[str, ...],
    protocol: str,
    test: str,
    alpha: float,
    metric: str | None,
    baseline: str | None,
    form: str,
    against: str | None,
    store: Path,
    data_dir: Path | None,
) -> None:
    """Compare the methods of a config by the results in the store.

    Shows the mean of each method on each data set, with marks for what is significantly
    better (v) or worse (*) than the baseline, and the wins/ties/losses of every method
    (row) against every other (column). Nothing is computed: `rankrees run` does that.

    With --against published: each printed number, ours as published (and whether it
    equals the print, rounded half up to its decimals) and ours as described.
    """
    from rankrees.cli.scored import made_with, score_stored
    from rankrees.errors import RankreesError
    from rankrees.experiment.config import load_config
    from rankrees.metrics.registry import METRICS
    from rankrees.report.table import render
    from rankrees.report.views import against_view, compare_view

    experiment = load_config(config, store).narrowed(
        datasets=datasets, methods=methods, protocol=protocol
    )
    if metric is not None and metric not in METRICS:
        raise RankreesError(
            f"no metric is called {metric!r} (known: {', '.join(METRICS)})"
        )
    if baseline is not None:
        if baseline not in experiment.methods:
            known = ", ".join(experiment.methods)
            raise RankreesError(f"no method is called {baseline!r} (known: {known})")
        experiment = dataclasses.replace(experiment, baseline=baseline)
    if against and experiment.paper is None:
        raise RankreesError(
            f"{experiment.name} replicates no paper: nothing is printed"
        )
    scored, complete = score_stored(
        experiment, store, data_dir, metric=metric, test=test, alpha=alpha
    )
    if against:
        tables = against_view(experiment, scored)
    else:
        tables = compare_view(experiment, scored)
    if tables:
        notes = (*tables[-1].notes, *made_with(experiment, store, data_dir))
        tables[-1] = dataclasses.replace(tables[-1], notes=notes)
    click.echo(render(tables, form))
    ctx.exit(0 if complete else 1)
