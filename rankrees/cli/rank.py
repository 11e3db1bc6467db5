"""`rankrees rank`: train on one file, rank the rows of another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rankrees.cli import columns, options
from rankrees.cli.options import say

if TYPE_CHECKING:
    from rankrees.data.dataset import Dataset
    from rankrees.data.newrows import NewRows

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("train", type=_FILE)
@click.argument("test", type=_FILE)
@click.option(
    "--method",
    default="c44+laplace",
    show_default=True,
    metavar="METHOD",
    help="TREE+ESTIMATOR[+COMBINER], as in `rankrees list methods`; parameters in "
    "brackets: c45[confidence=0.1]+m-branch[m=2]+bagging.",
)
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
@options.quiet
def rank(
    train: Path,
    test: Path,
    method: str,
    by: str | None,
    top: str | None,
    output: Path,
    target: str | None,
    nominal: tuple[str, ...],
    numeric: tuple[str, ...],
    drop: tuple[str, ...],
    preprocess: str,
    quiet: bool,
) -> None:
    r"""Rank the rows of TEST by the probability of a class, learnt from TRAIN.

    Both are ARFF, CSV or Parquet files with the same column names; TEST may have more
    columns, in any order, and needs no classes. Its rows are written most probable
    first (of equals the earlier row first), with rank and probabilities in front.

    If TEST has classes, the method does not see them, and the AUC of the ranking is
    told on standard error. How the columns of TRAIN were understood is shown there too;
    names in TEST that TRAIN does not have count as missing.

    \b
    rankrees rank old.csv new.csv --class good --top 5% -o best.csv
    """
    import csv

    from rankrees.config.load import methods_of
    from rankrees.data.newrows import rows_like
    from rankrees.data.userfile import DataFile, read_raw
    from rankrees.kernel import is_compiled
    from rankrees.methods.newdata import predict_new
    from rankrees.methods.spelling import parse_method, parse_steps
    from rankrees.report.tables.ranking import Ranking, how_many

    parsed, steps = parse_method(method, methods_of), parse_steps(preprocess)
    file = DataFile(train, target, nominal, numeric, drop)
    dataset, _ = columns.read_own(file, quiet=quiet)
    position = class_position(dataset, by)
    table = read_raw(test)
    options.refuse_inputs(output)
    n_top = None if top is None else how_many(top, table.n_rows)
    new = rows_like(dataset, table)
    _tell_unseen(new, str(test))
    if not quiet and not is_compiled():
        say("rankrees: compiling the kernels, once; this takes about a minute")
    proba = predict_new(parsed, dataset, new, steps).proba
    ranking = Ranking(table, dataset.class_names, proba, position)
    with options.open_output(output) as out:
        csv.writer(out, lineterminator="\n").writerows(ranking.rows(n_top))
    _tell_auc(ranking.auc(new.labels), new, dataset.class_names[position])


def class_position(dataset: Dataset, by: str | None) -> int:
    """Return which class a name means; refuse one that is not there."""
    from rankrees.errors import RankreesError
    from rankrees.names import nearest

    names = dataset.class_names
    if by is None:
        raise RankreesError(f"rank by which class? --class {' or '.join(names)}")
    if by not in names:
        column = dataset.class_attribute.name
        raise RankreesError(f"{column} has no class {by!r}; {nearest(by, names)}")
    return names.index(by)


def _tell_unseen(new: NewRows, test: str) -> None:
    if new.unseen:
        counts = ", ".join(f"{name} ({n})" for name, n in new.unseen.items())
        say(
            f"rankrees: {test}: cells with a name that the training data do not have "
            f"count as missing: {counts}"
        )


def _tell_auc(value: float, new: NewRows, name: str) -> None:
    n_known = int((new.labels >= 0).sum())
    if value == value:  # not NaN
        say(f"rankrees: AUC of {name!r}: {value:.4f} ({n_known} rows with a class)")
    elif n_known:
        say("rankrees: no AUC: the rows with a class are all of one kind")
