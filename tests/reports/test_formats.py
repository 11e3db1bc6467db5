import csv
import io
import json

import pytest

from rankrees.reports.formats import FORMATS, render
from rankrees.reports.table import ABSENT, text_table

TABLE = text_table(
    title="AUC of C4.5 & co, 100%",
    columns=("data_set", "C45", "C44_S"),
    rows=(("iris", "0.90", "1e5"), ("a|b{c}\\", None, "007")),
    notes=("2 sets",),
)


def test_text_keeps_every_digit_and_aligns_numbers_right():
    lines = render([TABLE], "text").splitlines()
    assert lines == [
        "AUC of C4.5 & co, 100%",
        "",
        "data_set      C45    C44_S",
        "----------  -----  -------",
        "iris         0.90      1e5",
        f"a|b{{c}}\\         {ABSENT}      007",
        "2 sets",
    ]


def test_csv_reads_back():
    rows = list(csv.reader(io.StringIO(render([TABLE], "csv"))))
    assert rows == [
        ["data_set", "C45", "C44_S"],
        ["iris", "0.90", "1e5"],
        ["a|b{c}\\", "", "007"],
    ]


def test_json_reads_back():
    (found,) = json.loads(render([TABLE], "json"))
    assert found["rows"] == [["iris", "0.90", "1e5"], ["a|b{c}\\", None, "007"]]
    assert found["columns"] == list(TABLE.columns)
    assert found["notes"] == ["2 sets"]


def test_markdown_escapes_the_bars_in_names():
    lines = render([TABLE], "markdown").splitlines()
    assert lines[2:6] == [
        "| data\\_set | C45 | C44\\_S |",
        "| :-- | --: | --: |",
        "| iris | 0.90 | 1e5 |",
        f"| a\\|b{{c}}\\\\ | {ABSENT} | 007 |",
    ]


def test_latex_escapes_names_and_uses_booktabs():
    text = render([TABLE], "latex")
    assert r"\caption{AUC of C4.5 \& co, 100\%}" in text
    assert r"data\_set & C45 & C44\_S \\" in text
    assert r"a\textbar{}b\{c\}\textbackslash{} & -- & 007 \\" in text
    assert r"\begin{tabular}{lrr}" in text
    assert (
        text.index(r"\toprule") < text.index(r"\midrule") < text.index(r"\bottomrule")
    )


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_holds_every_cell_of_every_table(form):
    other = text_table("Other", ("x", "y"), (("glass", "12.30"),))
    text = render([TABLE, other], form)
    for cell in ("iris", "0.90", "1e5", "007", "glass", "12.30"):
        assert cell in text


@pytest.mark.parametrize("form", FORMATS)
def test_a_table_without_rows_renders(form):
    assert "C45" in render([text_table("t", ("d", "C45"), ())], form)
