"""What the commands on a user's own files share: how columns are meant, and shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rankrees.cli.options import say

if TYPE_CHECKING:
    from rankrees.data.dataset import Dataset
    from rankrees.data.rawtable import RawTable
    from rankrees.data.userfile import DataFile

F = TypeVar("F", bound=Callable[..., Any])


def _split(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[str, ...]:
    found = (one.strip() for text in value for one in text.split(","))
    return tuple(one for one in found if one)


def _columns(flag: str, text: str) -> Callable[[F], F]:
    return click.option(
        flag, multiple=True, callback=_split, metavar="COL[,COL]", help=text
    )


def column_options(command: F) -> F:
    """Add the options that say how the columns of a file are meant."""
    for option in (
        _columns("--drop", "Columns to leave out, such as an id."),
        _columns("--numeric", "Columns that are numbers, whatever they look like."),
        _columns("--nominal", "Columns that are names (codes, say), not numbers."),
        click.option(
            "--target", metavar="COL", help="The class column.  [default: the last]"
        ),
    ):
        command = option(command)
    return command


preprocess = click.option(
    "--preprocess",
    default="",
    metavar="STEP[,STEP]",
    help="Steps fitted on the training rows: replace-missing, discretize-equal-width, "
    "discretize-mdl, remove-useless; parameters in brackets: "
    "discretize-equal-width[bins=5]. Without any, trees take data as they are.",
)


def read_own(file: DataFile, *, quiet: bool) -> tuple[Dataset, RawTable]:
    """Read a file of the user's, and show how it was understood."""
    from rankrees.data.userfile import read_raw, stem

    raw = read_raw(file.path)
    dataset = file.dataset(raw, stem(file.path))
    if not quiet:
        show(file.describe(dataset, raw))
    return dataset, raw


def reasons_to_doubt(dataset: Dataset, n_folds: int) -> Iterator[str]:
    """Yield why scores on a user's file may flatter, by the folds of the first run."""
    from rankrees.data.doubts import doubts
    from rankrees.split.weka_folds import weka_folds

    if n_folds > dataset.n_rows:
        return  # that is refused elsewhere
    folds = (fold.test for fold in weka_folds(dataset.labels, 1, n_folds))
    for line in doubts(dataset, folds):
        yield f"{dataset.name}: warning: {line}"


def show(lines: Iterable[str]) -> None:
    """Tell the user how a file was understood."""
    for line in lines:
        say(f"rankrees: {line}")
