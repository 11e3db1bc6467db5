"""`rankrees export`: results as one tidy CSV file, or as a bundle to hand on."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import click

from rankrees.cli import options
from rankrees.cli.options import say
from rankrees.cli.progress import Terminal


@click.command()
@click.option(
    "-c",
    "--config",
    metavar="C",
    help="A config file, or the name of a shipped one: whose scores to write.",
)
@options.output(
    "-o",
    "--output",
    dash=True,
    metavar="FILE",
    help="The CSV file to write; - is standard output.",
)
@options.output(
    "--bundle",
    metavar="ZIP",
    help="Pack the whole store into this file instead, with its configs and what they "
    "were computed with.",
)
@options.datasets
@options.methods
@options.protocol
@options.store
@options.data_dir
@click.pass_context
def export(
    ctx: click.Context,
    config: str | None,
    output: Path | None,
    bundle: Path | None,
    datasets: tuple[str, ...],
    methods: tuple[str, ...],
    protocol: str,
    store: Path,
    data_dir: Path | None,
) -> None:
    """Write every score of every fold as CSV, or pack the store to hand it on.

    With -o FILE and --config: the columns are dataset, method, protocol, run, fold,
    metric, value. Numbers are written so that they read back bit for bit; a fold
    without a value is empty, and one that is not computed has no line: then the exit
    code is 1. The order is the config's own, so equal results give
    equal files.

    With --bundle results.zip: the store (a consistent copy, also while a run goes on),
    the configs of all its runs, and versions, machines, times and the data sets'
    hashes. Whoever gets it can say, without the data and without unpacking it,
    `rankrees compare --config table3.yaml --store results.zip`.
    """
    if (output is None) == (bundle is None):
        raise click.UsageError("give either -o FILE or --bundle ZIP")
    from rankrees.api.exports import export_bundle, export_scores

    if bundle is not None:
        export_bundle(bundle, store=store)
        say(f"rankrees: wrote {bundle}")
        return
    if config is None or output is None:
        raise click.UsageError("-o needs --config: whose scores to write")
    exported = export_scores(
        config,
        datasets=datasets,
        methods=methods,
        protocol=protocol,
        store=store,
        data_dir=data_dir,
        progress=Terminal(),
    )
    with options.open_output(output) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(exported.frame.columns)
        for *names, value in exported.frame.itertuples(index=False):
            writer.writerow([*names, "" if math.isnan(value) else repr(value)])
    ctx.exit(0 if exported.complete else 1)
