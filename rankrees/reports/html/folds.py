"""The scores of single folds, written small enough to carry in a page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from rankrees.statistics.comparison import Comparison

Folds = dict[tuple[str, str], list[float]]
"""The scores of folds by (data set, method), in the order of runs and folds."""

DECIMALS = 4
"""Decimals that a page keeps of a fold's score, in the unit that tables show."""


class FoldBook:
    """Series of fold scores, each kept once, and the cells that refer to them.

    A series is a text of whole numbers, `DECIMALS` places shifted, in the order of runs
    and folds; a fold without a value is empty in it.
    """

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._cells: list[list[Any]] = []
        self._groups: list[dict[str, Any]] = []
        self._values: dict[str, Folds] = {}

    def open_group(self, scored: Mapping[str, Comparison]) -> None:
        """Begin the cells of one experiment, which share their folds and protocols."""
        experiment = next(iter(scored.values())).config
        self._values = {name: fold_values(one) for name, one in scored.items()}
        self._groups.append(
            {
                "title": experiment.title,
                "folds": experiment.n_folds,
                "protocols": [
                    {
                        "name": f"as {name}",
                        "metric": one.metric,
                        "runs": list(experiment.runs_under(name)),
                        "printed": name == "published",
                    }
                    for name, one in scored.items()
                ],
            }
        )

    def add_cell(
        self,
        dataset: str,
        method: str,
        printed: str | None,
        scored: Mapping[str, Comparison],
    ) -> int | None:
        """Add a cell of the group opened last; return its number, None if empty."""
        series = [self._series(one, dataset, method) for one in scored.values()]
        if all(place is None for place in series):
            return None
        means = [one.shown(dataset, method) for one in scored.values()]
        group = len(self._groups) - 1
        self._cells.append([group, dataset, method, printed, series, means])
        return len(self._cells) - 1

    def _series(self, scored: Comparison, dataset: str, method: str) -> int | None:
        values = self._values[scored.protocol].get((dataset, method))
        if values is None:
            return None
        text = encoded(values, scored.scale)
        return self._places.setdefault(text, len(self._places))

    def as_json(self) -> dict[str, Any]:
        """Return what the page's script reads."""
        return {
            "decimals": DECIMALS,
            "groups": self._groups,
            "cells": self._cells,
            "series": list(self._places),
        }


def fold_values(scored: Comparison) -> Folds:
    """Return the scores of the folds of each cell."""
    ordered = scored.frame.sort_values(["run", "fold"], kind="stable")
    cells = ordered.groupby(["dataset", "method"], sort=False)["value"]
    return {
        (str(key[0]), str(key[1])): [float(value) for value in values]
        for key, values in cells
    }


def encoded(values: Iterable[float], scale: float) -> str:
    """Write scores as whole numbers; NaN is empty."""
    shift = scale * 10**DECIMALS
    return ",".join("" if math.isnan(v) else str(round(v * shift)) for v in values)
