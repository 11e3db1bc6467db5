"""What the ARFF reader refuses, with the place and the words."""

from __future__ import annotations

import gzip
import pickle
import time
from pathlib import Path

import pytest

from rankrees import files
from rankrees.data.arff import header as arff_header
from rankrees.data.arff import rows as arff_rows
from rankrees.data.arff.reader import parse_arff, read_arff
from rankrees.errors import ArffError

HEADER = "@relation r\n@attribute n numeric\n@attribute a {x,y}\n@attribute c {p,q}\n"


def refusal(text: str, **options: object) -> str:
    with pytest.raises(ArffError) as caught:
        parse_arff(text.split("\n"), path="f.arff", **options)  # type: ignore[arg-type]
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("1,X,p", "'X' is not a declared value of attribute 'a' ('x', 'y')"),
        ("1,'?',p", "'?' is not a declared value of attribute 'a' ('x', 'y')"),
        ("1,x", "2 values where 3 attributes are declared"),
        ("1,x,p,q", "4 values where 3 attributes are declared"),
        ("1,x y,p", "4 values where 3 attributes are declared"),
        ("@end", "1 values where 3 attributes are declared"),
        ("1,,x,p", "value 2 is empty"),
        (",x,p", "value 1 is empty"),
        ("1,x,", "value 3 is empty"),
        ("1, ,'x',p", "value 2 is empty"),
        (",'x',p", "value 1 is empty"),
        ("1,'x',", "value 3 is empty"),
        ("nan,x,p", "'nan' is not a number (attribute 'n')"),
        ("inf,x,p", "'inf' is not a number"),
        ("-Infinity,x,p", "'-Infinity' is not a number"),
        ("0x1F,x,p", "'0x1F' is not a number"),
        ("1_000,x,p", "'1_000' is not a number"),
        ("\u0661,x,p", "is not a number"),
        ("1e999,x,p", "'1e999' is not a number"),
        ("-1e999,x,p", "'-1e999' is not a number"),
        ("1-2,x,p", "'1-2' is not a number"),
        ("e,x,p", "'e' is not a number"),
        ("'',x,p", "'' is not a number"),
        ("' 1',x,p", "' 1' is not a number"),
        ("'?',x,p", "'?' is not a number"),
        ("1,x,p,{2}", "instance weights cannot be used, remove them"),
        ("1,x,p {2}", "instance weights cannot be used, remove them"),
        ("{0 1},{2}", "instance weights cannot be used, remove them"),
        ("1,x,p}", "a } out of place"),
        ("1,'x,p", 'a quote is opened but not closed: "\'x,p"'),
        ('1,x,"p', "a quote is opened but not closed"),
        ("1,x,'p\\", "a quote is opened but not closed"),
        ("1,x'y',p", "a quote inside the unquoted 'x'"),
        ("1,'x'y,p", "the quoted 'x' must be followed by a separator"),
        ("1,'x''y',p", "the quoted 'x' must be followed by a separator"),
        (r"1,'\ud83d',p", r"\ud83d is half a character"),
        ("1,\x00x,p", "control character 0x00: this is no text file"),
        ("1,x,p\x1a", "control character 0x1a: this is no text file"),
        ("{3 1}", "index 3 of a sparse row is out of range"),
        ("{-1 1}", "'-1' is no index of a sparse row"),
        ("{? 1}", "'?' is no index of a sparse row"),
        ("{" + "9" * 5000 + " 1}", "is no index of a sparse row"),
        ("{2 q, 1 x}", "index 1 of a sparse row comes after index 2"),
        ("{1 x, 1 y}", "index 1 of a sparse row comes after index 1"),
        ("{1 x, 2}", "a sparse row must hold pairs of an index and a value"),
        ("{1 x,, 2 q}", "value 3 is empty"),
        ("{1 x, 2 q", "the closing } is missing on this line"),
        ("{1 {x}}", "a { out of place"),
        ("{1 z}", "'z' is not a declared value of attribute 'a'"),
        ("{0 z}", "'z' is not a number (attribute 'n')"),
    ],
)
def test_rows(row: str, message: str) -> None:
    said = refusal(HEADER + "@data\n1,x,p\n% comment\n" + row + "\n1,x,p\n")
    assert said.startswith("f.arff:8: ")
    assert message in said


