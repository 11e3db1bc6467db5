"""A tree as a picture: Graphviz's DOT text, and SVG drawn here.

In the SVG the root is at the left and every leaf has a line of its own, so that also a
broad tree can be read, by scrolling down.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape

import numpy as np

from rankrees.data.dataset import Dataset
from rankrees.names import visible
from rankrees.trees.text import branch_text, leaf_text
from rankrees.trees.tree import LEAF, Tree

_LINE = 24
_CHARACTER = 6.8
_BAR = 60
_COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb")


def tree_dot(
    tree: Tree, dataset: Dataset, notes: Mapping[int, str] | None = None
) -> str:
    """Return the tree in Graphviz's language."""
    notes = notes or {}
    lines = ["digraph tree {", '  node [shape=box, fontname="sans-serif"];']
    for node in map(int, tree.nodes):
        label = _label(tree, node, dataset) + notes.get(node, "")
        lines.append(f"  n{node} [label={_quoted(label)}];")
    for node in map(int, tree.nodes):
        for b in range(int(tree.n_children[node])):
            test = _test(tree, node, b, dataset)
            child = int(tree.first_child[node]) + b
            lines.append(f"  n{node} -> n{child} [label={_quoted(test)}];")
    return "\n".join([*lines, "}"]) + "\n"


def tree_svg(
    tree: Tree, dataset: Dataset, notes: Mapping[int, str] | None = None
) -> str:
    """Return the tree as an SVG picture; a bar at each node shows its classes."""
    notes = notes or {}
    y = _heights(tree)
    labels = {
        node: _label(tree, node, dataset) + notes.get(node, "")
        for node in map(int, tree.nodes)
    }
    depth = {0: 0}
    incoming = {0: ""}
    for node in map(int, tree.nodes):
        for b in range(int(tree.n_children[node])):
            child = int(tree.first_child[node]) + b
            depth[child] = depth[node] + 1
            incoming[child] = _test(tree, node, b, dataset)
    left = _columns(labels, incoming, depth)
    body = []
    for node, label in labels.items():
        x, at = left[depth[node]], y[node]
        text_width = _CHARACTER * len(incoming[node])
        body += _node(tree, node, x + text_width, at, label, dataset)
        if node:
            body.append(_text(x, at, incoming[node], "test"))
            above = int(tree.parent[node])
            x0 = left[depth[above]] + _width(labels[above], incoming[above])
            middle = (x0 + x) / 2
            path = f"M{x0:.0f},{y[above]:.0f} C{middle:.0f},{y[above]:.0f} "
            path += f"{middle:.0f},{at:.0f} {x - 4:.0f},{at:.0f}"
            body.append(f'<path d="{path}"/>')
    width = max(
        left[depth[node]] + _width(label, incoming[node])
        for node, label in labels.items()
    )
    height = _LINE * (tree.n_leaves + 2)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 20:.0f}" '
            f'height="{height}" font-family="monospace" font-size="11">',
            "<style>path{fill:none;stroke:#999}.test{fill:#555}</style>",
            *_legend(dataset),
            *body,
            "</svg>\n",
        ]
    )


def _label(tree: Tree, node: int, dataset: Dataset) -> str:
    if tree.attribute[node] == LEAF:
        return leaf_text(tree, node, dataset)
    name: str = dataset.attributes[tree.attribute[node]].name
    return name


def _test(tree: Tree, node: int, branch: int, dataset: Dataset) -> str:
    name = dataset.attributes[tree.attribute[node]].name
    text: str = branch_text(tree, node, branch, dataset)
    return text.removeprefix(f"{name} ")


def _quoted(text: str) -> str:
    text = visible(text, lines=True)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _heights(tree: Tree) -> dict[int, float]:
    """Return where each node stands: leaves one below the other, others between."""
    y = {int(leaf): _LINE * (i + 2.0) for i, leaf in enumerate(tree.leaves)}
    for node in map(int, reversed(tree.nodes)):
        if tree.attribute[node] != LEAF:
            first = int(tree.first_child[node])
            sons = [y[first + b] for b in range(int(tree.n_children[node]))]
            y[node] = (sons[0] + sons[-1]) / 2
    return y


def _columns(
    labels: Mapping[int, str], incoming: Mapping[int, str], depth: Mapping[int, int]
) -> list[float]:
    """Return where each level begins, wide enough for the level before it."""
    widest = [0.0] * (max(depth.values()) + 1)
    for node, label in labels.items():
        widest[depth[node]] = max(widest[depth[node]], _width(label, incoming[node]))
    starts = np.concatenate(([10.0], 10.0 + np.cumsum(np.array(widest) + 40.0)))
    return [float(start) for start in starts[:-1]]


def _width(label: str, incoming: str) -> float:
    return _CHARACTER * (len(label) + len(incoming)) + _BAR + 16


def _node(
    tree: Tree, node: int, x: float, y: float, label: str, dataset: Dataset
) -> list[str]:
    drawn = []
    total = float(tree.totals[node])
    start = x + 6
    for c in range(tree.n_classes):
        width = _BAR * float(tree.counts[node, c]) / total if total > 0 else 0.0
        if width > 0:
            name = escape(visible(dataset.class_names[c]))
            drawn.append(
                f'<rect x="{start:.1f}" y="{y - 6:.1f}" width="{width:.1f}" '
                f'height="12" fill="{_COLOURS[c % len(_COLOURS)]}">'
                f"<title>{name}: {tree.counts[node, c]:g}</title></rect>"
            )
        start += width
    return [*drawn, _text(x + _BAR + 12, y, label, "node")]


def _text(x: float, y: float, text: str, kind: str) -> str:
    shown = escape(visible(text))
    return f'<text class="{kind}" x="{x:.1f}" y="{y + 4:.1f}">{shown}</text>'


def _legend(dataset: Dataset) -> list[str]:
    drawn, x = [], 10.0
    for c, name in enumerate(dataset.class_names):
        colour = _COLOURS[c % len(_COLOURS)]
        drawn.append(
            f'<rect x="{x:.0f}" y="8" width="12" height="12" fill="{colour}"/>'
        )
        drawn.append(_text(x + 16, 14, name, "node"))
        x += 30 + _CHARACTER * len(name)
    return drawn
