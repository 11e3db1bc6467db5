"""Which figures a section shows, beside those of ranks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from rankrees.reports.html.figure import draw
from rankrees.reports.html.page import Drawing
from rankrees.reports.plots.kinds import curve_figure
from rankrees.reports.plots.printed import printed_figure
from rankrees.reports.plots.sweep import sweep_figure
from rankrees.reports.tables.means import digit_matches
from rankrees.statistics.comparison import Comparison

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def make_drawings(scored: Mapping[str, Comparison], anchor: str) -> tuple[Drawing, ...]:
    """Return the figures of a section; none where matplotlib is not installed."""
    found = [
        draw(make, caption, f"{anchor}-{i}-")
        for i, (caption, make) in enumerate(_figures(scored).items())
    ]
    return tuple(drawing for drawing in found if drawing is not None)


def _figures(scored: Mapping[str, Comparison]) -> dict[str, Callable[[], Figure]]:
    """Return how each figure is made, by its caption."""
    one = next(iter(scored.values()))
    experiment, curve = one.config, one.config.curve
    if curve is None:
        if not digit_matches(one)[1]:
            return {}
        caption = "Each printed number against ours; on the line they are the same"
        return {caption: partial(printed_figure, experiment, scored)}
    if experiment.show == "curve":
        return {f"By {curve.label}": partial(curve_figure, experiment, scored)}
    swept = curve.parameter, curve.label
    return {
        f"Averages by {curve.label}, as {name}": partial(
            sweep_figure, each, experiment.groups, each.sizes, *swept
        )
        for name, each in scored.items()
    }
