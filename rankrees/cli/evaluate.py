"""`rankrees evaluate`: cross-validate any methods on any files, without a config."""

from __future__ import annotations

from pathlib import Path

import click

from rankrees.cli import columns, options
from rankrees.cli.progress import Terminal


@click.command()
@click.argument("data", nargs=-1, required=True, metavar="DATA...")
@click.option(
    "--methods",
    required=True,
    metavar="M,M,...",
    help="TREE+ESTIMATOR[+COMBINER], as in `rankrees list methods`, separated by "
    "commas; parameters in brackets: c45[min_leaf=5]+m-branch. Also CONFIG:LABEL, "
    "sklearn:RandomForestClassifier(n_estimators=500), weka:CLASS OPTIONS. A "
    "label may stand before: RF=sklearn:... The first method is what the others are "
    "compared with.",
)
@click.option("--runs", type=click.IntRange(1, 10_000), default=1, show_default=True)
@click.option("--folds", type=click.IntRange(2, 10_000), default=10, show_default=True)
@click.option(
    "--metric",
    default="auc",
    show_default=True,
    metavar="M",
    help="What is compared; `rankrees list metrics` has them all.",
)
@columns.column_options
@columns.preprocess
@options.output(
    "--save-config",
    metavar="FILE",
    help="Write the config that says the same, for `rankrees run --config FILE`.",
)
@options.form
@options.jobs
@options.memory
@options.store
@options.data_dir
@options.retry_failed
@options.quiet
@click.pass_context
def evaluate(
    ctx: click.Context,
    data: tuple[str, ...],
    methods: str,
    runs: int,
    folds: int,
    metric: str,
    target: str | None,
    nominal: tuple[str, ...],
    numeric: tuple[str, ...],
    drop: tuple[str, ...],
    preprocess: str,
    save_config: Path | None,
    form: str,
    jobs: int | None,
    memory: int | None,
    store: Path,
    data_dir: Path | None,
    retry_failed: bool,
    quiet: bool,
) -> None:
    r"""Cross-validate methods on data files and compare them.

    DATA are ARFF, CSV or Parquet files, or names from `rankrees datasets list`. Every
    method sees the same folds. Printed are the means, with marks for what is
    significantly better (v) or worse (*) than the first method by the corrected
    resampled t-test, and wins/ties/losses of each method against each other.

    Told too is what makes scores flatter: equal rows in training and test, an
    attribute that decides the class alone, an id.

    Finished folds are kept in the store: the same command computes nothing again, and
    one more method or run computes just that.

    \b
    rankrees evaluate loans.csv --methods c45+frequency,c44+laplace,c44+m-branch
    """
    from rankrees.api.evaluations import (
        check_known_metric,
        make_evaluation,
        run_evaluation,
    )
    from rankrees.api.execution import Computing
    from rankrees.config.adhoc import Columns
    from rankrees.files import write_file
    from rankrees.reports.formats import render

    progress = Terminal(quiet=quiet)
    check_known_metric(metric)
    experiment = make_evaluation(
        data,
        methods,
        runs=runs,
        folds=folds,
        columns=Columns(target, nominal, numeric, drop),
        preprocess=preprocess,
        metric=metric,
        data_dir=data_dir,
        path=save_config,
        progress=progress,
    )
    if save_config is not None:
        write_file(save_config, experiment.resolved or "")
        progress.say(f"wrote {save_config}")
    results = run_evaluation(
        experiment,
        metric=metric,
        store=store,
        data_dir=data_dir,
        jobs=Computing(jobs, memory=memory, retry_failed=retry_failed),
        progress=progress,
    )
    click.echo(render(results.tables, form))
    ctx.exit(0 if results.complete else 1)
