"""The critical-difference diagram."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rankrees.reports.plots.kinds import figure_class
from rankrees.reports.plots.style import BLACK, VERMILION, plain, set_title, text_width
from rankrees.statistics.oversets import OverSets

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# heights in inches, so that a diagram with more methods is taller and not denser
_LABEL = 0.21
_BAR = 0.13


def cd_figure(over: OverSets, title: str = "") -> Figure:
    """Draw the average ranks, the best at the left, and what cannot be told apart.

    Every largest group of methods that differ by less than the critical difference has
    a bar of its own. With a control, one bar shows how far from it a method must be.

    References
    ----------
    Demšar 2006, section 3.2.4.
    """
    ordered = sorted(over.methods, key=over.ranks.__getitem__)
    rows = bar_rows(over.groups, over.ranks) if over.control is None else []
    n_left = math.ceil(len(ordered) / 2)
    top = 0.6
    first = 0.18 + _BAR * (len(rows) or 1) + 0.1
    bottom = first + _LABEL * n_left
    names = text_width(ordered[:n_left], 9) + text_width(ordered[n_left:], 9)
    width = max(6.4, 5.0 + names)
    figure = figure_class()(figsize=(width, top + bottom + 0.5), layout="constrained")
    axes = figure.add_subplot()
    lowest, highest = 1.0, float(len(ordered))
    _draw_axis(axes, len(ordered))
    _draw_ruler(axes, over)
    for j, row in enumerate(rows):
        y = -(0.18 + _BAR * j)
        for group in row:
            ends = [over.ranks[group[0]] - 0.03, over.ranks[group[-1]] + 0.03]
            axes.plot(ends, [y, y], color=BLACK, linewidth=3.5, solid_capstyle="butt")
    if over.control is not None:
        at = over.ranks[over.control]
        ends = [max(lowest, at - over.cd), min(highest, at + over.cd)]
        axes.plot(ends, [-0.18, -0.18], color=VERMILION, linewidth=3.5)
    margin = 0.04 * (highest - lowest)
    for i, method in enumerate(ordered):
        left = i < n_left
        level = i if left else len(ordered) - 1 - i
        y = -(first + _LABEL * level)
        edge = lowest - margin if left else highest + margin
        rank = over.ranks[method]
        axes.plot([rank, rank, edge], [0, y, y], color=BLACK, linewidth=0.9)
        text = f"{method}  {rank:.2f}" if left else f"{rank:.2f}  {method}"
        axes.annotate(
            plain(text),
            (edge, y),
            xytext=(-3 if left else 3, 0),
            textcoords="offset points",
            ha="right" if left else "left",
            va="center",
            fontsize=9,
            weight="bold" if method == over.control else "normal",
        )
    axes.set_ylim(-bottom, top)
    axes.axis("off")
    test = "Nemenyi" if over.control is None else "Bonferroni-Dunn"
    how = f"{test}, alpha {over.alpha:g}, {len(over.scores)} data sets"
    set_title(figure, title, f"average ranks and critical difference ({how})")
    return figure


def bar_rows(
    groups: Sequence[tuple[str, ...]], ranks: Mapping[str, float]
) -> list[list[tuple[str, ...]]]:
    """Return the groups in rows in which none touches another."""
    rows: list[list[tuple[str, ...]]] = []
    for group in groups:
        for row in rows:
            if ranks[row[-1][-1]] + 0.12 < ranks[group[0]]:
                row.append(group)
                break
        else:
            rows.append([group])
    return rows


def _draw_axis(axes: Axes, n_methods: int) -> None:
    axes.plot([1, n_methods], [0, 0], color=BLACK, linewidth=1.2)
    for rank in range(1, n_methods + 1):
        axes.plot([rank, rank], [0, 0.08], color=BLACK, linewidth=1.2)
        axes.text(rank, 0.11, str(rank), ha="center", va="bottom", fontsize=9)


def _draw_ruler(axes: Axes, over: OverSets) -> None:
    """Draw the critical difference to scale, from rank 1 on, and say what it is."""
    y, end = 0.42, 1 + over.cd
    axes.plot([1, end], [y, y], color=BLACK, linewidth=1.2)
    for x in (1, end):
        axes.plot([x, x], [y - 0.05, y + 0.05], color=BLACK, linewidth=1.2)
    axes.annotate(
        f"CD = {over.cd:.3f}",
        (end, y),
        xytext=(6, 0),
        textcoords="offset points",
        va="center",
        fontsize=9,
    )
