"""`rankrees export`: every stored score of a config as one tidy CSV file."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import click

from rankrees.cli import options


@click.command()
@options.config
@click.option(
    "-o",
    "--output",
    type=click.File("w", encoding="utf-8", lazy=True, atomic=True),
    required=True,
    metavar="FILE",
    help="The CSV file to write; - is standard output.",
)
@options.datasets
@options.methods
@options.protocol
@options.store
@options.data_dir
def export(
    config: str,
    output: IO[str],
    datasets: tuple[str, ...],
    methods: tuple[str, ...],
    protocol: str,
    store: Path,
    data_dir: Path | None,
) -> None:
    """Write every score of every fold as CSV.

    The columns are dataset, method, protocol, run, fold, metric, value. Numbers are
    written so that they read back bit for bit; a fold without a value is empty. The
    order is the config's own, so equal results give equal files.
    """
    import csv
    import math

    from rankrees.cli.scored import stored_cells
    from rankrees.experiment.config import load_config
    from rankrees.experiment.results import EXPORT_COLUMNS, export_rows
    from rankrees.experiment.store import Store
    from rankrees.metrics.registry import METRICS

    experiment = load_config(config).narrowed(
        datasets=datasets, methods=methods, protocol=protocol
    )
    with Store(store) as opened:
        cells = stored_cells(experiment, data_dir, opened)
        writer = csv.writer(output, lineterminator="\n")
        writer.writerow(EXPORT_COLUMNS)
        for *names, value in export_rows(opened, experiment, cells, METRICS):
            assert isinstance(value, float)
            writer.writerow([*names, "" if math.isnan(value) else repr(value)])
