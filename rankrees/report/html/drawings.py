"""Which figures a section shows."""

from __future__ import annotations

from collections.abc import Mapping

from rankrees.errors import RankreesError
from rankrees.report.html.drawing import inline_svg
from rankrees.report.html.model import Drawing
from rankrees.report.plots import curve_figure, figure_class
from rankrees.report.scored import Scored
from rankrees.report.sweep import sweep_figure


def make_drawings(scored: Mapping[str, Scored], anchor: str) -> tuple[Drawing, ...]:
    """Return the figures of a section; none where matplotlib is not installed."""
    try:
        figure_class()
    except RankreesError:
        return ()
    experiment = next(iter(scored.values())).experiment
    curve = experiment.curve
    if curve is None:
        return ()
    if experiment.show == "curve":
        figures = {f"By {curve.label}": curve_figure(experiment, scored)}
    else:
        figures = {
            f"Averages by {curve.label}, as {name}": sweep_figure(
                one, experiment.groups, one.sizes, curve.parameter, curve.label
            )
            for name, one in scored.items()
        }
    return tuple(
        Drawing(inline_svg(figure, caption, f"{anchor}-{i}-"), caption)
        for i, (caption, figure) in enumerate(figures.items())
    )
