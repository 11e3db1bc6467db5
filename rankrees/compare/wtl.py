"""Wins, ties and losses of methods against each other over data sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from rankrees.compare.ttest import TTest, paired_ttest
from rankrees.compare.validate import check_frame


@dataclass(frozen=True)
class WinTieLoss:
    """How often one method was significantly better, neither, or worse."""

    wins: int
    ties: int
    losses: int

    def __str__(self) -> str:
        return f"{self.wins}/{self.ties}/{self.losses}"

    @property
    def n(self) -> int:
        """Number of data sets compared."""
        return self.wins + self.ties + self.losses

    @property
    def reverse(self) -> WinTieLoss:
        """The same count seen from the other method."""
        return WinTieLoss(self.losses, self.ties, self.wins)


def compare_on_datasets(
    frame: pd.DataFrame, row: str, column: str, *, ratio: float, alpha: float = 0.05
) -> dict[str, TTest]:
    """Test `row` against `column` on each data set that has scores of both.

    A fold without a value for either is left out as a pair; `TTest.n` tells how many
    remain.
    """
    check_frame(frame)
    return _tests(_wide(frame), row, column, ratio, alpha)


def win_tie_loss(
    frame: pd.DataFrame,
    methods: Sequence[str],
    *,
    ratio: float,
    alpha: float = 0.05,
) -> dict[tuple[str, str], WinTieLoss]:
    """Return the counts of every ordered pair of methods, row against column."""
    check_frame(frame)
    wide = _wide(frame)
    counts: dict[tuple[str, str], WinTieLoss] = {}
    for i, row in enumerate(methods):
        for column in methods[i + 1 :]:
            signs = [
                test.sign for test in _tests(wide, row, column, ratio, alpha).values()
            ]
            found = WinTieLoss(signs.count(1), signs.count(0), signs.count(-1))
            counts[row, column] = found
            counts[column, row] = found.reverse
    return counts


def _wide(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.pivot(
        index=["dataset", "run", "fold"], columns="method", values="value"
    )


def _tests(
    wide: pd.DataFrame, row: str, column: str, ratio: float, alpha: float
) -> dict[str, TTest]:
    if row not in wide.columns or column not in wide.columns:
        return {}
    pairs = wide[[row, column]].dropna()
    return {
        str(dataset): paired_ttest(
            rows[row].to_numpy(), rows[column].to_numpy(), ratio=ratio, alpha=alpha
        )
        for dataset, rows in pairs.groupby(level="dataset", sort=False)
    }
