"""Wins, ties and losses of methods against each other over data sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from rankrees.statistics.foldtests import FoldTest
from rankrees.statistics.ttest import PairOutcome
from rankrees.statistics.validate import check_frame


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
    frame: pd.DataFrame, row: str, column: str, test: FoldTest
) -> dict[str, PairOutcome]:
    """Test `row` against `column` on each data set that has scores of both.

    A fold without a value for either is left out as a pair; `PairOutcome.n` tells how
    many remain.
    """
    check_frame(frame)
    return _tests(_wide(frame), row, column, test)


def win_tie_loss(
    frame: pd.DataFrame, methods: Sequence[str], test: FoldTest
) -> dict[tuple[str, str], WinTieLoss]:
    """Return the counts of every ordered pair of methods, row against column."""
    check_frame(frame)
    wide = _wide(frame)
    counts: dict[tuple[str, str], WinTieLoss] = {}
    for i, row in enumerate(methods):
        for column in methods[i + 1 :]:
            signs = [found.sign for found in _tests(wide, row, column, test).values()]
            count = WinTieLoss(signs.count(1), signs.count(0), signs.count(-1))
            counts[row, column] = count
            counts[column, row] = count.reverse
    return counts


def _wide(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.pivot(
        index=["dataset", "run", "fold"], columns="method", values="value"
    )


def _tests(
    wide: pd.DataFrame, row: str, column: str, test: FoldTest
) -> dict[str, PairOutcome]:
    if row not in wide.columns or column not in wide.columns:
        return {}
    pairs = wide[[row, column]].dropna()
    return {
        str(dataset): test(rows[row].to_numpy(), rows[column].to_numpy())
        for dataset, rows in pairs.groupby(level="dataset", sort=False)
    }
