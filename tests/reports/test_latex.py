import dataclasses
import re
import shutil
import subprocess

import pytest

from rankrees.reports.formats import render
from rankrees.reports.latex import ROWS_OF_A_PAGE, latex_table
from rankrees.reports.table import (
    Cell,
    Table,
    printed_cell,
    text_row,
    text_table,
    with_best,
)

TABLE = Table(
    "Means",
    ("data set", "A", "B", "B\nv/*"),
    (
        (Cell("iris"), Cell("0.90"), Cell("0.95", best=True), Cell("v")),
        (Cell("[zoo]"), Cell("0.80", best=True), Cell("0.70"), Cell("*")),
        text_row(("x", None, "", "")),
    ),
    ("v, *: better, worse",),
    marks=frozenset({3}),
)


def test_best_are_bold_and_marks_stand_close():
    text = latex_table(TABLE)
    assert r"\begin{tabular}{lrr@{\,}l}" in text
    assert "data set & A & B &  \\\\\n\\midrule" in text
    assert r"iris & 0.90 & \textbf{0.95} & \textsuperscript{v} \\" in text
    assert r"{[}zoo] & \textbf{0.80} & 0.70 & \textsuperscript{{*}} \\" in text
    assert r"x & -- &  &  \\" in text
    assert r"\par {\footnotesize v, {*}: better, worse}" in text


def test_markdown_has_the_best_in_bold():
    assert "| iris | 0.90 | **0.95** | v |" in render([TABLE], "markdown")


def test_names_in_two_lines_give_two_lines():
    table = text_table("t", ("d", "A", "A\nprinted"), (("x", "1", "2"),))
    assert "d & A & A \\\\\n &  & printed \\\\\n\\midrule" in latex_table(table)


def test_packages_are_named_where_they_are_needed():
    assert latex_table(TABLE).startswith("% needs \\usepackage{booktabs}\n")
    wide = text_table("t", tuple(f"column {i}" for i in range(20)), ())
    assert r"\resizebox{" in latex_table(wide)
    assert r"\usepackage{graphicx}" in latex_table(wide)
    long = text_table("t", ("a",), (("x",),) * (ROWS_OF_A_PAGE + 1))
    assert r"\begin{longtable}{l}" in latex_table(long)
    assert r"\usepackage{longtable}" in latex_table(long)


@pytest.mark.parametrize(
    ("higher", "expected"),
    [(True, {(0, 1), (0, 3), (1, 2)}), (False, {(0, 2), (1, 1)})],
)
def test_best_is_by_what_is_shown_and_ties_all_count(higher, expected):
    rows = [
        ("a", "10.00", "9.50", "10.00"),
        ("b", "-1.0", "2.0", None),
        ("one", "3.0", None, ""),
    ]
    marked = {
        (i, j)
        for i, (name, *cells) in enumerate(rows)
        for j, cell in enumerate(
            with_best(
                [Cell(name), *(printed_cell(text or None) for text in cells)],
                [1, 2, 3],
                higher_is_better=higher,
            )
        )
        if cell.best
    }
    assert marked == expected


def test_hostile_names_compile(tmp_path):
    """Every ASCII character, at the start of a line, in it, and in captions."""
    if shutil.which("pdflatex") is None:
        pytest.skip("there is no pdflatex on this machine")
    odd = [chr(c) for c in range(33, 127)]
    rows = tuple((c, f"x{c}y", c * 2) for c in odd[:47])
    table = text_table(
        "".join(odd), ("a", "".join(odd[:20]), "é\nü"), rows, ("".join(odd),)
    )
    long = dataclasses.replace(table, cells=table.cells * 2)
    body = render([table, long, TABLE], "latex")
    packages = "".join(rf"\usepackage{{{p}}}" for p in ("booktabs", "graphicx"))
    source = rf"\documentclass{{article}}{packages}\usepackage{{longtable}}"
    source += f"\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    (tmp_path / "t.tex").write_text(source, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "t.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    assert done.returncode == 0, re.findall(r"^!.*|^l\.\d+.*", done.stdout, re.M)
