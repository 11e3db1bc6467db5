"""What the tables are made of: an experiment and its scores under each protocol."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import pandas as pd

from rankrees.compare.digits import round_half_up
from rankrees.compare.means import CellMean, cell_means
from rankrees.compare.ttest import TTest, variance_correction
from rankrees.compare.wtl import WinTieLoss, compare_on_datasets, win_tie_loss
from rankrees.experiment.experiment import Experiment
from rankrees.metrics.registry import METRICS

SHOWN_DECIMALS = 2


@dataclass(frozen=True, eq=False)
class Scored:
    """The scores of complete cells under one protocol, and how to compare them.

    `frame` has the columns that `rankrees.compare` wants; `sizes` the mean number of
    nodes by (data set, method), where a view shows it.
    """

    experiment: Experiment
    protocol: str
    metric: str
    frame: pd.DataFrame
    test: str = "corrected"
    alpha: float = 0.05
    sizes: Mapping[tuple[str, str], float] = field(default_factory=dict)

    @cached_property
    def means(self) -> Mapping[tuple[str, str], CellMean]:
        """The mean by (data set, method), in the unit that tables show."""
        return cell_means(self.frame, 100.0 if METRICS[self.metric].percent else 1.0)

    def mean(self, dataset: str, method: str) -> float | None:
        """Return the mean in the unit that tables show, or None."""
        found = self.means.get((dataset, method))
        if found is None or math.isnan(found.value):
            return None
        return found.value

    def shown(self, dataset: str, method: str) -> str | None:
        """Return the mean as text."""
        value = self.mean(dataset, method)
        return None if value is None else round_half_up(value, SHOWN_DECIMALS)

    @cached_property
    def fold_values(self) -> Mapping[tuple[str, str], list[float]]:
        """The scores themselves by (data set, method), in the order of runs, folds."""
        ordered = self.frame.sort_values(["run", "fold"], kind="stable")
        return {
            (str(dataset), str(method)): [float(value) for value in values]
            for (dataset, method), values in ordered.groupby(
                ["dataset", "method"], sort=False
            )["value"]
        }

    @property
    def ratio(self) -> float:
        """The variance correction of the test."""
        return variance_correction(self.test, self.experiment.n_folds)

    def tests_against(self, baseline: str, method: str) -> dict[str, TTest]:
        """Test a method against the baseline on each data set; sign 1 is better."""
        return compare_on_datasets(
            self._larger_is_better,
            method,
            baseline,
            ratio=self.ratio,
            alpha=self.alpha,
        )

    @cached_property
    def wins(self) -> Mapping[tuple[str, str], WinTieLoss]:
        """Wins, ties and losses of each ordered pair of methods, row against column."""
        return win_tie_loss(
            self._larger_is_better,
            list(self.experiment.methods),
            ratio=self.ratio,
            alpha=self.alpha,
        )

    @property
    def _larger_is_better(self) -> pd.DataFrame:
        if METRICS[self.metric].higher_is_better:
            return self.frame
        return self.frame.assign(value=-self.frame["value"])

    @property
    def how(self) -> str:
        """The test, in words."""
        name = {"corrected": "corrected resampled", "paired": "paired"}[self.test]
        return f"{name} t-test, two-tailed, alpha {self.alpha:g}"

    @property
    def complete_sets(self) -> list[str]:
        """The data sets on which every method has a value, for fair means."""
        return [
            dataset
            for dataset in self.experiment.datasets
            if all(self.mean(dataset, m) is not None for m in self.experiment.methods)
        ]

    @property
    def heading(self) -> str:
        """The title of the experiment and what is shown of it."""
        return f"{self.experiment.title}, as {self.protocol} ({self.metric})"

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
