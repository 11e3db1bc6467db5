"""`rankrees evaluate`: cross-validate any methods on any files, without a config."""

from __future__ import annotations

from pathlib import Path

import click

from rankrees.cli import columns, options
from rankrees.cli.computing import compute, find_data, plan
from rankrees.cli.options import say


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
@click.option(
    "--save-config",
    type=click.Path(dir_okay=False, path_type=Path),
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

    Finished folds are kept in the store: the same command computes nothing again, and
    one more method or run computes just that.

    \b
    rankrees evaluate loans.csv --methods c45+frequency,c44+laplace,c44+m-branch
    """
    import tempfile

    from rankrees.cli.scored import score
    from rankrees.config.adhoc import adhoc_config, files_of
    from rankrees.config.load import load_config, methods_of
    from rankrees.data.catalog import Catalog
    from rankrees.errors import RankreesError
    from rankrees.methods.spelling import parse_methods, parse_steps
    from rankrees.metrics.registry import METRICS
    from rankrees.names import nearest
    from rankrees.report.table import render
    from rankrees.report.views import compare_view
    from rankrees.store.store import Store

    if metric not in METRICS:
        raise RankreesError(
            f"no metric is called {metric!r}; {nearest(metric, METRICS)}"
        )
    parsed, steps = parse_methods(methods, methods_of), parse_steps(preprocess)
    names, files, raws = files_of(data, target, nominal, numeric, drop)
    catalog = Catalog(data_dir)
    for name in names:
        if name not in files:
            catalog.load(name)  # says where it was looked for
    for name, file in files.items():
        dataset = file.dataset(raws[name], name)
        if not quiet:
            columns.show(file.describe(dataset, raws[name]))
    with tempfile.TemporaryDirectory() as folder:
        path = save_config or Path(folder) / "evaluate.yaml"
        text = adhoc_config(
            *(names, files, parsed, steps),
            runs=runs,
            folds=folds,
            metric=metric,
            beside=path.parent,
        )
        path.write_text(text, encoding="utf-8")
        experiment = load_config(path)
    if save_config is not None and not quiet:
        say(f"rankrees: wrote {save_config}")
    sources = find_data(experiment, data_dir, strict=True)
    with Store(store, write=True) as opened:
        cells, todo = plan(experiment, sources, opened, retry_failed=retry_failed)
        compute(experiment, todo, sources, opened, jobs, quiet=quiet, memory=memory)
        scored, complete = score(experiment, cells, opened, metric=metric)
    click.echo(render(compare_view(experiment, scored), form))
    ctx.exit(0 if complete else 1)
