"""The printed numbers against ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rankrees.errors import RankreesError
from rankrees.experiment.experiment import Experiment
from rankrees.reference import printed_auc
from rankrees.reports.plots.kinds import figure_class
from rankrees.reports.plots.style import PROTOCOLS, set_title
from rankrees.statistics.comparison import Comparison

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def printed_points(
    experiment: Experiment, scored: Comparison
) -> list[tuple[float, float]]:
    """Return (printed, ours) for every cell that has both."""
    return [
        (float(text), value)
        for (dataset, method), text in printed_auc(
            experiment.paper, experiment.table
        ).items()
        if dataset in experiment.datasets and method in experiment.methods
        if (value := scored.mean(dataset, method)) is not None
    ]


def printed_figure(experiment: Experiment, scored: Mapping[str, Comparison]) -> Figure:
    """Draw each printed AUC against ours; on the diagonal they are equal."""
    points = {name: printed_points(experiment, one) for name, one in scored.items()}
    everything = [v for found in points.values() for point in found for v in point]
    if not everything:
        raise RankreesError(f"{experiment.name}: no printed AUC to set ours against")
    figure = figure_class()(figsize=(5.6, 5.6), layout="constrained")
    axes = figure.add_subplot()
    low, high = min(everything) - 1.5, max(everything) + 1.5
    axes.plot([low, high], [low, high], color="black", linewidth=0.8, zorder=1)
    # the described ones first: they scatter, and would hide those on the diagonal
    for name in sorted(points):
        if points[name]:
            x, y = zip(*points[name], strict=True)
            off = sum(abs(a - b) for a, b in points[name]) / len(points[name])
            axes.scatter(
                x,
                y,
                s=16,
                alpha=0.75,
                linewidth=0,
                label=f"as {name} ({scored[name].metric}), {off:.2f} off on average",
                **PROTOCOLS[name],
            )
    axes.set(xlim=(low, high), ylim=(low, high), aspect="equal")
    axes.set_xlabel("printed AUC in percent")
    axes.set_ylabel("ours in percent")
    set_title(figure, experiment.title)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right", fontsize="small")
    return figure
