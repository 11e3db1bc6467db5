"""Figures as SVG that can stand inside a page, in the colours of its theme."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from rankrees.errors import RankreesError
from rankrees.reports.html.page import Drawing
from rankrees.reports.plots.kinds import figure_class

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SVG = "http://www.w3.org/2000/svg"
_HREF = "{http://www.w3.org/1999/xlink}href"
# Black is what a figure's text and axes are in unless it says otherwise: it becomes
# the colour of the page's own text. White is its paper, which is the page.
_INK = re.compile(r"(fill|stroke): (?:#000000|#000|black)\b")
_PAPER = re.compile(r"fill: (?:#ffffff|#fff|white)\b")
_REFERENCE = re.compile(r"url\(#([^)]*)\)")


def draw(make: Callable[[], Figure], caption: str, prefix: str) -> Drawing | None:
    """Return a figure with its caption, None where matplotlib is not installed."""
    try:
        figure_class()
    except RankreesError:
        return None
    return Drawing(inline_svg(make(), caption, prefix), caption)


def inline_svg(figure: Figure, label: str, prefix: str) -> str:
    """Return a figure as an SVG element.

    Parameters
    ----------
    label
        What the picture shows, for readers who do not see it.
    prefix
        Put before every id, since ids of several figures in one page must differ.
    """
    written = io.BytesIO()
    figure.savefig(written, format="svg", transparent=True, metadata={"Date": None})
    root = ElementTree.fromstring(written.getvalue())
    for metadata in root.findall(f"{{{_SVG}}}metadata"):
        root.remove(metadata)
    for element in root.iter():
        _adapt(element, prefix)
    for size in ("width", "height"):
        root.attrib.pop(size, None)  # the view box stays: pictures shrink on a phone
    width = root.get("viewBox", "0 0 480 0").split()[2]
    root.set("style", f"max-width: {float(width) * 1.25:.0f}px")
    root.set("role", "img")
    root.set("aria-label", label)
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _HREF[1:].partition("}")[0])
    return ElementTree.tostring(root, encoding="unicode")


def _adapt(element: ElementTree.Element, prefix: str) -> None:
    for key, value in list(element.attrib.items()):
        if key == "id":
            element.set(key, prefix + value)
        elif key == _HREF and value.startswith("#"):
            element.set(key, f"#{prefix}{value[1:]}")
        else:
            value = _REFERENCE.sub(rf"url(#{prefix}\1)", value)
            if key == "style":
                value = _INK.sub(r"\1: currentColor", value)
                value = _PAPER.sub("fill: var(--paper)", value)
            element.set(key, value)
