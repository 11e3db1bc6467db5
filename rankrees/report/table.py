"""One model of a table, rendered in several formats.

Cells are text already: a renderer never parses, rounds or re-aligns a number, so 0.90
stays 0.90 everywhere.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

ABSENT = "\N{EN DASH}"
"""What people see where there is no value; empty in CSV, null in JSON."""


@dataclass(frozen=True)
class Table:
    """A title, columns, rows of text and notes.

    `None` is a cell without a value. The first `n_left` columns hold names and are
    left-aligned, the others hold numbers. A column's name may be broken into lines,
    which only the text format shows.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    notes: tuple[str, ...] = ()
    n_left: int = 1

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{len(row)} cells in {len(self.columns)} columns")

    @property
    def names(self) -> list[str]:
        """The columns' names in one line each."""
        return [column.replace("\n", " ") for column in self.columns]


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
    lines += [line(escaped(_for_people(row))) for row in table.rows]
    for note in table.notes:
        lines += ["", note.translate(_MARKDOWN)]
    return "\n".join(lines)


_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        ABSENT: "--",
        "\n": " ",
    }
)


def _latex(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return " & ".join(cell.translate(_LATEX) for cell in cells) + r" \\"

    align = "l" * table.n_left + "r" * (len(table.columns) - table.n_left)
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{table.title.translate(_LATEX)}}}",
        rf"\begin{{tabular}}{{{align}}}",
        r"\toprule",
        line(table.names),
        r"\midrule",
        *(line(_for_people(row)) for row in table.rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    lines += [rf"\par {note.translate(_LATEX)}" for note in table.notes]
    return "\n".join([*lines, r"\end{table}"])


def _as_json(table: Table) -> dict[str, object]:
    return {
        "title": table.title,
        "columns": table.names,
        "rows": [list(row) for row in table.rows],
        "notes": list(table.notes),
    }


_RENDERERS: dict[str, Callable[[Table], str]] = {
    "text": _text,
    "csv": _csv,
    "markdown": _markdown,
    "latex": _latex,
}

FORMATS = (*_RENDERERS, "json")
"""The formats by name."""


def render(tables: Sequence[Table], form: str) -> str:
    """Return the tables in a format of `FORMATS`.

    Several tables follow each other after an empty line; JSON is always one list of
    tables, whose cells are text or null. CSV has neither titles nor notes.
    """
    if form == "json":
        return json.dumps([_as_json(t) for t in tables], indent=2, ensure_ascii=False)
    return "\n\n".join(_RENDERERS[form](table) for table in tables)
