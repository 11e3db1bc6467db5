"""`rankrees export`: results as one tidy CSV file, or as a bundle to hand on."""

from __future__ import annotations

from pathlib import Path

import click

from rankrees.cli import options
from rankrees.cli.options import say


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
    if bundle is not None:
        _pack(store, bundle)
        return
    if config is None or output is None:
        raise click.UsageError("-o needs --config: whose scores to write")
    complete = _write_csv(config, output, datasets, methods, protocol, store, data_dir)
    ctx.exit(0 if complete else 1)


def _pack(store: Path, bundle: Path) -> None:
    from rankrees.store.bundle import write_bundle
    from rankrees.store.store import Store

    with Store(store) as opened:
        write_bundle(opened, bundle)
    say(f"rankrees: wrote {bundle}")


def _write_csv(
    config: str,
    output: Path,
    datasets: tuple[str, ...],
    methods: tuple[str, ...],
    protocol: str,
    store: Path,
    data_dir: Path | None,
) -> bool:
    """Write the scores; return whether all folds are there."""
    import csv
    import math
    from collections import Counter

    from rankrees.cli.scored import stored_cells
    from rankrees.config.load import load_config
    from rankrees.experiment.plan import Cell
    from rankrees.metrics.registry import METRICS
    from rankrees.names import listed
    from rankrees.store.results import EXPORT_COLUMNS, export_rows
    from rankrees.store.store import Store

    experiment = load_config(config, store).narrowed(
        datasets=datasets, methods=methods, protocol=protocol
    )
    with Store(store) as opened, options.open_output(output) as file:
        cells = stored_cells(experiment, data_dir, opened)
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(EXPORT_COLUMNS)
        folds: Counter[Cell] = Counter()
        for *names, value in export_rows(opened, experiment, cells, METRICS):
            assert isinstance(value, float)
            writer.writerow([*names, "" if math.isnan(value) else repr(value)])
            folds[Cell(*map(str, names[:3]))] += 1
    n_expected = experiment.runs * experiment.n_folds * len(METRICS)
    holes = [cell for cell in cells if folds[cell] < n_expected]
    if holes:
        said = listed([f"{c.method} on {c.dataset}, {c.protocol}" for c in holes], 5)
        say(f"rankrees: not all folds of these are there: {said}")
    return not holes
