"""Tests of two methods on the folds of one data set, by name."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from rankrees.statistics.signs import sign_test, wilcoxon_test
from rankrees.statistics.ttest import PairOutcome, paired_ttest

TESTS = {
    "corrected": "corrected resampled t-test",
    "paired": "paired t-test",
    "sign": "sign test",
    "wilcoxon": "Wilcoxon signed-rank test",
}
"""What each test is called in words. All but the corrected one take the folds for
independent, which those of repeated cross-validation are not, and find differences too
easily (Bouckaert and Frank 2004)."""


@dataclass(frozen=True)
class FoldTest:
    """A two-tailed test of paired fold scores.

    Parameters
    ----------
    name
        A key of `TESTS`.
    ratio
        Size of the test sets over size of the training sets; only the corrected test
        uses it.
    alpha
        Significant if p <= alpha.
    """

    name: str = "corrected"
    ratio: float = 0.0
    alpha: float = 0.05

    def __post_init__(self) -> None:
        if self.name not in TESTS:
            raise ValueError(f"no test is called {self.name!r}")

    def __call__(self, x: ArrayLike, y: ArrayLike) -> PairOutcome:
        """Test the scores x against y; sign 1 says that x is larger."""
        if self.name == "sign":
            return sign_test(x, y, alpha=self.alpha)
        if self.name == "wilcoxon":
            return wilcoxon_test(x, y, alpha=self.alpha)
        ratio = self.ratio if self.name == "corrected" else 0.0
        return paired_ttest(x, y, ratio=ratio, alpha=self.alpha)

    @property
    def words(self) -> str:
        """The test as tables name it."""
        return f"{TESTS[self.name]}, two-tailed, alpha {self.alpha:g}"


def fold_ratio(n_folds: int) -> float:
    """Return the size of a test fold over that of its training set: 1/(k - 1)."""
    return 1 / (n_folds - 1)
