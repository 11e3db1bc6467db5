"""Comparing methods: by the results in the store, or by anybody's scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pandas as pd

from rankrees.api.lookup import (
    DEFAULT_STORE,
    Config,
    check_method,
    check_metric,
    load_part,
    read_comparisons,
    stored_cells,
    warn_if_empty,
    warn_left_out,
)
from rankrees.api.progress import Remarks
from rankrees.api.results import Results
from rankrees.errors import RankreesError, ScoresError
from rankrees.reports.footer import footer
from rankrees.reports.table import Table
from rankrees.reports.views import against_view, compare_view, scores_view
from rankrees.statistics.comparison import Comparison, of_file
from rankrees.statistics.foldtests import FoldTest, fold_ratio
from rankrees.statistics.scorefile import (
    chosen,
    complete_scores,
    folds_of,
    read_scores,
)
from rankrees.store.store import Store


@dataclass(frozen=True)
class Selection:
    """What is compared, of all that there is.

    Parameters
    ----------
    datasets, methods
        Only these, or with ^NAME all but these.
    protocol
        `described`, `published` or `both`.
    metric
        Another metric than the protocols' own.
    baseline
        Another baseline than the config's.
    test
        The test on the folds of a data set, and its level.
    """

    datasets: Sequence[str] = ()
    methods: Sequence[str] = ()
    protocol: str = "both"
    metric: str | None = None
    baseline: str | None = None
    test: FoldTest = field(default_factory=FoldTest)


def compare(
    config: Config,
    *,
    datasets: Sequence[str] = (),
    methods: Sequence[str] = (),
    protocol: str = "both",
    metric: str | None = None,
    baseline: str | None = None,
    test: FoldTest | None = None,
    against_print: bool = False,
    store: str | Path = DEFAULT_STORE,
    data_dir: str | Path | None = None,
) -> Results:
    """Compare the methods of a config by the results in the store.

    Nothing is computed: `run` does that.

    Parameters
    ----------
    config
        A config file, the name of a shipped one, or an `Experiment`.
    datasets, methods
        Only these of the config, or with ^NAME all but these.
    protocol
        `described`, `published` or `both`.
    metric
        Another metric than the protocols' own.
    baseline
        The method that the others are marked against, if not the config's.
    test
        The test on the folds of a data set and its level, such as
        `FoldTest("paired", alpha=0.01)`; the corrected resampled t-test if None.
    against_print
        Make the tables that set the numbers printed in the paper beside ours.
    store, data_dir
        As for `run`; the store may be a bundle.
    """
    asked = Selection(datasets, methods, protocol, metric, baseline, test or FoldTest())
    found = read_stored(config, asked, store, data_dir, against_print=against_print)
    experiment = next(iter(found.comparisons.values())).config
    view = against_view if against_print else compare_view
    return replace(found, tables=tuple(view(experiment, found.comparisons)))


def read_stored(
    config: Config,
    asked: Selection,
    store: str | Path,
    data_dir: str | Path | None,
    *,
    against_print: bool = False,
) -> Results:
    """Return what the store has of a config, without tables.

    The store is opened once and data are looked up once.
    """
    remarks = Remarks()
    experiment = load_part(
        config,
        store=Path(store),
        datasets=asked.datasets,
        methods=asked.methods,
        protocol=asked.protocol,
    )
    check_metric(asked.metric, experiment)
    if asked.baseline is not None:
        experiment = load_part(experiment, baseline=asked.baseline)
    if against_print and experiment.paper is None:
        raise RankreesError(
            f"{experiment.name} replicates no paper: nothing is printed"
        )
    folder = None if data_dir is None else Path(data_dir)
    with Store(store) as opened:
        cells = stored_cells(experiment, folder, opened, remarks)
        compared, incomplete = read_comparisons(
            experiment, cells, opened, metric=asked.metric, test=asked.test
        )
        made = footer(opened.invocations({c.key for c in cells.values()}))
    warn_left_out(incomplete, remarks)
    complete = not incomplete and not warn_if_empty(compared, remarks)
    return Results(compared, (), complete, tuple(remarks.warnings), made)


def compare_scores(
    scores: str | Path,
    *,
    datasets: Sequence[str] = (),
    methods: Sequence[str] = (),
    protocol: str = "both",
    metric: str | None = None,
    baseline: str | None = None,
    test: FoldTest | None = None,
    allow_missing: bool = False,
    lower_is_better: bool = False,
) -> Results:
    """Compare anybody's scores, from a CSV file.

    Parameters
    ----------
    scores
        The file, with the columns dataset, method, run, fold, value; run and fold can
        be left out if there is one score each.
    datasets, methods, protocol, metric, baseline
        As for `compare`, of what the file has. Several metrics must be chosen from.
    test
        As for `compare`. Where its `ratio` of test to training rows is 0, that of the
        folds in a run is taken.
    allow_missing
        Leave out data sets that lack a score, instead of refusing.
    lower_is_better
        The scores are losses; known of rankrees' own metrics.
    """
    asked = Selection(datasets, methods, protocol, metric, baseline, test or FoldTest())
    found = read_file(
        scores, asked, allow_missing=allow_missing, lower_is_better=lower_is_better
    )
    tables: list[Table] = []
    for one in found.comparisons.values():
        tables += scores_view(one)
    return replace(found, tables=tuple(tables))


def read_file(
    scores: str | Path,
    asked: Selection,
    *,
    allow_missing: bool = False,
    lower_is_better: bool = False,
) -> Results:
    """Return what a file of scores compares, by the protocols in it, without tables."""
    path = Path(scores)
    remarks = Remarks()
    found: dict[str, Comparison] = {}
    frame, metric = _chosen_scores(path, asked)
    for protocol, part in frame.groupby("protocol", sort=False):
        whole, left_out = complete_scores(part, path, allow_missing=allow_missing)
        for dataset, why in left_out.items():
            remarks.warn(f"left out: {dataset}: {why}")
        methods = [str(method) for method in whole["method"].unique()]
        if asked.baseline is not None:
            check_method(asked.baseline, methods)
        found[str(protocol)] = of_file(
            whole,
            path.name,
            _file_test(whole, path, asked.test),
            asked.baseline or methods[0],
            metric=metric,
            protocol=str(protocol),
            lower_is_better=lower_is_better,
        )
    return Results(found, (), remarks=tuple(remarks.warnings))


def _chosen_scores(path: Path, asked: Selection) -> tuple[pd.DataFrame, str]:
    """Return the scores that were asked for, and their one metric if it is named."""
    frame = read_scores(path)
    names: Iterable[tuple[str, Sequence[str]]] = (
        ("dataset", asked.datasets),
        ("method", asked.methods),
        ("protocol", () if asked.protocol == "both" else (asked.protocol,)),
        ("metric", () if asked.metric is None else (asked.metric,)),
    )
    for column, kept in names:
        frame = chosen(frame, path, column, kept)
    metrics = [str(m) for m in frame["metric"].unique()] if "metric" in frame else []
    if len(metrics) > 1:
        known = f"several metrics, choose with --metric: {', '.join(metrics)}"
        raise ScoresError(path, None, known)
    if "protocol" not in frame:
        frame = frame.assign(protocol="")
    return frame, metrics[0] if metrics else ""


def _file_test(frame: pd.DataFrame, path: Path, test: FoldTest) -> FoldTest:
    """Return the test on folds, with the ratio that was given or the folds show."""
    single = not frame.duplicated(["dataset", "method"]).any()
    if test.name != "corrected" or test.ratio or single:
        return test
    folds = folds_of(frame)
    sizes = set(folds.values())
    if len(sizes) > 1 or sizes & {0, 1}:
        listed = ", ".join(f"{name} {n or 'varies'}" for name, n in folds.items())
        raise ScoresError(
            path,
            None,
            "the corrected test must know the size of the test sets, which the "
            f"folds of a run do not tell ({listed}): give it with --ratio",
        )
    return replace(test, ratio=fold_ratio(sizes.pop()))
