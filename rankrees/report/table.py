"""One model of a table, rendered in several formats.

Cells are text already: a renderer never parses, rounds or re-aligns a number, so 0.90
stays 0.90 everywhere.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rankrees.names import visible

ABSENT = "\N{EN DASH}"
"""What people see where there is no value; empty in CSV, null in JSON."""


@dataclass(frozen=True)
class Table:
    """A title, columns, rows of text and notes.

    `None` is a cell without a value. The first `n_left` columns hold names and are
    left-aligned, the others hold numbers. A column's name may be broken into lines,
    which only text and LaTeX show. `best` are the cells (row, column) that stand out in
    bold where a format has it; `marks` are the columns that hold marks for the number
    before them, which LaTeX sets close to it.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    notes: tuple[str, ...] = ()
    n_left: int = 1
    best: frozenset[tuple[int, int]] = frozenset()
    marks: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{len(row)} cells in {len(self.columns)} columns")

    @property
    def names(self) -> list[str]:
        """The columns' names in one line each."""
        return [column.replace("\n", " ") for column in self.columns]


def best_cells(
    rows: Sequence[Sequence[str | None]],
    columns: Sequence[int],
    *,
    higher_is_better: bool = True,
) -> frozenset[tuple[int, int]]:
    """Return where each row has its best number, as it is shown; ties all count."""
    found = set()
    for i, row in enumerate(rows):
        numbers = {j: float(cell) for j in columns if (cell := row[j])}
        if len(numbers) > 1:
            best = (max if higher_is_better else min)(numbers.values())
            found |= {(i, j) for j, number in numbers.items() if number == best}
    return frozenset(found)


def _for_people(row: Sequence[str | None]) -> list[str]:
    return [ABSENT if cell is None else cell for cell in row]


def _text(table: Table) -> str:
    from tabulate import tabulate

    n_right = len(table.columns) - table.n_left
    body = tabulate(
        [_for_people(row) for row in table.rows],
        headers=table.columns,
        colalign=("left",) * table.n_left + ("right",) * n_right
        if table.rows
        else None,
        disable_numparse=True,
        tablefmt="simple",
    )
    return "\n".join([table.title, "", body, *table.notes])


def _csv(table: Table) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.names)
    writer.writerows(["" if c is None else c for c in row] for row in table.rows)
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
    for i, row in enumerate(table.rows):
        cells = escaped(_for_people(row))
        for j in range(len(cells)):
            if (i, j) in table.best:
                cells[j] = f"**{cells[j]}**"
        lines.append(line(cells))
    for note in table.notes:
        lines += ["", note.translate(_MARKDOWN)]
    return "\n".join(lines)


def _latex(table: Table) -> str:
    from rankrees.report.latex import latex_table

    return latex_table(table)


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
    "latex": _latex,
}

FORMATS = (*_RENDERERS, "json")
"""The formats by name."""


def _shown(table: Table) -> Table:
    """Return the table with control characters of anybody's names written out."""
    return replace(
        table,
        title=visible(table.title, lines=True),
        columns=tuple(visible(one, lines=True) for one in table.columns),
        rows=tuple(
            tuple(None if cell is None else visible(cell) for cell in row)
            for row in table.rows
        ),
        notes=tuple(visible(note, lines=True) for note in table.notes),
    )


def render(tables: Sequence[Table], form: str) -> str:
    """Return the tables in a format of `FORMATS`.

    Several tables follow each other after an empty line; JSON is always one list of
    tables, whose cells are text or null. CSV has neither titles nor notes.
    """
    tables = [_shown(table) for table in tables]
    if form == "json":
        return json.dumps([_as_json(t) for t in tables], indent=2, ensure_ascii=False)
    return "\n\n".join(_RENDERERS[form](table) for table in tables)
