"""An experiment's scores under one protocol, as a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from rankrees.experiment.experiment import Experiment
from rankrees.metrics.registry import METRICS
from rankrees.statistics.comparison import Comparison
from rankrees.statistics.foldtests import FoldTest, fold_ratio

SHOWN_DECIMALS = 2


@dataclass(frozen=True, eq=False)
class Scored(Comparison):
    """The scores of complete cells under one protocol, and how to compare them.

    `frame` has the columns that `rankrees.statistics` wants; `sizes` the mean number of
    nodes by (data set, method), where a view shows it.
    """

    experiment: Experiment
    protocol: str
    metric: str
    frame: pd.DataFrame
    test: str = "corrected"
    alpha: float = 0.05
    sizes: Mapping[tuple[str, str], float] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The title of the experiment."""
        return self.experiment.title

    @property
    def heading(self) -> str:
        """The title of the experiment and what is shown of it."""
        return f"{self.experiment.title}, as {self.protocol} ({self.metric})"

    @property
    def score_name(self) -> str:
        """The metric, and its unit."""
        return f"{self.metric} in percent" if self.scale == 100 else self.metric

    @property
    def methods(self) -> Sequence[str]:
        """The labels of the experiment's methods."""
        return tuple(self.experiment.methods)

    @property
    def datasets(self) -> Sequence[str]:
        """The experiment's data sets."""
        return self.experiment.datasets

    @property
    def baseline(self) -> str:
        """The experiment's baseline."""
        return self.experiment.baseline

    @property
    def scale(self) -> float:
        """100 where the metric is shown in percent."""
        return 100.0 if METRICS[self.metric].percent else 1.0

    @property
    def decimals(self) -> int:
        """As the papers print them."""
        return SHOWN_DECIMALS

    @property
    def higher_is_better(self) -> bool:
        """The metric's direction."""
        return METRICS[self.metric].higher_is_better

    @property
    def fold_test(self) -> FoldTest:
        """The chosen test, for the experiment's folds."""
        return FoldTest(self.test, fold_ratio(self.experiment.n_folds), self.alpha)
