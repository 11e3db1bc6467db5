"""Pictures of results (extra `plots`: matplotlib)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rankrees.errors import RankreesError
from rankrees.experiment.experiment import Experiment
from rankrees.files import new_file
from rankrees.names import visible
from rankrees.reports.plots.style import PROTOCOLS
from rankrees.reports.tables.curve import curve_points, parameter_of
from rankrees.statistics.comparison import Comparison

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Line styles say the same as the colours in black and white.
_LINES = {"published": "-", "described": "--"}


def curve_figure(experiment: Experiment, scored: Mapping[str, Comparison]) -> Figure:
    """Draw a sweep of one parameter, and the printed points of it."""
    assert experiment.curve is not None
    figure = figure_class()(figsize=(6.4, 4.0), layout="constrained")
    axes = figure.add_subplot()
    for name, one in scored.items():
        points = curve_points(experiment, one)
        if points:
            axes.plot(
                *zip(*points, strict=True),
                label=f"as {name} ({one.metric})",
                linestyle=_LINES[name],
                **PROTOCOLS[name],
            )
    printed = experiment.curve.printed
    if printed:
        axes.plot(
            [parameter_of(experiment, label) for label in printed],
            [float(text) for text in printed.values()],
            "kx",
            markersize=9,
            label="printed",
        )
    if all(x > 0 for x, _ in _all_points(experiment, scored)):
        axes.set_xscale("log")
    axes.set_xlabel(experiment.curve.label)
    axes.set_ylabel("AUC in percent")
    axes.set_title(experiment.title, fontsize="medium")
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def save_figure(figure: Figure, path: Path) -> None:
    """Write a figure; the form is the file's ending (.svg, .png, .pdf)."""
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        text.set_text(visible(text.get_text(), lines=True))
    form = path.suffix.removeprefix(".").lower()
    known = figure.canvas.get_supported_filetypes()
    if form not in known:
        raise RankreesError(
            f"{path}: the ending says what to write: .svg, .png or .pdf is expected"
        )
    # no date inside: the same results give the same bytes
    stamp = {"Date": None} if form == "svg" else None
    with new_file(path) as file:
        figure.savefig(file, format=form, dpi=150, metadata=stamp)


def _all_points(
    experiment: Experiment, scored: Mapping[str, Comparison]
) -> list[tuple[float, float]]:
    return [point for one in scored.values() for point in curve_points(experiment, one)]


def figure_class() -> type[Figure]:
    """Return matplotlib's Figure, or say how to get it."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise RankreesError(
            "plots need matplotlib: pip install 'rankrees[plots]'"
        ) from None
    matplotlib.rcParams["svg.hashsalt"] = "rankrees"  # ids that do not change
    return Figure
