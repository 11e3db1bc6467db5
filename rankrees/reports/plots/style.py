"""What all pictures share: colours, text as it is, and grids of coloured cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe & Ito's colours stay apart for colour-blind readers.
BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
YELLOW, BLUE, VERMILION, PURPLE = "#F0E442", "#0072B2", "#D55E00", "#CC79A7"
PALETTE = (BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY, BLACK, YELLOW)

_TITLE = 9

DIVERGING = "PuOr"
"""Losses orange, wins violet: ColorBrewer's pair that colour-blind readers tell apart.
In print both ends are dark, so the numbers stand in the cells."""

PROTOCOLS: dict[str, dict[str, Any]] = {
    "published": {"color": VERMILION, "marker": "o"},
    "described": {"color": BLUE, "marker": "s"},
}
"""How the protocols are drawn; markers say the same as the colours."""


def plain(text: str) -> str:
    """Return text that matplotlib sets as it is: dollars would make it a formula."""
    return text.replace("$", r"\$")


def set_title(figure: Figure, *lines: str) -> None:
    """Write lines above a figure, broken where it is too narrow for them."""
    broken = []
    for line in filter(None, lines):
        share = 0.95 * figure.get_figwidth() / text_width([line], _TITLE)
        broken += wrap(line, max(1, int(share * len(line))))
    figure.suptitle(plain("\n".join(broken)), fontsize=_TITLE)


def colour_cells(
    axes: Axes,
    values: NDArray[np.float64],
    texts: Sequence[Sequence[str]],
    limit: float,
    size: float,
) -> Any:
    """Draw a grid of signed values with a text in each cell; NaN is left grey."""
    axes.set_facecolor("#DDDDDD")
    image = axes.imshow(values, cmap=DIVERGING, vmin=-limit, vmax=limit, aspect="auto")
    for i, row in enumerate(texts):
        for j, text in enumerate(row):
            red, green, blue, _ = image.cmap(image.norm(values[i, j]))
            light = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5
            axes.text(
                j,
                i,
                plain(text),
                ha="center",
                va="center",
                fontsize=size,
                color="black" if light else "white",
            )
    axes.set_xticks(np.arange(-0.5, values.shape[1]), minor=True)
    axes.set_yticks(np.arange(-0.5, values.shape[0]), minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    return image


def text_width(names: Iterable[str], size: float) -> float:
    """Return how wide the widest name is, in inches, at a size in points."""
    from matplotlib.textpath import TextPath

    paths = [TextPath((0, 0), plain(name), size=size) for name in names if name.strip()]
    return max((path.get_extents().width / 72 for path in paths), default=0.0)


_SLANT = 40
_LONG = 8


def name_columns(axes: Axes, names: Sequence[str]) -> None:
    """Write the columns' names above a grid, slanted where they are long."""
    slant = max(map(len, names), default=0) > _LONG
    axes.set_xticks(
        range(len(names)),
        [plain(name) for name in names],
        rotation=_SLANT if slant else 0,
        ha="left" if slant else "center",
        rotation_mode="anchor",
    )
    axes.xaxis.set_ticks_position("top")
    axes.tick_params(which="both", length=0)


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Write the rows' names beside a grid."""
    axes.set_yticks(range(len(names)), [plain(name) for name in names])


def grid_size(
    rows: Sequence[str], columns: Sequence[str], cell: tuple[float, float], size: float
) -> tuple[float, float]:
    """Return the figure's width and height for cells and names of a given size."""
    wide = text_width(columns, size)
    slanted = math.radians(_SLANT) if max(map(len, columns), default=0) > _LONG else 0.0
    width = cell[0] * len(columns) + text_width(rows, size) + 1.4
    width += wide * math.cos(slanted) if slanted else 0.0
    height = cell[1] * len(rows) + 0.9 + wide * math.sin(slanted)
    return max(width, 4.8), max(height, 2.4)
