"""`rankrees fit`: train a method on a file and keep it."""

from __future__ import annotations

from pathlib import Path

import click

from rankrees.cli import columns, options
from rankrees.cli.options import say


@click.command()
@click.argument("train", type=click.Path(dir_okay=False, path_type=Path))
@options.method
@options.output(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="The model file to write, by custom NAME.rkr.",
)
@columns.column_options
@columns.preprocess
@columns.threads
@options.quiet
def fit(
    train: Path,
    method: str,
    output: Path,
    target: str | None,
    nominal: tuple[str, ...],
    numeric: tuple[str, ...],
    drop: tuple[str, ...],
    preprocess: str,
    jobs: int,
    quiet: bool,
) -> None:
    r"""Train a method on all rows of TRAIN and keep it in a file.

    TRAIN is an ARFF, CSV or Parquet file. The model can then rank new rows
    (`rankrees rank --model`) and show its tree (`rankrees tree --model`), as often as
    you like and without training again.

    The file holds data only: the method, the columns with their values, the training
    rows and the trees. Nothing in it runs when it is read. As the training rows are in
    it, it is as confidential as they are.

    \b
    rankrees fit old.csv --method c44+shrinkage+bagging -o model.rkr
    rankrees rank --model model.rkr new.csv --class good --top 5%
    """
    from rankrees.api.models import fit_dataset
    from rankrees.data.userfile import DataFile

    file = DataFile(train, target, nominal, numeric, drop)
    dataset, _ = columns.read_own(file, quiet=quiet)
    options.refuse_inputs(output)  # before it takes time
    columns.say_compiling(quiet=quiet)
    model = fit_dataset(dataset, method, preprocess, n_jobs=jobs)
    model.save(output)
    if not quiet:
        say(f"rankrees: wrote {output}")
