"""Options that several commands share."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

DEFAULT_STORE = "results/rankrees.sqlite"
_MOST_BYTES = 2**60


class Size(click.ParamType):
    """A number of bytes: 500M, 2G, or plain."""

    name = "size"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Return the number of bytes."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?)([kKMGT]?)", str(value))
        if found is None:
            self.fail(f"{value!r} is not a size such as 500M or 2G", param, ctx)
        power = " kMGT".index(found[2].replace("K", "k") or " ")
        size = float(found[1]) * 1024**power
        if size > _MOST_BYTES:
            self.fail("more than any machine has; 500M or 2G is expected", param, ctx)
        return int(size)


class OutputPath(click.ParamType):
    """A file to write. What cannot be written is refused before anything is done.

    Parameters
    ----------
    dash
        Whether - means standard output.
    """

    name = "output"

    def __init__(self, *, dash: bool = False) -> None:
        self.dash = dash

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """Return the path, if something can be written there."""
        from rankrees.files import check_output

        path = Path(value)
        if not (self.dash and is_dash(path)):
            check_output(path)
        return path


def output(*names: str, dash: bool = False, **attributes: Any) -> Callable[[F], F]:
    """Make the option that says where a command writes to."""
    return click.option(*names, type=OutputPath(dash=dash), **attributes)


def is_dash(path: Path) -> bool:
    """Tell whether standard output is meant."""
    return str(path) == "-"


def refuse_inputs(path: Path) -> None:
    """Refuse an output that is an input; for when all are read and work begins."""
    from rankrees.files import check_output

    if not is_dash(path):
        check_output(path)


@contextmanager
def open_output(path: Path) -> Iterator[IO[str]]:
    """Give the text file that `output` named, or standard output."""
    from rankrees.files import new_text
    from rankrees.names import visible

    if not is_dash(path):
        with new_text(path, errors="backslashreplace") as file:
            yield file
        return
    out = sys.stdout
    if not out.isatty():
        yield out
        out.flush()
        return
    # data for a program are left as they are, but a terminal obeys what is in them
    text = io.StringIO()
    yield text
    click.echo(visible(text.getvalue(), lines=True), nl=False)


config = click.option(
    "-c",
    "--config",
    required=True,
    metavar="C",
    help="A config file, or the name of a shipped one (see `rankrees list configs`).",
)
config_or_scores = click.option(
    "-c",
    "--config",
    metavar="C",
    help="A config file, or the name of a shipped one (see `rankrees list configs`).",
)
scores = click.option(
    "--scores",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Instead of --config: a CSV file of scores, with the columns dataset, method, "
    "run, fold, value (run and fold can be left out if there is one score each).",
)
allow_missing = click.option(
    "--allow-missing",
    is_flag=True,
    help="With --scores: leave out data sets that lack a score, instead of refusing.",
)
lower_is_better = click.option(
    "--lower-is-better",
    is_flag=True,
    help="With --scores: the scores are losses. (Known of rankrees' own metrics.)",
)
ratio = click.option(
    "--ratio",
    type=click.FloatRange(0, min_open=True),
    metavar="R",
    help="With --scores: size of the test sets over size of the training sets, for the "
    "corrected test.  [default: 1/(k-1), for the k folds of a run]",
)
fold_test = click.option(
    "--test",
    type=click.Choice(["corrected", "paired", "sign", "wilcoxon"]),
    default="corrected",
    show_default=True,
    help="The test on the folds of a data set: the corrected resampled t-test; the "
    "others take folds for independent and find differences too easily.",
)
alpha = click.option(
    "--alpha",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="Significant if p <= alpha, two-tailed.",
)
metric = click.option(
    "--metric", metavar="M", help="Another metric than the protocols' own."
)
baseline = click.option(
    "--baseline", metavar="METHOD", help="Another baseline than the config's."
)
control = click.option(
    "--control",
    metavar="METHOD",
    help="Over data sets, compare only this method with the others.",
)
datasets = click.option(
    "-d",
    "--dataset",
    "datasets",
    multiple=True,
    metavar="SET",
    help="Only this data set of the config, or with ^SET all others; can be given "
    "several times.",
)
methods = click.option(
    "-m",
    "--method",
    "methods",
    multiple=True,
    metavar="METHOD",
    help="Only this method, by its label in the config, or with ^METHOD all others; "
    "can be given several times.",
)
protocol = click.option(
    "--protocol",
    type=click.Choice(["described", "published", "both"]),
    default="both",
    show_default=True,
    help="The methods as the papers' text describes them, as the published programs "
    "had them, or both.",
)
method = click.option(
    "--method",
    default="c44+laplace",
    show_default=True,
    metavar="METHOD",
    help="TREE+ESTIMATOR[+COMBINER], as in `rankrees list methods`; parameters in "
    "brackets: c45[confidence=0.1]+m-branch[m=2]+bagging.",
)
store = click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    default=DEFAULT_STORE,
    show_default=True,
    metavar="PATH",
    help="The file that keeps the results; to look at, also a bundle of them "
    "(see `rankrees export --bundle`).",
)
data_dir = click.option(
    "--data-dir",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder of ARFF files to look in first; next come the folder that "
    "RANKREES_DATA names, the shipped data sets, and downloads.",
)

jobs = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Worker processes.  [default: one per CPU]",
)
dask = click.option(
    "--dask",
    metavar="ADDRESS",
    help="Send the folds to a Dask scheduler, such as tcp://host:8786, instead of "
    "to processes on this machine (needs `pip install 'rankrees[dask]'`).",
)


def _certificate(
    ctx: click.Context, param: click.Parameter, value: Path | None
) -> None:
    if value is not None:
        from rankrees.experiment.dask_client import use_certificate

        use_certificate(str(param.name).removeprefix("tls_"), value)


def tls(command: F) -> F:
    """Add the options that name certificates for a scheduler at tls://..."""
    for flag, text in (
        ("--tls-key", "The private key of that certificate."),
        ("--tls-cert", "Our own certificate, for a Dask scheduler at tls://..."),
        ("--tls-ca-file", "Who signed the certificates of scheduler and workers."),
    ):
        command = click.option(
            flag,
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            metavar="PEM",
            callback=_certificate,
            expose_value=False,
            help=text,
        )(command)
    return command


