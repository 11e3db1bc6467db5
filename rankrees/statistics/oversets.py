"""Everything that is said of methods over several data sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import pandas as pd

from rankrees.errors import ComparisonError
from rankrees.statistics.holm import holm
from rankrees.statistics.means import cell_means
from rankrees.statistics.posterior import Posterior, signed_rank_posterior
from rankrees.statistics.ranks import (
    Friedman,
    average_ranks,
    bonferroni_dunn_cd,
    bonferroni_dunn_p,
    friedman,
    groups_within,
    nemenyi_cd,
    nemenyi_p,
)
from rankrees.statistics.signs import paired_differences, wilcoxon_test
from rankrees.statistics.wtl import WinTieLoss

_DECIMALS = 10


def mean_matrix(frame: pd.DataFrame, methods: Sequence[str]) -> pd.DataFrame:
    """Return the mean scores, data sets by methods, of the sets that have them all.

    Means are rounded to ten decimals: where two methods are equal in truth, the last
    bits of their sums must not make one of them the winner.
    """
    means = cell_means(frame)
    datasets = dict.fromkeys(str(name) for name in frame["dataset"])
    rows = {
        dataset: [means[dataset, method].value for method in methods]
        for dataset in datasets
        if all((dataset, method) in means for method in methods)
    }
    found = pd.DataFrame.from_dict(rows, orient="index", columns=list(methods))
    return found.astype(float).round(_DECIMALS).dropna()


@dataclass(frozen=True)
class PairOverSets:
    """Two methods over data sets, row against column.

    `counts` are of the means, without a test. `p_holm` is corrected for all pairs that
    are compared; `p_ranks` is of the difference of the average ranks (Nemenyi, or
    Bonferroni and Dunn where there is a control).
    """

    row: str
    column: str
    counts: WinTieLoss
    p_wilcoxon: float
    p_holm: float
    p_ranks: float
    posterior: Posterior | None


@dataclass(frozen=True, eq=False)
class OverSets:
    """Methods compared over data sets.

    Parameters
    ----------
    scores
        Data sets by methods, nothing missing; see `mean_matrix`.
    higher_is_better
        The direction of a win.
    alpha
        The level of the critical difference.
    control
        If given, only this method is compared with the others, which tests fewer
        hypotheses and finds more.
    rope
        If given, the Bayesian test is made, with this region of practical equivalence
        in the unit of the scores.
    """

    scores: pd.DataFrame
    higher_is_better: bool = True
    alpha: float = 0.05
    control: str | None = None
    rope: float | None = None

    def __post_init__(self) -> None:
        n, k = self.scores.shape
        if k < 2:
            raise ComparisonError("one method: nothing to compare it with")
        if n < 2:
            raise ComparisonError(
                f"tests over data sets need two or more with scores of all methods, "
                f"and there {'is' if n == 1 else 'are'} {n}"
            )
        if self.control is not None and self.control not in self.methods:
            known = ", ".join(self.methods)
            raise ComparisonError(
                f"no method is called {self.control!r} (known: {known})"
            )

    @property
    def methods(self) -> list[str]:
        """The methods, in the order of the scores."""
        return [str(name) for name in self.scores.columns]

    @property
    def _oriented(self) -> pd.DataFrame:
        return self.scores if self.higher_is_better else -self.scores

    @cached_property
    def ranks(self) -> dict[str, float]:
        """The average rank of each method; 1 is best."""
        return average_ranks(self._oriented)

    @cached_property
    def friedman(self) -> Friedman:
        """Whether all methods rank alike."""
        return friedman(self._oriented)

    @cached_property
    def cd(self) -> float:
        """The critical difference of average ranks."""
        n, k = self.scores.shape
        with_control = self.control is not None
        return (bonferroni_dunn_cd if with_control else nemenyi_cd)(k, n, self.alpha)

    @cached_property
    def groups(self) -> list[tuple[str, ...]]:
        """The methods that cannot be told apart by the critical difference.

        With a control: the one group of those that cannot be told from it.
        """
        if self.control is None:
            return groups_within(self.ranks, self.cd)
        at = self.ranks[self.control]
        near = [m for m, rank in self.ranks.items() if abs(rank - at) < self.cd]
        return [tuple(sorted(near, key=self.ranks.__getitem__))]

    @cached_property
    def pairs(self) -> list[PairOverSets]:
        """Every pair of methods, or those with the control as the row."""
        scores = self._oriented
        n, k = scores.shape
        named = list(combinations(self.methods, 2))
        p_of_ranks = nemenyi_p
        if self.control is not None:
            others = [method for method in self.methods if method != self.control]
            named = [(self.control, other) for other in others]
            p_of_ranks = bonferroni_dunn_p
        p = [wilcoxon_test(scores[row], scores[column]).p for row, column in named]
        return [
            PairOverSets(
                row,
                column,
                _counts(scores, row, column),
                p_one,
                p_holm,
                p_of_ranks(self.ranks[row] - self.ranks[column], k, n),
                self._posterior(scores, row, column),
            )
            for (row, column), p_one, p_holm in zip(named, p, holm(p), strict=True)
        ]

    def _posterior(
        self, scores: pd.DataFrame, row: str, column: str
    ) -> Posterior | None:
        if self.rope is None:
            return None
        return signed_rank_posterior(scores[row], scores[column], rope=self.rope)


def _counts(scores: pd.DataFrame, row: str, column: str) -> WinTieLoss:
    d = paired_differences(scores[row], scores[column])
    return WinTieLoss(int((d > 0).sum()), int((d == 0).sum()), int((d < 0).sum()))
