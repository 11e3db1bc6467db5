"""Tables in LaTeX, for papers: booktabs, the best in bold, marks close to the numbers.

The text compiles with any LaTeX that has booktabs; wide tables want graphicx besides,
long ones longtable. A comment above each table says what it wants.
"""

from __future__ import annotations

from collections.abc import Sequence

from rankrees.reports.table import ABSENT, Cell, Table

ROWS_OF_A_PAGE = 38
"""A table with more rows and notes cannot float: it is set as a longtable."""

CHARACTERS_OF_A_LINE = 62
"""About what the line of a one-column article holds. A wider table is scaled down, or
set in small print if it is a longtable, which cannot be scaled."""

_CHARACTERS_OF_A_NOTE = 85

# only down: a table that is narrower than was thought stays as it is
_SHRINK = r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%"

# A line that begins with [ or * would be taken for an option of the \\ before it.
_ESCAPES = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "[": "{[}",
        "*": "{*}",
        '"': "''",
        ABSENT: "--",
        "\n": " ",
    }
)


def escape(text: str) -> str:
    """Return text that LaTeX sets as it is."""
    return text.translate(_ESCAPES)


def latex_table(table: Table) -> str:
    """Return a table as a float, or as a longtable where a page cannot hold it."""
    width = _width(table) / CHARACTERS_OF_A_LINE
    note_lines = sum(1 + len(note) // _CHARACTERS_OF_A_NOTE for note in table.notes)
    # what is scaled to the width of a line becomes lower, too
    long = len(table.cells) / max(1, width) + note_lines > ROWS_OF_A_PAGE
    wide = not long and width > 1
    packages = ["booktabs", *(["longtable"] if long else ["graphicx"] if wide else [])]
    head = [r"\toprule", *_header(table), r"\midrule"]
    body = [_line(table, row) for row in table.cells]
    notes = [rf"\par {{\footnotesize {escape(note)}}}" for note in table.notes]
    caption = rf"\caption{{{escape(table.title)}}}"
    begin = rf"{{{_alignment(table)}}}"
    if long:
        small = r"\footnotesize" if width < 1.2 else r"\scriptsize"
        shrunk = rf"{{{small}\setlength{{\tabcolsep}}{{2pt}}" if width > 1 else "{"
        lines = [
            shrunk,
            r"\begin{longtable}" + begin,
            caption + r" \\",
            *head,
            r"\endfirsthead",
            *head,
            r"\endhead",
            *body,
            r"\bottomrule",
            r"\end{longtable}",
            *notes,
            "}",
        ]
    else:
        lines = [
            r"\begin{table}",
            r"\centering",
            caption,
            *([_SHRINK] if wide else []),
            r"\begin{tabular}" + begin,
            *head,
            *body,
            r"\bottomrule",
            r"\end{tabular}" + ("}" if wide else ""),
            *notes,
            r"\end{table}",
        ]
    needs = ", ".join(rf"\usepackage{{{package}}}" for package in packages)
    return "\n".join([f"% needs {needs}", *lines])


def _alignment(table: Table) -> str:
    letters = []
    for j in range(len(table.columns)):
        if j in table.marks:
            letters.append(r"@{\,}l")
        else:
            letters.append("l" if j < table.n_left else "r")
    return "".join(letters)


def _header(table: Table) -> list[str]:
    """Return the columns' names, which may be broken into lines."""
    parts = [
        [] if j in table.marks else name.split("\n")
        for j, name in enumerate(table.columns)
    ]
    n_lines = max(1, *(len(part) for part in parts))
    return [
        " & ".join(escape(part[i]) if i < len(part) else "" for part in parts) + r" \\"
        for i in range(n_lines)
    ]


def _line(table: Table, row: Sequence[Cell]) -> str:
    cells = []
    for j, cell in enumerate(row):
        text = escape(ABSENT if cell.text is None else cell.text)
        if text and j in table.marks:
            text = rf"\textsuperscript{{{text}}}"
        elif cell.best:
            text = rf"\textbf{{{text}}}"
        cells.append(text)
    return " & ".join(cells) + r" \\"


def _width(table: Table) -> int:
    """Return about how many characters a line of the table has, with its gaps."""
    width = 0
    for j, name in enumerate(table.columns):
        cells = [row[j].text or "" for row in table.cells]
        names = [] if j in table.marks else name.split("\n")
        width += max(map(len, [*cells, *names, ""]))
        width += 0 if j in table.marks else 2
    return width
