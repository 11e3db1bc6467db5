"""`rankrees tree`: the tree that a method grows, and what it says of a row."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rankrees.cli import columns, options
from rankrees.cli.options import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rankrees.api.models import Explanation, Model
    from rankrees.data.dataset import Dataset
    from rankrees.data.userfile import DataFile


@click.command()
@click.argument("data", metavar="[DATA]", required=False)
@columns.model
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
@click.pass_context
def tree(
    ctx: click.Context,
    data: str | None,
    model: Path | None,
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
    r"""Show the tree that a method grows on all rows of DATA, or that of a model.

    DATA is an ARFF, CSV or Parquet file, or a name from `rankrees datasets list`. With
    an estimator that gives each leaf a distribution, that is shown at the leaves.

    --explain ROW shows which nodes stand behind one row's probability: the class counts
    at each, what it says of the class, its weight, and what it adds. The last column
    adds up to the probability.

    \b
    rankrees tree loans.csv --method c45+laplace --format svg -o tree.svg
    rankrees tree old.csv --method c44+shrinkage --explain 3 --of new.csv --class good
    rankrees tree --model model.rkr --explain 3 --of new.csv
    """
    from rankrees.api.models import fit_dataset, load_model
    from rankrees.data.newrows import rows_of
    from rankrees.data.userfile import DataFile
    from rankrees.errors import RankreesError

    if (data is None) == (model is None):
        raise click.UsageError("give either DATA or --model")
    if of is not None and explain is None:
        raise RankreesError("--of names the file of the row that --explain explains")
    if model is not None:
        columns.refuse_with_model(ctx)
        fitted = load_model(model)
        fitted.trained.single_tree  # noqa: B018  # says so where there is none
    else:
        check_single_tree(method)
        file = DataFile(Path(data or ""), target, nominal, numeric, drop)
        dataset = _dataset(file, str(data), data_dir, quiet=quiet)
        fitted = fit_dataset(dataset, method, preprocess)
    if explain is None:
        with options.open_output(output) as out:
            out.write(_drawn(form, fitted))
        return
    if of is not None:
        explanation = fitted.explain(of, explain)
    elif model is not None:
        raise RankreesError("--explain wants the file of the row: --of FILE")
    elif explain > dataset.n_rows:
        raise RankreesError(f"{data} has {dataset.n_rows} rows, no row {explain}")
    else:
        explanation = fitted.explained(rows_of(dataset).take([explain - 1]))
    where = f"{of or data}{'' if of else ', which the tree was grown on'}"
    title = f"Row {explain} of {where}, by {fitted.name}"
    with options.open_output(output) as out:
        out.write(_explained(title, explanation, by))


def check_single_tree(method: str) -> None:
    """Refuse a method that has no tree, or several, before it is trained."""
    from rankrees.config.load import methods_of
    from rankrees.errors import RankreesError
    from rankrees.methods.method import Method
    from rankrees.methods.spelling import parse_method

    parsed = parse_method(method, methods_of)
    if not isinstance(parsed, Method) or parsed.combine is not None:
        raise RankreesError(f"{method} has no single tree: name TREE or TREE+ESTIMATOR")


def _dataset(
    file: DataFile, data: str, data_dir: Path | None, *, quiet: bool
) -> Dataset:
    from rankrees.data.catalog import Catalog
    from rankrees.data.userfile import FILE_NAME

    if not FILE_NAME.search(data):
        return Catalog(data_dir).load(data)
    return columns.read_own(file, quiet=quiet)[0]


def _drawn(form: str, model: Model) -> str:
    from rankrees.estimators.leaf import LeafReading
    from rankrees.trees.draw import tree_dot, tree_svg
    from rankrees.trees.text import tree_text

    draw = {"text": tree_text, "dot": tree_dot, "svg": tree_svg}[form]
    fitted, dataset = model.trained.single_tree, model.trained.dataset
    reading = fitted.reading
    if not isinstance(reading, LeafReading):
        say(
            f"rankrees: with {model.name} the probabilities depend on the row, not on "
            "its leaf alone: --explain ROW shows them"
        )
        return draw(fitted.tree, dataset)
    proba = reading.leaf_proba
    notes = {
        int(leaf): " [" + _distribution(dataset, proba[leaf]) + "]"
        for leaf in fitted.tree.leaves
    }
    return draw(fitted.tree, dataset, notes)


def _explained(title: str, explanation: Explanation, by: str | None) -> str:
    from rankrees.api.models import class_position
    from rankrees.reports.formats import render
    from rankrees.reports.tables.explanation import explained_table

    dataset = explanation.dataset
    position = class_position(dataset.schema, by or explanation.most_probable)
    table = explained_table(
        title, explanation.tree, dataset, explanation.terms, position
    )
    said = _distribution(dataset, explanation.proba)
    return f"{render([table], 'text')}\nprobabilities: {said}\n"


def _distribution(dataset: Dataset, proba: Iterable[float]) -> str:
    pairs = zip(dataset.class_names, proba, strict=True)
    return ", ".join(f"{name} {p:.4f}" for name, p in pairs)
