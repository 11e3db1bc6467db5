"""Cross-validating any methods on any files, without a config."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rankrees.api.execution import Computing, find_data
from rankrees.api.lookup import DEFAULT_STORE, read_comparisons, warn_left_out
from rankrees.api.progress import Progress, Remarks, Silent
from rankrees.api.results import Results
from rankrees.api.runs import compute_missing
from rankrees.config.adhoc import Columns, adhoc_experiment, files_of
from rankrees.config.load import methods_of
from rankrees.data.catalog import Catalog
from rankrees.data.dataset import Dataset
from rankrees.data.doubts import doubts
from rankrees.errors import RankreesError
from rankrees.experiment.experiment import Experiment
from rankrees.methods.spelling import parse_methods, parse_steps
from rankrees.metrics.registry import METRICS
from rankrees.names import nearest
from rankrees.reports.footer import footer
from rankrees.reports.views import compare_view
from rankrees.split.weka_folds import weka_folds
from rankrees.store.store import Store


def evaluate(
    data: str | Path | Sequence[str | Path],
    methods: str,
    *,
    runs: int = 1,
    folds: int = 10,
    columns: Columns | None = None,
    preprocess: str = "",
    metric: str = "auc",
    store: str | Path = DEFAULT_STORE,
    jobs: int | Computing | None = None,
    progress: Progress | None = None,
) -> Results:
    """Cross-validate methods on data files and compare them.

    Parameters
    ----------
    data
        ARFF, CSV or Parquet files, or names of known data sets.
    methods
        As on the command line, separated by commas: `c45+frequency,c44+laplace`. The
        first one is what the others are compared with.
    runs, folds
        How often, and into how many folds the rows are divided.
    columns
        How the columns of files are meant.
    preprocess
        Steps fitted on the training rows, separated by commas: `replace-missing`.
    metric
        What is compared.
    store, jobs, progress
        As for `run`.
    """
    check_known_metric(metric)
    remarks = Remarks(progress)
    experiment = make_evaluation(
        data,
        methods,
        runs=runs,
        folds=folds,
        columns=columns,
        preprocess=preprocess,
        metric=metric,
        progress=remarks,
    )
    results = run_evaluation(
        experiment, metric=metric, store=store, jobs=jobs, progress=progress
    )
    return replace(results, remarks=(*remarks.warnings, *results.remarks))


def check_known_metric(metric: str) -> None:
    """Refuse a metric that is not there, and name the nearest."""
    if metric not in METRICS:
        raise RankreesError(
            f"no metric is called {metric!r}; {nearest(metric, METRICS)}"
        )


def make_evaluation(
    data: str | Path | Sequence[str | Path],
    methods: str,
    *,
    runs: int = 1,
    folds: int = 10,
    columns: Columns | None = None,
    preprocess: str = "",
    metric: str = "auc",
    data_dir: str | Path | None = None,
    path: Path | None = None,
    progress: Progress | None = None,
) -> Experiment:
    """Return what `evaluate` runs, and say how the files were understood.

    Its `resolved` is the text of a config that says the same, to be written to `path`.
    """
    parsed, steps = parse_methods(methods, methods_of), parse_steps(preprocess)
    several = [data] if isinstance(data, str | Path) else data
    names, files, raws = files_of(several, columns or Columns())
    catalog = Catalog(None if data_dir is None else Path(data_dir))
    for name in names:
        if name not in files:
            catalog.load(name)  # says where it was looked for
    told = progress or Silent()
    for name, file in files.items():
        dataset = file.dataset(raws[name], name)
        for line in file.describe(dataset, raws[name]):
            told.say(line)
        for line in _reasons_to_doubt(dataset, folds):
            told.warn(line)
    return adhoc_experiment(
        *(names, files, parsed, steps),
        runs=runs,
        folds=folds,
        metric=metric,
        path=path,
    )


def _reasons_to_doubt(dataset: Dataset, n_folds: int) -> Iterator[str]:
    """Yield why scores on a user's file may flatter, by the folds of the first run."""
    if n_folds > dataset.n_rows:
        return  # that is refused elsewhere
    folds = (fold.test for fold in weka_folds(dataset.labels, 1, n_folds))
    for line in doubts(dataset, folds):
        yield f"{dataset.name}: warning: {line}"


def run_evaluation(
    experiment: Experiment,
    *,
    metric: str = "auc",
    store: str | Path = DEFAULT_STORE,
    data_dir: str | Path | None = None,
    jobs: int | Computing | None = None,
    progress: Progress | None = None,
) -> Results:
    """Compute what is missing of an evaluation, and compare its methods."""
    remarks = Remarks(progress)
    folder = None if data_dir is None else Path(data_dir)
    sources = find_data(experiment, folder, remarks, strict=True)
    with Store(store, write=True) as opened:
        cells = compute_missing(experiment, sources, opened, jobs, remarks)
        compared, incomplete = read_comparisons(
            experiment, cells, opened, metric=metric
        )
        made = footer(opened.invocations({c.key for c in cells.values()}))
    warn_left_out(incomplete, remarks)
    return Results(
        compared,
        tuple(compare_view(experiment, compared)),
        not incomplete,
        tuple(remarks.warnings),
        made,
    )
