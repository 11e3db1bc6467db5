"""A sweep of one parameter over groups of data sets, as a picture."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING

from rankrees.methods.method import AnyMethod
from rankrees.reports.plots.kinds import figure_class
from rankrees.reports.tables.averages import Groups, Sizes, group_means, mean_sizes
from rankrees.statistics.comparison import Comparison

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOURS = ("#0072B2", "#D55E00", "#000000")
_STYLES = ("-", "--", ":")


def sweep_lines(
    methods: Mapping[str, AnyMethod], parameter: str
) -> dict[str, list[tuple[float, str]]]:
    """Return (value of the parameter, method) of each line, by what sets it apart.

    Methods that differ in nothing but the parameter are on one line. It is called by
    the other fields in which it differs from other lines, e.g. `cardinality_rule=2Kc`.
    """
    fields = {
        label: {
            key: value
            for part in method.parts
            for key, value in dataclasses.asdict(part).items()
        }
        for label, method in methods.items()
    }
    keys = {key for own in fields.values() for key in own if key != parameter}
    apart = [
        key
        for key in sorted(keys)
        if len({own.get(key) for own in fields.values()}) > 1
    ]
    lines: dict[str, list[tuple[float, str]]] = {}
    for label, own in fields.items():
        name = ", ".join(f"{key}={own[key]}" for key in apart if key in own)
        lines.setdefault(name, []).append((float(own[parameter]), label))
    return {name: sorted(points) for name, points in lines.items()}


def sweep_figure(
    scored: Comparison, groups: Groups, sizes: Sizes, parameter: str, called: str
) -> Figure:
    """Draw the averages of each group, and below them the size of the trees."""
    experiment = scored.config
    means = group_means(scored, groups)
    nodes = mean_sizes(scored, groups, sizes)
    figure = figure_class()(figsize=(6.4, 6.4), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    lines = sweep_lines(experiment.methods, parameter)
    for (name, points), style in zip(lines.items(), _STYLES, strict=False):
        x = [at for at, _ in points]
        for group, colour in zip((*groups, "all"), _COLOURS, strict=False):
            y = [means[label, group] for _, label in points]
            text = ", ".join(part for part in (group, name) if part)
            above.plot(x, y, label=text, color=colour, linestyle=style, marker=".")
        y = [nodes[label] for _, label in points]
        below.plot(x, y, label=name or "all", color="k", linestyle=style, marker=".")
    above.set_ylabel(f"{scored.metric}, average")
    above.set_title(experiment.title, fontsize="medium")
    below.set_ylabel("nodes, average")
    below.set_xlabel(called)
    for axes in (above, below):
        axes.grid(alpha=0.3)
        axes.legend(fontsize="small")
    return figure