memory = click.option(
    "--memory",
    type=Size(),
    metavar="SIZE",
    help="How much memory each worker may use, such as 2G or 700M. What can be large "
    "is a table of how alike rows are: it gets what is left, and where it does not "
    "fit, rows are compared when needed.  [default: 512M for that table]",
)
form = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "markdown", "latex", "json"]),
    default="text",
    show_default=True,
    help="How the tables are written.",
)
retry_failed = click.option(
    "--retry-failed", is_flag=True, help="Try failed folds again."
)
quiet = click.option(
    "-q", "--quiet", is_flag=True, help="No progress on standard error."
)


def say(message: str, **style: Any) -> None:
    """Tell the user something that is not a result."""
    from rankrees.names import visible

    with suppress(OSError):  # a terminal that is gone, a full disk: results matter
        click.echo(visible(message, lines=True), err=True, **style)


def say_all(remarks: Iterable[str]) -> None:
    """Tell the user what there is to remark on results."""
    for remark in remarks:
        say(f"rankrees: {remark}")


def check_source(
    config: str | None, scores: Path | None, only_scores: Mapping[str, object]
) -> None:
    """Refuse both or neither of the two, and options of --scores without it."""
    if (config is None) == (scores is None):
        raise click.UsageError("give either --config or --scores")
    for name, value in only_scores.items():
        if scores is None and value:
            raise click.UsageError(f"--{name.replace('_', '-')} is for --scores")
