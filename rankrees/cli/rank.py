"""`rankrees rank`: rank the rows of a file, learning from another or by a model."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rankrees.cli import columns, options
from rankrees.cli.options import say

if TYPE_CHECKING:
    from rankrees.api.models import Ranked

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("files", type=_FILE, nargs=-1, required=True, metavar="[TRAIN] TEST")
@columns.model
@options.method
@click.option("--class", "by", metavar="VALUE", help="The class to rank by.")
@click.option("--top", metavar="N|N%", help="Only the first rows: 100, or 5%.")
@options.output(
    "-o",
    "--output",
    dash=True,
    default="-",
    metavar="FILE",
    help="The CSV file to write.  [default: standard output]",
)
@columns.column_options
@columns.preprocess
@columns.threads
@options.quiet
@click.pass_context
def rank(
    ctx: click.Context,
    files: tuple[Path, ...],
    model: Path | None,
    method: str,
    by: str | None,
    top: str | None,
    output: Path,
    target: str | None,
    nominal: tuple[str, ...],
    numeric: tuple[str, ...],
    drop: tuple[str, ...],
    preprocess: str,
    jobs: int,
    quiet: bool,
) -> None:
    r"""Rank the rows of TEST by the probability of a class, learnt from TRAIN.

    Both are ARFF, CSV or Parquet files with the same column names; TEST may have more
    columns, in any order, and needs no classes. Its rows are written most probable
    first (of equals the earlier row first), with rank and probabilities in front.
    With --model, a model that `rankrees fit` has written stands for TRAIN.

    If TEST has classes, the method does not see them, and the AUC of the ranking is
    told on standard error. How the columns of TRAIN were understood is shown there too;
    names in TEST that TRAIN does not have count as missing.

    \b
    rankrees rank old.csv new.csv --class good --top 5% -o best.csv
    rankrees rank --model model.rkr new.csv --class good
    """
    import csv

    from rankrees.api.models import class_position, fit_dataset, load_model
    from rankrees.data.userfile import DataFile, read_raw
    from rankrees.reports.tables.ranking import how_many

    n_files = 2 if model is None else 1
    if len(files) != n_files:
        wanted = "TRAIN and TEST" if model is None else "TEST alone, beside --model"
        raise click.UsageError(f"give {wanted}: {n_files} files, not {len(files)}")
    if model is not None:
        columns.refuse_with_model(ctx)
        fitted = load_model(model)
        table = read_raw(files[-1])
        options.refuse_inputs(output)
    else:
        file = DataFile(files[0], target, nominal, numeric, drop)
        dataset, _ = columns.read_own(file, quiet=quiet)
        class_position(dataset.schema, by)  # before it takes time
        table = read_raw(files[-1])
        options.refuse_inputs(output)  # before it takes time, too
        if top is not None:
            how_many(top, table.n_rows)
        columns.say_compiling(quiet=quiet)
        fitted = fit_dataset(dataset, method, preprocess, n_jobs=jobs)
    ranked = fitted.ranked(table, by)
    n_top = ranked.n_top(top)
    _say_unseen(ranked, str(files[-1]))
    with options.open_output(output) as out:
        csv.writer(out, lineterminator="\n").writerows(ranked.ranking.rows(n_top))
    _say_auc(ranked)


def _say_unseen(ranked: Ranked, test: str) -> None:
    if ranked.new.unseen:
        counts = ", ".join(f"{name} ({n})" for name, n in ranked.new.unseen.items())
        say(
            f"rankrees: {test}: cells with a name that the training data do not have "
            f"count as missing: {counts}"
        )


def _say_auc(ranked: Ranked) -> None:
    n_known = int((ranked.new.labels >= 0).sum())
    if not math.isnan(ranked.auc):
        name, value = ranked.ranking.class_name, ranked.auc
        say(f"rankrees: AUC of {name!r}: {value:.4f} ({n_known} rows with a class)")
    elif n_known:
        say("rankrees: no AUC: the rows with a class are all of one kind")
