"""`rankrees tree`: the tree that a method grows, and what it says of a row."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rankrees.cli import columns, options
from rankrees.cli.options import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rankrees.data.dataset import Dataset
    from rankrees.methods.method import Method
    from rankrees.methods.task import Task


@click.command()
@click.argument("data", metavar="DATA")
@click.option(
    "--method",
    default="c45",
    show_default=True,
    metavar="METHOD",
    help="TREE or TREE+ESTIMATOR, as in `rankrees list methods`.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "dot", "svg"]),
    default="text",
    show_default=True,
    help="Weka's text form, Graphviz's language, or a picture.",
)
@options.output(
    "-o",
    "--output",
    dash=True,
    default="-",
    metavar="FILE",
    help="Where to write.  [default: standard output]",
)
@click.option(
    "--explain",
    type=click.IntRange(min=1),
    metavar="ROW",
    help="Show what makes the probability of a row (the first is 1), not the tree.",
)
@click.option(
    "--of",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The row to explain is one of this file.  [default: of DATA]",
)
@click.option("--class", "by", metavar="VALUE", help="The class to explain.")
@columns.column_options
@columns.preprocess
@options.data_dir
@options.quiet
def tree(
    data: str,
    method: str,
    form: str,
    output: Path,
    explain: int | None,
    of: Path | None,
    by: str | None,
    target: str | None,
    nominal: tuple[str, ...],
    numeric: tuple[str, ...],
    drop: tuple[str, ...],
    preprocess: str,
    data_dir: Path | None,
    quiet: bool,
) -> None:
    r"""Show the tree that a method grows on all rows of DATA.

    DATA is an ARFF, CSV or Parquet file, or a name from `rankrees datasets list`. With
    an estimator that gives each leaf a distribution, that is shown at the leaves.

    --explain ROW shows which nodes stand behind one row's probability: the class counts
    at each, what it says of the class, its weight, and what it adds. The last column
    adds up to the probability.

    \b
    rankrees tree loans.csv --method c45+laplace --format svg -o tree.svg
    rankrees tree old.csv --method c44+shrinkage --explain 3 --of new.csv --class good
    """
    from rankrees.config.load import methods_of
    from rankrees.data.catalog import Catalog
    from rankrees.data.newrows import rows_like, rows_of
    from rankrees.data.userfile import FILE_NAME, DataFile, read_raw
    from rankrees.errors import RankreesError
    from rankrees.methods.method import Method
    from rankrees.methods.newdata import new_task
    from rankrees.methods.spelling import parse_method, parse_steps

    parsed, steps = parse_method(method, methods_of), parse_steps(preprocess)
    if not isinstance(parsed, Method) or parsed.combine is not None:
        raise RankreesError(f"{method} has no single tree: name TREE or TREE+ESTIMATOR")
    if of is not None and explain is None:
        raise RankreesError("--of names the file of the row that --explain explains")
    if FILE_NAME.search(data):
        file = DataFile(Path(data), target, nominal, numeric, drop)
        dataset, _ = columns.read_own(file, quiet=quiet)
    else:
        dataset = Catalog(data_dir).load(data)
    if explain is None:
        task, seen = new_task(dataset, rows_of(dataset).take([]), steps)
        with options.open_output(output) as out:
            out.write(_drawn(form, parsed, task, seen))
        return
    rows = rows_of(dataset) if of is None else rows_like(dataset, read_raw(of))
    if explain > rows.n_rows:
        raise RankreesError(f"{of or data} has {rows.n_rows} rows, no row {explain}")
    task, seen = new_task(dataset, rows.take([explain - 1]), steps)
    where = f"{of or data}{'' if of else ', which the tree was grown on'}"
    title = f"Row {explain} of {where}, by {method}"
    with options.open_output(output) as out:
        out.write(_explained(title, parsed, task, seen, by))


def _drawn(form: str, method: Method, task: Task, dataset: Dataset) -> str:
    from rankrees.estimators.leaf import LeafEstimator
    from rankrees.trees.draw import tree_dot, tree_svg
    from rankrees.trees.text import tree_text

    grown = method.tree.grow(task, task.train)
    draw = {"text": tree_text, "dot": tree_dot, "svg": tree_svg}[form]
    if not isinstance(method.estimator, LeafEstimator):
        say(
            f"rankrees: with {method.estimator.name} the probabilities depend on the "
            "row, not on its leaf alone: --explain ROW shows them"
        )
        return draw(grown, dataset)
    proba = method.estimator.leaf_proba(grown, task)
    notes = {
        int(leaf): " [" + _distribution(dataset, proba[leaf]) + "]"
        for leaf in grown.leaves
    }
    return draw(grown, dataset, notes)


def _explained(
    title: str, method: Method, task: Task, dataset: Dataset, by: str | None
) -> str:
    from rankrees.cli.rank import class_position
    from rankrees.explain.terms import explain
    from rankrees.report.table import render
    from rankrees.report.tables.explanation import explained_table

    grown = method.tree.grow(task, task.train)
    proba = method.estimator.predict(grown, task)[0]
    position = int(proba.argmax()) if by is None else class_position(dataset, by)
    terms = explain(method.estimator, grown, task)
    table = explained_table(title, grown, dataset, terms, position)
    said = _distribution(dataset, proba)
    return f"{render([table], 'text')}\nprobabilities: {said}\n"


def _distribution(dataset: Dataset, proba: NDArray[np.float64]) -> str:
    pairs = zip(dataset.class_names, proba, strict=True)
    return ", ".join(f"{name} {p:.4f}" for name, p in pairs)
