"""The mean score of each method on each data set."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd

from rankrees.statistics.digits import plain_mean
from rankrees.statistics.validate import check_frame


@dataclass(frozen=True)
class CellMean:
    """A mean over folds, and how many folds had no value and were left out."""

    value: float
    n: int
    n_without: int


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
        found[str(dataset), str(method)] = CellMean(
            plain_mean(values), len(values), len(rows) - len(values)
        )
    return found
