"""Scores from somebody's file, as a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from rankrees.metrics.registry import METRICS
from rankrees.statistics.comparison import Comparison
from rankrees.statistics.foldtests import FoldTest
from rankrees.statistics.scored import SHOWN_DECIMALS

_SMALL_DECIMALS, _LARGE_DECIMALS = 4, 2


@dataclass(frozen=True, eq=False)
class FileScores(Comparison):
    """The scores of a file, all of one metric and one protocol.

    Parameters
    ----------
    frame
        As `rankrees.statistics` wants it, nothing missing.
    name
        What the tables are called.
    test
        The test on folds.
    first
        The baseline.
    metric, protocol
        As the file has them, if it does. A metric of ours is shown as ours are.
    lower_is_better
        The direction of a win, where the metric is not one of ours.
    """

    frame: pd.DataFrame
    name: str
    test: FoldTest
    first: str
    metric: str | None = None
    protocol: str | None = None
    lower_is_better: bool = False

    @property
    def title(self) -> str:
        """The file's name."""
        return self.name

    @property
    def heading(self) -> str:
        """The file's name, and which of its scores."""
        protocol = f", as {self.protocol}" if self.protocol else ""
        return self.name + protocol + (f" ({self.metric})" if self.metric else "")

    @property
    def score_name(self) -> str:
        """The metric, or just that it is a score."""
        name = self.metric or "score"
        return f"{name} in percent" if self.scale == 100 else name

    @property
    def methods(self) -> Sequence[str]:
        """The methods in the order of the file."""
        return tuple(dict.fromkeys(self.frame["method"]))

    @property
    def datasets(self) -> Sequence[str]:
        """The data sets in the order of the file."""
        return tuple(dict.fromkeys(self.frame["dataset"]))

    @property
    def baseline(self) -> str:
        """The method that the others are marked against."""
        return self.first

    @property
    def scale(self) -> float:
        """100 for our metrics that are shown in percent; else as in the file."""
        metric = METRICS.get(self.metric or "")
        return 100.0 if metric is not None and metric.percent else 1.0

    @property
    def decimals(self) -> int:
        """As ours are shown; of others four where no score is beyond 1, else two."""
        if self.metric in METRICS:
            return SHOWN_DECIMALS
        largest = float(self.frame["value"].abs().max())
        return _SMALL_DECIMALS if largest <= 1 else _LARGE_DECIMALS

    @property
    def higher_is_better(self) -> bool:
        """As asked, or the metric's own direction."""
        metric = METRICS.get(self.metric or "")
        return not self.lower_is_better if metric is None else metric.higher_is_better

    @property
    def fold_test(self) -> FoldTest:
        """The test on folds."""
        return self.test
