"""Methods compared on data sets: what tables and plots ask for, computed once."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property

import pandas as pd

from rankrees.compare.digits import round_half_up
from rankrees.compare.foldtests import FoldTest
from rankrees.compare.means import CellMean, cell_means
from rankrees.compare.oversets import OverSets, mean_matrix
from rankrees.compare.ttest import PairOutcome
from rankrees.compare.wtl import WinTieLoss, compare_on_datasets, win_tie_loss


class Comparison(ABC):
    """Scores of methods on data sets, and how they are to be compared.

    The scores can come from anywhere: `Scored` takes them from an experiment's store,
    `FileScores` from somebody's file.
    """

    frame: pd.DataFrame
    """The scores, with the columns that `rankrees.compare` wants."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What is compared."""

    @property
    @abstractmethod
    def heading(self) -> str:
        """The title, and which of its scores are shown."""

    @property
    @abstractmethod
    def score_name(self) -> str:
        """What the scores are called, for axes."""

    @property
    @abstractmethod
    def methods(self) -> Sequence[str]:
        """The methods, in the order in which they are shown."""

    @property
    @abstractmethod
    def datasets(self) -> Sequence[str]:
        """The data sets, in the order in which they are shown."""

    @property
    @abstractmethod
    def baseline(self) -> str:
        """The method that the others are marked against."""

    @property
    @abstractmethod
    def scale(self) -> float:
        """What scores are multiplied by where they are shown."""

    @property
    @abstractmethod
    def decimals(self) -> int:
        """How many decimals are shown."""

    @property
    @abstractmethod
    def higher_is_better(self) -> bool:
        """The direction of a win."""

    @property
    @abstractmethod
    def fold_test(self) -> FoldTest:
        """The test of two methods on the folds of a data set."""

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

    def shown_sd(self, dataset: str, method: str) -> str | None:
        """Return the standard deviation as text."""
        value = self.sd(dataset, method)
        return None if value is None else round_half_up(value, self.decimals)

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
    def how(self) -> str:
        """The test, in words."""
        return self.fold_test.words

    @property
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