def test_the_first_faulty_row_is_named() -> None:
    assert refusal(HEADER + "@data\n1,z,p\nz,x,p\n1,x,'p").startswith("f.arff:6: 'z'")
    assert refusal(HEADER + "@data\nz,x,p\n1,z,p\n1,x").startswith("f.arff:6: 'z'")


def test_a_fault_after_many_rows() -> None:
    body = "1,x,p\n" * 30_000 + "1,z,p\n"
    assert refusal(HEADER + "@data\n" + body).startswith("f.arff:30006: 'z' is not a ")


def test_messages_are_short_and_escaped() -> None:
    said = refusal(HEADER + "@data\n1,'\\033" + "z" * 5000 + "',p")
    assert said.isprintable()
    assert len(said) < 200


@pytest.mark.parametrize(
    ("declaration", "message"),
    [
        (
            "@attribute d date",
            "attribute 'd' is a date attribute, which rankrees cannot "
            "use; remove it or convert it to numeric",
        ),
        ('@attribute d DATE "yyyy"', "attribute 'd' is a date attribute"),
        (
            "@attribute s string",
            "attribute 's' is a string attribute, which rankrees "
            "cannot use; remove it or declare its values as {value,...}",
        ),
        (
            "@attribute b relational",
            "attribute 'b' is a relational attribute, which "
            "rankrees cannot use; remove it",
        ),
        ("@attribute n {x}", "attribute 'n' was already declared in line 2"),
        ("@attribute 'n' real", "attribute 'n' was already declared in line 2"),
        ("@attribute b {x,y,x}", "attribute 'b' declares 'x' twice"),
        ("@attribute b {x,'x'}", "attribute 'b' declares 'x' twice"),
        ("@attribute b {x,,y}", "value 2 is empty"),
        ("@attribute b {}", "attribute 'b' declares no values"),
        ("@attribute b {x,", "the closing } is missing on this line"),
        ("@attribute b {x % }", "the closing } is missing on this line"),
        ("@attribute b {x{y}}", "a { out of place"),
        ("@attribute b {x} {2}", "attribute 'b' has a weight, which cannot be used"),
        ("@attribute b real {2}", "attribute 'b' has a weight, which cannot be used"),
        ("@attribute b {x} y", "'y' after the type of attribute 'b'"),
        ("@attribute b real y", "'y' after the type of attribute 'b'"),
        ("@attribute b real [1,2] y", "'y' after the type of attribute 'b'"),
        ("@attribute b real [1,2", "the range of attribute 'b' is not closed by ]"),
        ("@attribute b", "attribute 'b' has no type; expected numeric, real, integer"),
        ("@attribute b nominal", "attribute 'b' has the unknown type 'nominal'"),
        ("@attribute", "an attribute without a name"),
        ("@attribute '' real", "an attribute without a name"),
        ("@attribute {x}", "an attribute without a name"),
        ("@attribute 'b real", "a quote is opened but not closed"),
        ("@inputs n, a", "unknown declaration '@inputs'; expected @relation"),
        ("@data 1,x,p", "'1' after @data: rows begin on the next line"),
        ("1,x,p", "data before @data, or no ARFF file: found '1,x,p'"),
        ("y}", "data before @data"),
    ],
)
def test_declarations(declaration: str, message: str) -> None:
    said = refusal(HEADER + declaration + "\n@data\n1,x,p\n")
    assert said.startswith("f.arff:5: ")
    assert message in said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.arff: no @data"),
        (HEADER, "f.arff: no @data"),
        (HEADER + "@data\n", "f.arff:5: there are no rows after @data"),
        (HEADER + "@data\n\n% none\n", "f.arff:5: there are no rows after @data"),
        ("@relation r\n@data\n1\n", "f.arff:2: no attribute is declared before @data"),
        (
            "@attribute c {p}\n@data\np",
            "f.arff:1: no attribute is left besides the class 'c'",
        ),
        (
            "@attribute c {p}\n@attribute n real\n@data\np,1",
            "f.arff:2: the class attribute 'n' is numeric; name a nominal attribute",
        ),
        (
            HEADER + "@data\n1,x,?\n2,x,?",
            "f.arff:4: the class 'c' is missing in every row",
        ),
    ],
)
def test_whole_files(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("klass", "f.arff: no attribute is called 'klass'; did you mean 'class'?"),
        ("", "f.arff: no attribute is called ''"),
        (0, "f.arff: class attribute 0 is out of range: there are 3 attributes"),
        (4, "f.arff: class attribute 4 is out of range"),
        (-4, "f.arff: class attribute -4 is out of range"),
        (1, "f.arff:2: the class attribute 'n' is numeric"),
    ],
)
def test_class_choices(wanted: str | int, message: str) -> None:
    text = HEADER.replace("attribute c", "attribute class") + "@data\n1,x,p"
    assert refusal(text, class_attribute=wanted).startswith(message)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for path in (tmp_path / "none.arff", tmp_path, "a\0b", "\ud800"):
        with pytest.raises(ArffError, match="cannot be") as caught:
            read_arff(path)
        assert caught.value.line is None
        assert str(caught.value).startswith(f"{path}: ")


