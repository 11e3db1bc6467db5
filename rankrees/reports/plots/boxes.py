"""Box plots of the scores of the folds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rankrees.reports.plots.kinds import figure_class
from rankrees.reports.plots.style import SKY, VERMILION, plain, set_title, text_width
from rankrees.statistics.comparison import Comparison

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_ACROSS = 4


def boxes_figure(compared: Comparison) -> Figure:
    """Draw a panel for each data set, a box for each method: its folds' scores.

    Boxes are quartiles, whiskers reach to 1.5 times their distance, the line is the
    median and the diamond the mean.
    """
    frame = compared.frame.dropna(subset="value")
    present = set(frame["dataset"])
    datasets = [name for name in compared.datasets if name in present]
    methods = list(compared.methods)
    across = min(_ACROSS, max(1, len(datasets)))
    down = max(1, math.ceil(len(datasets) / across))
    width = max(1.0 + 0.3 * len(methods), 6.4 / across)
    figure = figure_class()(
        figsize=(
            width * across,
            (1.7 if down > 1 else 3.0) * down + 0.5 + text_width(methods, 7),
        ),
        layout="constrained",
    )
    panels = figure.subplots(down, across, squeeze=False)
    for place, axes in enumerate(panels.flat):
        if place >= len(datasets):
            axes.set_visible(False)
            continue
        rows = frame[frame["dataset"] == datasets[place]]
        scores = [
            (rows.loc[rows["method"] == method, "value"] * compared.scale).to_numpy()
            for method in methods
        ]
        axes.boxplot(
            scores,
            widths=0.65,
            patch_artist=True,
            showmeans=True,
            boxprops={"facecolor": SKY, "linewidth": 0.8},
            medianprops={"color": "black", "linewidth": 1.4},
            meanprops={
                "marker": "D",
                "markersize": 3,
                "markerfacecolor": VERMILION,
                "markeredgecolor": VERMILION,
            },
            flierprops={"marker": ".", "markersize": 3},
            whiskerprops={"linewidth": 0.8},
            capprops={"linewidth": 0.8},
        )
        axes.set_title(plain(datasets[place]), fontsize="small", pad=3)
        axes.grid(axis="y", alpha=0.3)
        axes.tick_params(labelsize=7)
        last = place // across == down - 1
        names = [plain(method) for method in methods] if last else []
        axes.set_xticks(range(1, len(methods) + 1) if last else [], names, rotation=90)
    figure.supylabel(plain(compared.score_name), fontsize="small")
    set_title(figure, f"{compared.heading}, by fold")
    return figure
