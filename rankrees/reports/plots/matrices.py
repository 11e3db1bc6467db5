"""Coloured grids: differences by data set and method, and wins/ties/losses."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rankrees.reports.plots.kinds import figure_class
from rankrees.reports.plots.style import (
    colour_cells,
    grid_size,
    name_columns,
    name_rows,
    set_title,
)
from rankrees.statistics.comparison import Comparison

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MARKS = {1: "v", 0: "", -1: "*"}


def heatmap_figure(compared: Comparison) -> Figure:
    """Draw each method's mean minus the baseline's, by data set, with the marks.

    Positive is better. A few large differences do not take the colour from the others:
    the scale ends where 95 of 100 cells lie within.
    """
    baseline = compared.baseline
    others = [method for method in compared.methods if method != baseline]
    tests = {method: compared.tests_against(baseline, method) for method in others}
    turn = 1 if compared.higher_is_better else -1
    values = np.full((len(compared.datasets), len(others)), math.nan)
    texts = [[""] * len(others) for _ in compared.datasets]
    for i, dataset in enumerate(compared.datasets):
        for j, method in enumerate(others):
            ours = compared.mean(dataset, method)
            theirs = compared.mean(dataset, baseline)
            if ours is None or theirs is None:
                continue
            values[i, j] = turn * (ours - theirs)
            test = tests[method].get(dataset)
            mark = "" if test is None else _MARKS[test.sign]
            shown = f"{values[i, j]:+.{compared.decimals - 1}f}"
            shown = shown[1:] if float(shown) == 0 else shown
            texts[i][j] = f"{shown} {mark}".rstrip()
    there = np.abs(values[~np.isnan(values)])
    limit = float(np.quantile(there, 0.95)) if there.size else 1.0
    limit = limit or 1.0
    size = grid_size(compared.datasets, others, (0.78, 0.19), 8)
    figure = figure_class()(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    image = colour_cells(axes, values, texts, limit, 7)
    name_columns(axes, others)
    name_rows(axes, compared.datasets)
    axes.tick_params(labelsize=8)
    beyond = bool((there > limit).any())
    extend = "both" if beyond else "neither"
    figure.colorbar(image, ax=axes, extend=extend, pad=0.02, aspect=40)
    better = f"{compared.score_name}: how much better than {baseline}"
    set_title(figure, compared.heading, better, f"v, *: {compared.test_in_words}")
    return figure


def wins_figure(compared: Comparison) -> Figure:
    """Draw the matrix of wins/ties/losses, coloured by wins minus losses."""
    methods = list(compared.methods)
    values = np.full((len(methods), len(methods)), math.nan)
    texts = [[""] * len(methods) for _ in methods]
    for (row, column), count in compared.wins.items():
        if count.n:
            i, j = methods.index(row), methods.index(column)
            values[i, j] = (count.wins - count.losses) / count.n
            texts[i][j] = str(count)
    size = grid_size(methods, methods, (0.72, 0.36), 9)
    figure = figure_class()(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    image = colour_cells(axes, values, texts, 1.0, 8)
    name_columns(axes, methods)
    name_rows(axes, methods)
    axes.tick_params(labelsize=9)
    figure.colorbar(image, ax=axes, pad=0.02)
    explained = "row against column, coloured by (wins - losses) / data sets"
    set_title(figure, compared.heading, explained, compared.test_in_words)
    return figure