def test_damaged_gzip(tmp_path: Path) -> None:
    path = tmp_path / "f.arff.gz"
    body = "".join(f"{i * 7919 % 10007},x,p\n" for i in range(2000))
    packed = gzip.compress((HEADER + "@data\n" + body).encode())
    middle = len(packed) // 2
    cases = {
        "the gzip file is cut short": packed[:middle],
        "cut short": b"\x1f\x8b",
        "damaged gzip file": packed[:10] + b"\xff" * 20 + packed[30:],
        "cannot be read: CRC check failed": packed[:-8] + b"\0" * 8,
        "cannot be read: Not a gzipped file": packed + b"junk",
    }
    for message, content in cases.items():
        path.write_bytes(content)
        with pytest.raises(ArffError, match=message):
            read_arff(path)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le"])
def test_wide_encodings_without_a_mark_are_no_text(
    tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "f.arff"
    path.write_text(HEADER + "@data\n1,x,p\n", encoding=encoding)
    with pytest.raises(ArffError, match=r"f\.arff:1: control character 0x00"):
        read_arff(path)


@pytest.mark.parametrize(
    ("module", "limit", "value", "message"),
    [
        (files, "MAX_LINE_LENGTH", 17, ":3: a line of more than 17 characters"),
        (files, "MAX_LINES", 6, ":7: more than 6 lines"),
        (files, "MAX_CHARACTERS", 60, ":4: more than 60 characters"),
        (arff_header, "MAX_COLUMNS", 2, ":4: more than 2 attributes"),
        (arff_header, "MAX_DECLARED_VALUES", 3, ":4: more than 3 nominal values"),
        (arff_rows, "MAX_CELLS", 7, ":8: more than 7 cells (rows times attributes)"),
    ],
)
def test_limits(
    monkeypatch: pytest.MonkeyPatch,
    module: object,
    limit: str,
    value: int,
    message: str,
) -> None:
    text = HEADER.replace("n numeric", "n real") + "@data\n1,x,p\n2,x,p\n3,x,p"
    monkeypatch.setattr(module, limit, value)
    assert refusal(text) == "f.arff" + message


def test_an_endless_line_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "f.arff"
    with gzip.open(path, "wb", compresslevel=1) as out:
        out.write((HEADER + "@data\n").encode())
        for _ in range(100):
            out.write(b"1," * 500_000)
    with pytest.raises(
        ArffError, match=r"f\.arff:6: a line of more than 10,000,000 char"
    ):
        read_arff(path)


@pytest.mark.parametrize(
    "row",
    [
        "'" + "\\'" * 100_000,
        "1" + " " * 200_000 + "p",
        "1" + " ," * 100_000 + "p",
        "{" * 200_000,
        "{" + "0 1," * 50_000,
        "1" * 200_000 + ",x,p",
        "'x'," * 50_000,
    ],
    ids=["quote", "spaces", "commas", "braces", "pairs", "digits", "quotes"],
)
def test_long_rows_take_linear_time(row: str) -> None:
    start = time.perf_counter()
    refusal(HEADER + "@data\n" + row)
    # measured: 0.1 s; in the square of the length it would be minutes
    assert time.perf_counter() - start < 5
