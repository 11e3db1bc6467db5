"""`rankrees compare`: tests and tables from the store, or from a file of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rankrees.cli import options
from rankrees.cli.comparisons import Asked, load_experiment, load_scores, score_config

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rankrees.reports.table import Table
    from rankrees.statistics.comparison import Comparison


@click.command()
@options.config_or_scores
@options.scores
@options.datasets
@options.methods
@options.protocol
@options.fold_test
@options.alpha
@options.metric
@options.baseline
@click.option(
    "--over-sets",
    is_flag=True,
    help="Also compare over all data sets together: average ranks, Friedman, Nemenyi, "
    "Wilcoxon with Holm's correction.",
)
@options.control
@click.option(
    "--rope",
    type=click.FloatRange(0),
    metavar="R",
    help="Over data sets, also the Bayesian signed-rank test, with this region of "
    "practical equivalence in the unit of the scores: 0.01 is a hundredth of AUC.",
)
@options.form
@click.option(
    "--against",
    type=click.Choice(["published"]),
    help="Put the numbers printed in the paper beside ours.",
)
@options.allow_missing
@options.lower_is_better
@options.ratio
@options.store
@options.data_dir
@click.pass_context
def compare(
    ctx: click.Context,
    /,
    over_sets: bool,
    control: str | None,
    rope: float | None,
    form: str,
    against: str | None,
    **asked_for: Any,
) -> None:
    """Compare methods by the results in the store, or by anybody's scores.

    Shows the mean of each method on each data set, with marks for what is significantly
    better (v) or worse (*) than the baseline, and the wins/ties/losses of every method
    (row) against every other (column). Nothing is computed: `rankrees run` does that.

    With --over-sets (which --control and --rope imply): average ranks, Friedman's test,
    the critical difference, and for each pair the Wilcoxon test with Holm's correction.

    With --scores: the same for scores of your own. A score that is missing, twice there
    or no number is refused by its line.

    With --against published: each printed number, ours as published (and whether it
    equals the print, rounded half up to its decimals) and ours as described.
    """
    from rankrees.reports.table import render

    asked = Asked(**asked_for)
    asked.check()
    over_sets = over_sets or control is not None or rope is not None
    complete = True
    if asked.scores is None:
        tables, compared, complete = _config_tables(asked, against)
    elif against:
        raise click.UsageError("--against is for --config")
    else:
        tables, compared = _file_tables(asked)
    if over_sets:
        tables += _over_sets(compared, control, rope)
    click.echo(render(tables, form))
    ctx.exit(0 if complete else 1)


def _config_tables(
    asked: Asked, against: str | None
) -> tuple[list[Table], list[Comparison], bool]:
    from rankrees.cli.scored import made_with
    from rankrees.errors import RankreesError
    from rankrees.reports.views import against_view, compare_view

    experiment = load_experiment(asked)
    if against and experiment.paper is None:
        raise RankreesError(
            f"{experiment.name} replicates no paper: nothing is printed"
        )
    scored, complete = score_config(experiment, asked)
    tables = (against_view if against else compare_view)(experiment, scored)
    # not among the results: the same numbers made again are the same table
    for line in made_with(experiment, asked.store, asked.data_dir):
        options.say(f"rankrees: {line}")
    return tables, list(scored.values()), complete


def _file_tables(asked: Asked) -> tuple[list[Table], list[Comparison]]:
    from rankrees.reports.views import scores_view

    compared = load_scores(asked)
    return [table for one in compared for table in scores_view(one)], compared


def _over_sets(
    compared: Iterable[Comparison], control: str | None, rope: float | None
) -> list[Table]:
    from rankrees.reports.tables.rank_tests import over_sets_view

    return [
        table
        for one in compared
        for table in over_sets_view(one, one.over_sets(control=control, rope=rope))
    ]
