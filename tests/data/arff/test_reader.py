"""What the ARFF reader accepts, one rule a test."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from rankrees.data.arff.reader import parse_arff, read_arff
from rankrees.data.dataset import Dataset

HEADER = "@relation r\n@attribute n numeric\n@attribute a {x,y}\n@attribute c {p,q}\n"


def parse(text: str, **options: object) -> Dataset:
    return parse_arff(text.split("\n"), path="f.arff", **options)  # type: ignore[arg-type]


def cells(data: Dataset) -> list[list[object]]:
    """Return the rows as texts and numbers, None where a cell is missing."""
    columns = []
    for attribute, column in zip(
        (*data.attributes, data.class_attribute),
        (*data.columns, data.labels),
        strict=True,
    ):
        if attribute.values is None:
            columns.append([None if v != v else v for v in column.tolist()])
        else:
            values = attribute.values
            columns.append([None if v < 0 else values[v] for v in column.tolist()])
    return [list(row) for row in zip(*columns, strict=True)]


def rows(body: str, header: str = HEADER) -> list[list[object]]:
    return cells(parse(header + "@data\n" + body))


def test_columns_have_the_dtypes_of_a_dataset() -> None:
    data = parse(HEADER + "@data\n1,x,p\n?,?,?\n")
    assert [c.dtype for c in data.columns] == [np.float64, np.int32]
    assert data.columns[1].tolist() == [0, -1]
    assert data.labels.dtype == np.int32
    assert data.labels.tolist() == [0, -1]
    assert data.n_missing == 2


def test_declared_values_keep_the_order_of_the_header() -> None:
    data = parse("@attribute a {z,b,a}\n@attribute c {q,p}\n@data\na,p\n")
    assert data.attributes[0].values == ("z", "b", "a")
    assert data.class_names == ("q", "p")
    assert (data.columns[0].tolist(), data.labels.tolist()) == ([2], [1])


def test_key_words_in_any_case() -> None:
    text = "@RELATION r\n@Attribute n REAL\n@aTTRIBUTE c {p,q}\n@DATA\n1,p\n"
    assert cells(parse(text)) == [[1.0, "p"]]


@pytest.mark.parametrize("kind", ["numeric", "real", "integer", "Integer [1,10]"])
def test_a_number_is_never_truncated(kind: str) -> None:
    assert rows("1.5,x,p", HEADER.replace("numeric", kind)) == [[1.5, "x", "p"]]


@pytest.mark.parametrize(
    "kind", ["integer [1,10]", "real [0, 10]", "real[0,1]", "numeric [ 0 , 1 ] % c"]
)
def test_the_range_of_a_number_is_passed_over(kind: str) -> None:
    assert rows("77,x,p", HEADER.replace("numeric", kind)) == [[77.0, "x", "p"]]


@pytest.mark.parametrize(
    ("text", "value"),
    [("+1", 1.0), ("1.", 1.0), (".5", 0.5), ("1e3", 1e3), ("-1E-3", -1e-3)],
)
def test_forms_of_numbers(text: str, value: float) -> None:
    assert rows(f"{text},x,p") == [[value, "x", "p"]]


def test_large_numbers_whose_sum_overflows() -> None:
    assert rows("1e308,x,p\n1e308,x,p") == [[1e308, "x", "p"]] * 2


@pytest.mark.parametrize("quoted", ["'a b'", '"a b"'])
def test_quoted_names_and_values(quoted: str) -> None:
    data = parse(
        f"@attribute {quoted} {{{quoted}}}\n@attribute c {{p}}\n@data\n{quoted},p"
    )
    assert data.attributes[0].name == "a b"
    assert cells(data) == [["a b", "p"]]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"'\''", "'"),
        (r"'\"'", '"'),
        (r"'\\'", "\\"),
        (r"'\%'", "%"),
        (r"'\n'", "\n"),
        (r"'\r'", "\r"),
        (r"'\t'", "\t"),
        (r"'\u00e9\u65E5'", "é日"),
        (r"'\101\7x'", "A\ax"),
        (r"'\q'", "q"),
        ('"it\'s"', "it's"),
        ("'%,{}'", "%,{}"),
        ("''", ""),
        (r"a\n", r"a\n"),
    ],
)
def test_escapes(written: str, meant: str) -> None:
    header = f"@attribute a {{z,{written}}}\n@attribute c {{p}}\n"
    assert rows(f"{written},p", header) == [[meant, "p"]]


def test_a_quoted_question_mark_is_a_value_and_a_bare_one_is_missing() -> None:
    header = "@attribute a {'?',x}\n@attribute c {p}\n"
    assert rows("'?',p\n?,p\n\"?\",'p'\n?,'p'", header) == [
        ["?", "p"],
        [None, "p"],
        ["?", "p"],
        [None, "p"],
    ]


@pytest.mark.parametrize(
    "row",
    [
        "1\tx\tp",
        "1 x p",
        " 1 ,  x\t, p ",
        "1,x\tp",
        "1\t\tx,p\t",
        "1\t'x' , p",
        "1, x,p",
    ],
)
def test_separators(row: str) -> None:
    assert rows(row) == [[1.0, "x", "p"]]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(tmp_path: Path, end: str) -> None:
    path = tmp_path / "f.arff"
    path.write_bytes((HEADER + "@data\n1,x,p\n\n2,y,q").replace("\n", end).encode())
    assert cells(read_arff(path)) == [[1.0, "x", "p"], [2.0, "y", "q"]]


def test_other_characters_that_python_takes_for_line_ends_or_spaces() -> None:
    odd = "x\u2028y\u0085z\u00a0"
    header = f"@attribute a {{{odd},b}}\n@attribute c {{p,{odd}}}\n"
    assert rows(f"{odd},{odd}", header) == [[odd, odd]]


def test_comments_and_blank_lines() -> None:
    header = "% top\n\n  % it's {\n" + HEADER.replace("{x,y}", "{x,y}%why, {it's}")
    header = header.replace("numeric", "numeric % or so")
    body = "% c\n1,x,p % it's, {\n \n2,y,q%\n3,'x',p%'"
    assert rows(body, header) == [[1.0, "x", "p"], [2.0, "y", "q"], [3.0, "x", "p"]]
    assert cells(parse(HEADER + "@data % rows\n1,x,p")) == [[1.0, "x", "p"]]


@pytest.mark.parametrize("relation", ["@relation my own data's {set}", "% none"])
def test_the_relation_may_be_called_anything(relation: str) -> None:
    assert rows("1,x,p", HEADER.replace("@relation r", relation)) == [[1.0, "x", "p"]]


@pytest.mark.parametrize("values", ["{ x , y }", "{x,\ty }", "{x y}", "{'x',\"y\"}"])
def test_spaces_in_lists(values: str) -> None:
    data = parse(HEADER.replace("{x,y}", values) + "@data\n1,y,p")
    assert data.attributes[1].values == ("x", "y")


def test_names_with_odd_characters() -> None:
    text = (
        "@attribute '{n}' real\n@attribute  \ta-b{x}\n@attribute c\t{p}\n@data\n1,x,p"
    )
    assert [a.name for a in parse(text).attributes] == ["{n}", "a-b"]


def test_values_are_told_apart_by_case() -> None:
    header = "@attribute a {x,X}\n@attribute c {p}\n"
    assert rows("X,p", header) == [["X", "p"]]


def test_sparse_rows() -> None:
    body = "{}\n{0 5}\n{1 y, 2 q}\n{ 0 ? ,2 'q'} % c\n{2 ?}\n7,y,q"
    assert rows(body) == [
        [0.0, "x", "p"],
        [5.0, "x", "p"],
        [0.0, "y", "q"],
        [None, "x", "q"],
        [0.0, "x", None],
        [7.0, "y", "q"],
    ]


@pytest.mark.parametrize("name", ["f.arff.gz", "f.arff", "noending"])
def test_gzip_is_told_by_content(tmp_path: Path, name: str) -> None:
    text = (HEADER + "@data\n1,x,p\n").encode()
    (tmp_path / name).write_bytes(gzip.compress(text))
    packed = read_arff(tmp_path / name)
    (tmp_path / name).write_bytes(text)
    assert cells(packed) == cells(read_arff(tmp_path / name)) == [[1.0, "x", "p"]]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "f.arff"
    text = "@attribute é {ß,ü}\n@attribute c {p}\n@data\nü,p\n"
    path.write_bytes(text.encode(encoding))
    data = read_arff(path)
    assert data.attributes[0].name == "é"
    assert cells(data) == [["ü", "p"]]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [(None, "c"), ("a", "a"), (2, "a"), (3, "c"), (-1, "c"), (-2, "a")],
)
def test_choosing_the_class(wanted: str | int | None, found: str) -> None:
    data = parse(HEADER + "@data\n1,y,p\n2,x,q", class_attribute=wanted)
    names = [a.name for a in data.attributes]
    assert data.class_attribute.name == found
    assert names == [n for n in ("n", "a", "c") if n != found]
    assert data.labels.tolist() == ([1, 0] if found == "a" else [0, 1])


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("a.ORIG.arff", "a.ORIG"),
        ("iris.ARFF.gz", "iris"),
        ("b.gz", "b"),
        ("c.txt", "c.txt"),
    ],
)
def test_the_name_is_the_files_stem(tmp_path: Path, file: str, name: str) -> None:
    (tmp_path / file).write_text(HEADER + "@data\n1,x,p\n")
    assert read_arff(str(tmp_path / file)).name == name
    assert read_arff(tmp_path / file, name="other").name == "other"


def test_many_rows_cross_the_blocks() -> None:
    body = "\n".join(f"{i},{'xy'[i % 2]},{'pq'[i % 3 == 0]}" for i in range(20_001))
    data = parse(HEADER + "@data\n" + body)
    assert data.columns[0].tolist() == list(range(20_001))
    assert data.columns[1].tolist() == [i % 2 for i in range(20_001)]
    assert data.labels.tolist() == [int(i % 3 == 0) for i in range(20_001)]
