"""The mean score of each method on each data set, and how much it varies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from rankrees.statistics.digits import plain_mean
from rankrees.statistics.validate import check_frame


@dataclass(frozen=True)
class CellMean:
    """A mean over folds, and how many folds had no value and were left out.

    `sd` is the sample standard deviation over the folds, None of fewer than two.
    """

    value: float
    n: int
    n_without: int
    sd: float | None = None


def cell_means(
    frame: pd.DataFrame, scale: float = 1.0
) -> dict[tuple[str, str], CellMean]:
    """Return the mean by (data set, method), summed in the order of runs and folds.

    Every value is multiplied by `scale` before it is added. That the papers' program
    averaged percentages, not shares, shows where the true mean is a half: C44 on labor
    has 84.625 and prints 84.63 (Wang & Zhang, Table 4), and 50 shares add up to less.
    """
    check_frame(frame)
    found = {}
    ordered = frame.sort_values(["run", "fold"], kind="stable")
    for key, rows in ordered.groupby(["dataset", "method"], sort=False):
        dataset, method = key
        values = [float(v) * scale for v in rows["value"] if not math.isnan(v)]
        mean = plain_mean(values)
        found[str(dataset), str(method)] = CellMean(
            mean, len(values), len(rows) - len(values), _sample_sd(values, mean)
        )
    return found


def _sample_sd(values: Sequence[float], mean: float) -> float | None:
    if len(values) < 2:
        return None
    squares = plain_mean((value - mean) ** 2 for value in values)
    return math.sqrt(squares * len(values) / (len(values) - 1))
