"""`rankrees compare`: tests and tables from the store, or from a file of scores."""

from __future__ import annotations

from pathlib import Path

import click

from rankrees.cli import options


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
    config: str | None,
    scores: Path | None,
    datasets: tuple[str, ...],
    methods: tuple[str, ...],
    protocol: str,
    test: str,
    alpha: float,
    metric: str | None,
    baseline: str | None,
    over_sets: bool,
    control: str | None,
    rope: float | None,
    form: str,
    against: str | None,
    allow_missing: bool,
    lower_is_better: bool,
    ratio: float | None,
    store: Path,
    data_dir: Path | None,
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
    options.check_source(
        config,
        scores,
        {
            "ratio": ratio,
            "allow_missing": allow_missing,
            "lower_is_better": lower_is_better,
        },
    )
    if scores is not None and against:
        raise click.UsageError("--against is for --config")
    from rankrees.api.comparisons import Selection, compare_scores
    from rankrees.api.comparisons import compare as compare_config
    from rankrees.reports.formats import render
    from rankrees.statistics.foldtests import FoldTest

    fold_test = FoldTest(test, ratio or 0.0, alpha)
    selection = Selection(datasets, methods, protocol, metric, baseline, fold_test)
    if config is not None:
        results = compare_config(
            config,
            **vars(selection),
            against_print=against is not None,
            store=store,
            data_dir=data_dir,
        )
    else:
        assert scores is not None
        results = compare_scores(
            scores,
            **vars(selection),
            allow_missing=allow_missing,
            lower_is_better=lower_is_better,
        )
    options.say_all(results.remarks)
    # not among the results: the same numbers made again are the same table
    options.say_all(results.made_with)
    tables = results.tables
    if over_sets or control is not None or rope is not None:
        tables += results.over_sets(control=control, rope=rope)
    click.echo(render(tables, form))
    ctx.exit(0 if results.complete else 1)
