"""Tables as text, CSV, Markdown, LaTeX or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from rankrees.names import visible
from rankrees.reports.latex import latex_table
from rankrees.reports.table import ABSENT, Cell, Table


def _for_people(row: Iterable[Cell]) -> list[str]:
    return [ABSENT if cell.text is None else cell.text for cell in row]


def _text(table: Table) -> str:
    from tabulate import tabulate

    n_right = len(table.columns) - table.n_left
    body = tabulate(
        [_for_people(row) for row in table.cells],
        headers=table.columns,
        colalign=("left",) * table.n_left + ("right",) * n_right
        if table.cells
        else None,
        disable_numparse=True,
        tablefmt="simple",
    )
    return "\n".join([table.title, "", body, *table.notes])


def _csv(table: Table) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.names)
    writer.writerows([cell.text or "" for cell in row] for row in table.cells)
    return out.getvalue().removesuffix("\n")


_MARKDOWN = str.maketrans({c: f"\\{c}" for c in "\\`*_[]<>|#"} | {"\n": " "})


def _markdown(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cells) + " |"

    def escaped(cells: Sequence[str]) -> list[str]:
        return [cell.translate(_MARKDOWN) for cell in cells]

    rule = [":--" if i < table.n_left else "--:" for i in range(len(table.columns))]
    lines = [f"**{table.title.translate(_MARKDOWN)}**", ""]
    lines += [line(escaped(table.names)), line(rule)]
    for row in table.cells:
        texts = escaped(_for_people(row))
        pairs = zip(texts, row, strict=True)
        lines.append(line([f"**{t}**" if cell.best else t for t, cell in pairs]))
    for note in table.notes:
        lines += ["", note.translate(_MARKDOWN)]
    return "\n".join(lines)


def _as_json(table: Table) -> dict[str, object]:
    return {
        "title": table.title,
        "columns": table.names,
        "rows": [list(row) for row in table.rows],
        "notes": list(table.notes),
        "best": sorted(table.best),
    }


_RENDERERS: dict[str, Callable[[Table], str]] = {
    "text": _text,
    "csv": _csv,
    "markdown": _markdown,
    "latex": latex_table,
}

FORMATS = (*_RENDERERS, "json")
"""The formats by name."""


def _shown(table: Table) -> Table:
    """Return the table with control characters of anybody's names written out."""
    return replace(
        table,
        title=visible(table.title, lines=True),
        columns=tuple(visible(one, lines=True) for one in table.columns),
        cells=tuple(tuple(map(_shown_cell, row)) for row in table.cells),
        notes=tuple(visible(note, lines=True) for note in table.notes),
    )


def _shown_cell(cell: Cell) -> Cell:
    return cell if cell.text is None else replace(cell, text=visible(cell.text))


def render(tables: Sequence[Table], form: str) -> str:
    """Return the tables in a format of `FORMATS`.

    Several tables follow each other after an empty line; JSON is always one list of
    tables, whose cells are text or null. CSV has neither titles nor notes.
    """
    tables = [_shown(table) for table in tables]
    if form == "json":
        return json.dumps([_as_json(t) for t in tables], indent=2, ensure_ascii=False)
    return "\n\n".join(_RENDERERS[form](table) for table in tables)
