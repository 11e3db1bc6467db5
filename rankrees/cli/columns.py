"""What the commands on a user's own files share: how columns are meant, and shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
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


model = click.option(
    "--model",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A model that `rankrees fit` has written, instead of data to train on.",
)
threads = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Threads that grow the trees of an ensemble.",
)
preprocess = click.option(
    "--preprocess",
    default="",
    metavar="STEP[,STEP]",
    help="Steps fitted on the training rows: replace-missing, discretize-equal-width, "
    "discretize-mdl, remove-useless; parameters in brackets: "
    "discretize-equal-width[bins=5]. Without any, trees take data as they are.",
)


def refuse_with_model(ctx: click.Context) -> None:
    """Refuse what is said of training data where a model is given instead."""
    for name in ("method", "target", "nominal", "numeric", "drop", "preprocess"):
        source = ctx.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise click.UsageError(f"--{name} is for training, not for --model")


def say_compiling(*, quiet: bool) -> None:
    """Tell the user why a first use takes long."""
    from rankrees.kernel import is_compiled

    if not quiet and not is_compiled():
        say("rankrees: compiling the kernels, once; this takes a minute or two")


def read_own(file: DataFile, *, quiet: bool) -> tuple[Dataset, RawTable]:
    """Read a file of the user's, and show how it was understood."""
    from rankrees.data.userfile import read_raw, stem

    raw = read_raw(file.path)
    dataset = file.dataset(raw, stem(file.path))
    if not quiet:
        show(file.describe(dataset, raw))
    return dataset, raw


def show(lines: Iterable[str]) -> None:
    """Tell the user how a file was understood."""
    for line in lines:
        say(f"rankrees: {line}")
