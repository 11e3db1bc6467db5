"""Methods compared on data sets: what tables and plots ask for, computed once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import pandas as pd

from rankrees.experiment.experiment import Experiment
from rankrees.metrics.registry import METRICS
from rankrees.statistics.digits import round_half_up
from rankrees.statistics.foldtests import FoldTest, fold_ratio
from rankrees.statistics.means import CellMean, cell_means
from rankrees.statistics.oversets import OverSets, mean_matrix
from rankrees.statistics.ttest import PairOutcome
from rankrees.statistics.wtl import WinTieLoss, compare_on_datasets, win_tie_loss

SHOWN_DECIMALS = 2
"""As the papers print their numbers."""

_SMALL_DECIMALS, _LARGE_DECIMALS = 4, 2


@dataclass(frozen=True, eq=False)
class Comparison:
    """Scores of methods on data sets, and how they are to be compared.

    `of_experiment` makes one from an experiment's results, `of_file` from somebody's
    file of scores.

    Parameters
    ----------
    frame
        The scores, with the columns that `rankrees.statistics` wants.
    title
        What is compared.
    heading
        The title, and which of its scores are shown.
    score_name
        What the scores are called, for axes.
    methods, datasets
        In the order in which they are shown.
    baseline
        The method that the others are marked against.
    scale
        What scores are multiplied by where they are shown.
    decimals
        How many decimals are shown.
    higher_is_better
        The direction of a win.
    fold_test
        The test of two methods on the folds of a data set.
    protocol, metric
        Which scores these are; empty where that is not known.
    sizes
        The mean number of nodes by (data set, method), where a view shows it.
    experiment
        What the scores are of, None for a file's.
    """

    frame: pd.DataFrame
    title: str
    heading: str
    score_name: str
    methods: tuple[str, ...]
    datasets: tuple[str, ...]
    baseline: str
    scale: float
    decimals: int
    higher_is_better: bool
    fold_test: FoldTest
    protocol: str = ""
    metric: str = ""
    sizes: Mapping[tuple[str, str], float] = field(default_factory=dict)
    experiment: Experiment | None = None

    @property
    def config(self) -> Experiment:
        """The experiment that the scores are of; those of a file have none."""
        if self.experiment is None:
            raise ValueError(f"{self.title} is no experiment's")
        return self.experiment

    @cached_property
    def means(self) -> Mapping[tuple[str, str], CellMean]:
        """The mean by (data set, method), in the unit that tables show."""
        return cell_means(self.frame, self.scale)

    def mean(self, dataset: str, method: str) -> float | None:
        """Return the mean in the unit that tables show, or None."""
        found = self.means.get((dataset, method))
        if found is None or math.isnan(found.value):
            return None
        return found.value

    def shown(self, dataset: str, method: str) -> str | None:
        """Return the mean as text."""
        value = self.mean(dataset, method)
        return None if value is None else round_half_up(value, self.decimals)

    def sd(self, dataset: str, method: str) -> float | None:
        """Return the sample standard deviation over folds, in that unit too."""
        found = self.means.get((dataset, method))
        return None if found is None else found.sd

    def tests_against(self, baseline: str, method: str) -> dict[str, PairOutcome]:
        """Test a method against the baseline on each data set; sign 1 is better."""
        return compare_on_datasets(
            self._larger_is_better, method, baseline, self.fold_test
        )

    @cached_property
    def wins(self) -> Mapping[tuple[str, str], WinTieLoss]:
        """Wins, ties and losses of each ordered pair of methods, row against column."""
        return win_tie_loss(self._larger_is_better, list(self.methods), self.fold_test)

    @property
    def _larger_is_better(self) -> pd.DataFrame:
        if self.higher_is_better:
            return self.frame
        return self.frame.assign(value=-self.frame["value"])

    @property
    def test_in_words(self) -> str:
        """The test on folds, as tables name it."""
        return self.fold_test.words

    @property
    def has_folds(self) -> bool:
        """Whether a method has several scores on a data set, so that tests can be."""
        return bool(self.frame.duplicated(["dataset", "method"]).any())

    @cached_property
    def complete_sets(self) -> list[str]:
        """The data sets on which every method has a value, for fair means."""
        return [
            dataset
            for dataset in self.datasets
            if all(self.mean(dataset, m) is not None for m in self.methods)
        ]

    def over_sets(
        self, *, control: str | None = None, rope: float | None = None
    ) -> OverSets:
        """Compare the methods over the complete data sets.

        `rope` is in the unit of the scores themselves, not in the one that is shown.
        """
        matrix = mean_matrix(self.frame, self.methods)
        kept = [name for name in self.datasets if name in matrix.index]
        return OverSets(
            matrix.loc[kept],
            self.higher_is_better,
            self.fold_test.alpha,
            control,
            rope,
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """Folds that had no value, by data set."""
        counts: dict[str, int] = {}
        for (dataset, _), mean in self.means.items():
            counts[dataset] = max(counts.get(dataset, 0), mean.n_without)
        left_out = [f"{dataset} {n}" for dataset, n in counts.items() if n]
        if not left_out:
            return ()
        return (f"folds without a value, left out: {', '.join(left_out)}",)


def of_experiment(
    experiment: Experiment,
    protocol: str,
    metric: str,
    frame: pd.DataFrame,
    test: FoldTest | None = None,
    sizes: Mapping[tuple[str, str], float] | None = None,
) -> Comparison:
    """Return an experiment's scores under one protocol as a comparison.

    Parameters
    ----------
    frame
        The scores of complete cells.
    test
        The test and its level; how large the folds are is known of the experiment.
    """
    test = test or FoldTest()
    known = METRICS[metric]
    return Comparison(
        frame=frame,
        title=experiment.title,
        heading=f"{experiment.title}, as {protocol} ({metric})",
        score_name=f"{metric} in percent" if known.percent else metric,
        methods=tuple(experiment.methods),
        datasets=experiment.datasets,
        baseline=experiment.baseline,
        scale=100.0 if known.percent else 1.0,
        decimals=SHOWN_DECIMALS,
        higher_is_better=known.higher_is_better,
        fold_test=FoldTest(test.name, fold_ratio(experiment.n_folds), test.alpha),
        protocol=protocol,
        metric=metric,
        sizes={} if sizes is None else sizes,
        experiment=experiment,
    )


def of_file(
    frame: pd.DataFrame,
    name: str,
    test: FoldTest,
    baseline: str,
    *,
    metric: str = "",
    protocol: str = "",
    lower_is_better: bool = False,
) -> Comparison:
    """Return the scores of a file, all of one metric and protocol, as a comparison.

    A metric of ours is shown as ours are. Of others, four decimals are shown where no
    score is beyond 1, else two.

    Parameters
    ----------
    frame
        As `rankrees.statistics` wants it, nothing missing.
    name
        What the tables are called.
    metric, protocol
        As the file has them, if it does.
    lower_is_better
        The direction of a win, where the metric is not one of ours.
    """
    known = METRICS.get(metric)
    percent = known is not None and known.percent
    decimals = SHOWN_DECIMALS
    if known is None:
        largest = float(frame["value"].abs().max())
        decimals = _SMALL_DECIMALS if largest <= 1 else _LARGE_DECIMALS
    under = f", as {protocol}" if protocol else ""
    called = metric or "score"
    return Comparison(
        frame=frame,
        title=name,
        heading=name + under + (f" ({metric})" if metric else ""),
        score_name=f"{called} in percent" if percent else called,
        methods=tuple(dict.fromkeys(frame["method"])),
        datasets=tuple(dict.fromkeys(frame["dataset"])),
        baseline=baseline,
        scale=100.0 if percent else 1.0,
        decimals=decimals,
        higher_is_better=not lower_is_better
        if known is None
        else known.higher_is_better,
        fold_test=test,
        protocol=protocol,
        metric=metric,
    )
