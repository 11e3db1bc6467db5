"""The main table of a section: data sets by methods, protocols side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rankrees.reports.html.folds import FoldBook
from rankrees.reports.html.page import Grid, GridCell, GridRow, MeanRow
from rankrees.reports.table import Cell
from rankrees.reports.tables.difference import signed
from rankrees.reports.tables.means import (
    ScoreRow,
    printed_cells,
    score_rows,
    signs_against_baseline,
)
from rankrees.statistics.comparison import Comparison
from rankrees.statistics.digits import decimals_of, round_half_up


def make_grid(scored: Mapping[str, Comparison], book: FoldBook) -> Grid:
    """Return the grid of an experiment; its folds are entered in the book."""
    published, described = scored.get("published"), scored.get("described")
    one = next(iter(scored.values()))
    book.open_group(scored)
    cells = printed_cells(published, described)
    has_print = published is not None and any(c.printed is not None for c in cells)
    values = {name: _values(s, with_signs=not has_print) for name, s in scored.items()}
    rows: dict[str, list[GridCell]] = {name: [] for name in one.datasets}
    for cell in cells:
        place = cell.dataset, cell.method
        ours = None if published is None else published.mean(*place)
        rows[cell.dataset].append(
            GridCell(
                cell.method,
                cell.printed,
                cell.published.exact,
                _off_by(ours, cell.printed),
                tuple(found[place] for found in values.values()),
                book.add_cell(*place, cell.printed, scored),
            )
        )
    return Grid(
        one.title,
        one.methods,
        tuple(scored),
        tuple(GridRow(name, tuple(row)) for name, row in rows.items()),
        tuple(_means(scored, has_print=has_print)),
        one.baseline,
        has_print,
        tuple(f"as {n}: {r}" for n, s in scored.items() for r in s.remarks),
    )


def _values(scored: Comparison, *, with_signs: bool) -> dict[tuple[str, str], Cell]:
    """Return the mean by (data set, method), the best of a data set marked.

    The test against the baseline is left out beside a print: there a number is marked
    already as equal to it or not.
    """
    signs = signs_against_baseline(scored) if with_signs else {}
    return {
        (row.label, method): replace(cell, sign=signs.get(method, {}).get(row.label, 0))
        for row in score_rows(scored)[:-1]
        for method, cell in row.ours.items()
    }


def _off_by(ours: float | None, printed: str | None) -> str:
    """Return ours, rounded as the print is, less the print."""
    if ours is None or printed is None:
        return ""
    decimals = decimals_of(printed)
    return signed(float(round_half_up(ours, decimals)) - float(printed), decimals)


def _means(scored: Mapping[str, Comparison], *, has_print: bool) -> list[MeanRow]:
    """Return means over the complete sets: ours, and those of the print."""
    last: dict[str, ScoreRow] = {n: score_rows(s)[-1] for n, s in scored.items()}
    methods = next(iter(scored.values())).methods
    label = " / ".join(dict.fromkeys(row.label for row in last.values()))
    ours = tuple(tuple(row.ours[m] for row in last.values()) for m in methods)
    rows = [MeanRow(label, ours)]
    if has_print:
        printed = last["published"].printed
        theirs = tuple(
            tuple(
                printed.get(m, Cell(None)) if name == "published" else Cell("")
                for name in scored
            )
            for m in methods
        )
        rows.append(MeanRow("mean of the print", theirs))
    return rows
