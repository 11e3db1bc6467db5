"""Files of the user's: types, missing values, new rows, refusals with file and line."""

from __future__ import annotations

import gzip
from io import StringIO
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from rankrees.data.arff.reader import read_arff
from rankrees.data.catalog import Catalog
from rankrees.data.newrows import rows_like, unlabelled
from rankrees.data.rawtable import MISSING_TEXTS
from rankrees.data.userfile import DataFile, read_raw, stem
from rankrees.errors import RankreesError

LOANS = Path(__file__).resolve().parents[2] / "docs" / "loans" / "old.csv"


def write(tmp_path, text, name="t.csv", encoding="utf-8"):
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    return path


def read(tmp_path, text, name="t.csv", **said):
    return DataFile(write(tmp_path, text, name), **said).read("t")


def cells(dataset, name):
    position = [a.name for a in dataset.attributes].index(name)
    values = dataset.attributes[position].values
    column = dataset.columns[position].tolist()
    if values is None:
        return column
    return [None if code < 0 else values[code] for code in column]


def test_loans_as_pandas_reads_them():
    dataset = DataFile(LOANS, drop=("id",)).read("loans")
    frame = pd.read_csv(LOANS, na_values=["?"])
    for attribute in dataset.attributes:
        theirs = frame[attribute.name]
        assert attribute.is_nominal != pd.api.types.is_numeric_dtype(theirs)
        ours = pd.Series(cells(dataset, attribute.name))
        assert ours.isna().tolist() == theirs.isna().tolist()
        assert ours.dropna().tolist() == theirs.dropna().tolist()
    labels = [dataset.class_names[code] for code in dataset.labels]
    assert labels == frame["repaid"].tolist()


@pytest.mark.parametrize("name", ["labor", "iris", "vote", "audiology"])
def test_an_arff_file_is_what_read_arff_says(name):
    path = Catalog().find(name).path
    assert DataFile(path).read(name).content_hash == read_arff(path).content_hash


def test_csv_and_parquet_say_the_same(tmp_path):
    frame = pd.read_csv(LOANS, na_values=["?"])
    frame.to_parquet(tmp_path / "loans.parquet")
    theirs = DataFile(tmp_path / "loans.parquet").read("p")
    assert theirs.content_hash == DataFile(LOANS).read("c").content_hash


def test_parquet_types(tmp_path):
    frame = pd.DataFrame(
        {
            "cat": pd.Categorical(["b", None, "a"], categories=["c", "b", "a"]),
            "flag": [True, False, True],
            "nullable": pd.array([1, None, 3], dtype="Int64"),
            "when": pd.to_datetime(["2020-01-01", "2021-01-01", None]),
            "y": ["no", "yes", "no"],
        }
    )
    frame.to_parquet(tmp_path / "t.parquet")
    dataset = DataFile(tmp_path / "t.parquet").read("t")
    assert dataset.attributes[0].values == ("c", "b", "a")
    assert cells(dataset, "cat") == ["b", None, "a"]
    assert cells(dataset, "flag") == ["True", "False", "True"]
    assert cells(dataset, "nullable") == pytest.approx([1.0, np.nan, 3.0], nan_ok=True)
    assert cells(dataset, "when")[2] is None


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_delimiters_line_ends_and_quotes(tmp_path, delimiter, end):
    rows = [
        ["x", "s", "y"],
        ["1.5", f'"a{delimiter} ""b"""', "no"],
        [" 2 ", "c", "yes"],
    ]
    text = end.join(delimiter.join(row) for row in rows) + end
    dataset = read(tmp_path, text)
    assert cells(dataset, "x") == [1.5, 2.0]
    assert cells(dataset, "s") == [f'a{delimiter} "b"', "c"]


GERMAN = """größe;anteil;note;s;y
1,75;0,5;1;u;ja
-,5;1e-3;2;1,5 m;nein
1800;?;3;v;ja
"""


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_decimal_commas(tmp_path, delimiter):
    text = GERMAN.replace(";", delimiter)
    dataset = read(tmp_path, text)
    assert [a.name for a in dataset.attributes if not a.is_nominal] == [
        *("größe", "anteil", "note"),
    ]
    wanted = pd.read_csv(StringIO(text), sep=delimiter, decimal=",", na_values="?")
    for name in ("größe", "anteil", "note"):
        np.testing.assert_array_equal(cells(dataset, name), wanted[name])
    file = DataFile(write(tmp_path, text))
    told = "\n".join(file.describe(dataset, read_raw(file.path)))
    assert "numbers have decimal commas" in told


def test_names_with_decimal_commas_stay_as_they_are(tmp_path):
    dataset = read(tmp_path, "x;y\n10,5;a\n9,5;b\n", nominal=("x",))
    assert dataset.attributes[0].values == ("9,5", "10,5")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('x,z,y\n"1,5",2,a\n"2,5",3,b\n', ["1,5", "2,5"]),  # might be thousands
        ("x;z;y\n1,5;0.25;a\n2,5;3;b\n", ["1,5", "2,5"]),  # has decimal points
        ("x;z;y\n1,2,3;1;a\n4,5;2;b\n", ["1,2,3", "4,5"]),
        ("x;z;y\n1.234;2;a\n950;3;b\n", [1.234, 950.0]),
    ],
)
def test_commas_are_decimal_only_without_doubt(tmp_path, text, expected):
    assert cells(read(tmp_path, text), "x") == expected


def test_gzip_latin_1_and_a_byte_order_mark(tmp_path):
    text = "größe,y\n1,a\n2,b\n"
    plain = read(tmp_path, text).content_hash
    (tmp_path / "z.csv.gz").write_bytes(gzip.compress(text.encode()))
    assert DataFile(tmp_path / "z.csv.gz").read("z").content_hash == plain
    for encoding in ("latin-1", "utf-8-sig"):
        path = write(tmp_path, text, "e.csv", encoding)
        assert DataFile(path).read("e").content_hash == plain


@pytest.mark.parametrize("text", sorted(MISSING_TEXTS))
def test_missing(tmp_path, text):
    dataset = read(tmp_path, f"x,s,y\n1,u,a\n{text},{text},b\n")
    assert np.isnan(cells(dataset, "x")[1])
    assert cells(dataset, "s") == ["u", None]


@pytest.mark.parametrize("text", ["None", "1_000", "inf", "0x10", "1e999", "\u0661"])
def test_what_is_no_number_makes_a_nominal_column(tmp_path, text):
    dataset = read(tmp_path, f"x,y\n1,a\n{text},b\n")
    assert cells(dataset, "x") == ["1", text]


def test_what_the_user_says_goes(tmp_path):
    text = "x,code,y,id\n1,10,a,7\n2,9,b,8\n3,10,a,9\n"
    dataset = read(tmp_path, text, target="y", nominal=("code",), drop=("id",))
    assert [a.name for a in dataset.attributes] == ["x", "code"]
    assert dataset.attributes[1].values == ("9", "10")  # sorted as numbers
    assert dataset.class_names == ("a", "b")
    dataset = read(tmp_path, "f,y\n1,a\n2,b\n", nominal=("f",))
    assert dataset.attributes[0].values == ("1", "2")


def test_the_types_of_an_arff_file_can_be_changed_too(tmp_path):
    text = "@relation r\n@attribute g {1,2}\n@attribute y {a,b}\n@data\n2,a\n1,b\n"
    assert cells(read(tmp_path, text, "t.arff"), "g") == ["2", "1"]
    assert cells(read(tmp_path, text, "t.arff", numeric=("g",)), "g") == [2.0, 1.0]


def test_the_order_of_rows_does_not_change_declared_values(tmp_path):
    a = read(tmp_path, "s,y\nu,1\nv,0\nw,1\n")
    b = read(tmp_path, "s,y\nw,1\nu,1\nv,0\n")
    assert (a.attributes, a.class_names) == (b.attributes, b.class_names)


@pytest.mark.parametrize(
    ("text", "said", "message"),
    [
        ("x,y\n1,a\n2\n", {}, "t.csv:3: 1 cells, but 2 columns"),
        ("x,y\n1,a\n\n2,b,c\n", {}, "t.csv:4: 3 cells, but 2 columns"),
        ('x,y\n"1\n2",a\n3,b,c\n', {}, "t.csv:4: 3 cells, but 2 columns"),
        ('x,y\n1,"a\n', {}, "t.csv:2: unexpected end of data"),
        ("x,x,y\n1,2,a\n", {}, "t.csv:1: two columns are called 'x'"),
        ("x,,y\n1,2,a\n", {}, "t.csv:1: column 2 has no name"),
        ("x,y\n", {}, "no rows under a line of column names"),
        ("", {}, "no rows under a line of column names"),
        ("y\na\n", {}, "no column is left besides the class"),
        ("x,y\n1,?\n2,?\n", {}, "the class 'y' is missing in all"),
        ("x,y\n1,a\nu,b\n", {"numeric": ("x",)}, "t.csv:3: column 'x': 'u' is no num"),
        (
            "x;z;y\n1,5;1.234;a\n2;7;b\n",
            {},
            "t.csv:2: column 'z': '1.234' is no number:",
        ),
        ("x;y\n1,5;a\n1.234,5;b\n", {}, "'1.234,5' is no number: the file has decimal"),
        (
            "x;z;y\n1,5;0.25;a\n",
            {"numeric": ("x",)},
            "'1,5' is no number: a decimal comma, where others have points",
        ),
        ("x,y\n1,a\n", {"target": "z"}, "no column is called 'z'"),
        ("xyz,y\n1,a\n", {"drop": ("xyx",)}, "did you mean 'xyz'?"),
        ("x,y\n1,a\n", {"drop": ("y",)}, "'y' is the class"),
        ("x,y\n1,a\n", {"nominal": ("x",), "numeric": ("x",)}, "nominal and numeric"),
    ],
)
def test_refusals(tmp_path, text, said, message):
    with pytest.raises(RankreesError) as caught:
        read(tmp_path, text, **said)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["t.xlsx", "gone.csv", "gone.parquet", "gone.arff"])
def test_files_that_cannot_be_read(tmp_path, name):
    with pytest.raises(RankreesError, match=name):
        read_raw(tmp_path / name)


def test_a_file_that_is_no_parquet(tmp_path):
    path = write(tmp_path, "hello", "t.parquet")
    with pytest.raises(RankreesError, match=r"t\.parquet: cannot be read"):
        read_raw(path)


def test_new_rows_go_by_name_and_unseen_values_are_missing(tmp_path):
    train = read(tmp_path, "x,s,y\n1,u,a\n2,v,b\n")
    text = "extra,s,x,y\nq,v,3,b\nq,boat,?,z\n"
    new = rows_like(train.schema, read_raw(write(tmp_path, text, "n.csv")))
    assert new.columns[0].tolist() == pytest.approx([3.0, np.nan], nan_ok=True)
    assert new.columns[1].tolist() == [1, -1]
    assert new.labels.tolist() == [1, -1]
    assert new.unseen == {"s": 1, "y": 1}
    asked = unlabelled(train.schema, new)
    assert asked.columns[1].tolist() == [1, -1]
    assert asked.labels.tolist() == [-1, -1]


def test_new_rows_need_no_class_but_every_column(tmp_path):
    train = read(tmp_path, "x,s,y\n1,u,a\n2,v,b\n")
    new = rows_like(train.schema, read_raw(write(tmp_path, "x,s\n1,u\n", "n.csv")))
    assert new.labels.tolist() == [-1]
    lacking = read_raw(write(tmp_path, "x\n1\n", "n.csv"))
    with pytest.raises(RankreesError, match="not here: s"):
        rows_like(train.schema, lacking)
    wrong = read_raw(write(tmp_path, "x,s\n1,u\nten,v\n", "n.csv"))
    with pytest.raises(
        RankreesError, match=r"n\.csv:3: column 'x': 'ten' is no number"
    ):
        rows_like(train.schema, wrong)


def test_how_columns_were_understood_is_told(tmp_path):
    text = "id,x,void,s,y\n" + "".join(f"n{i},{i},,u,{'ab'[i % 2]}\n" for i in range(9))
    file = DataFile(write(tmp_path, text))
    raw = read_raw(file.path)
    told = "\n".join(file.describe(file.dataset(raw, "t"), raw))
    assert "9 rows; class 'y': a 5, b 4" in told
    assert "numeric: x\n" in told
    assert "nominal: id (9 values, is it an id? then --drop it), s (1 values)" in told
    assert "left out, as all is missing: void" in told


def test_utf_16_says_the_same_as_utf_8(tmp_path):
    """A UTF-16 file was read as Latin-1: another AUC, and a class that is not there."""
    text = "größe,y\n1,a\n2,b\n3,a\n"
    plain = read(tmp_path, text)
    for encoding in ("utf-16", "utf-32"):
        path = write(tmp_path, text, "e.csv", encoding)
        assert DataFile(path).read("t").content_hash == plain.content_hash


@pytest.mark.parametrize(
    ("limit", "value", "message"),
    [
        ("MAX_CELLS", 5, "t.csv:4: more than 5 cells"),
        ("MAX_COLUMNS", 1, "t.csv:1: more than 1 columns"),
    ],
)
def test_the_limits_of_arff_hold_for_csv(tmp_path, monkeypatch, limit, value, message):
    """A `.csv.gz` of 490 MB of rows took 5 GB of memory."""
    monkeypatch.setattr(f"rankrees.data.csvfile.{limit}", value)
    with pytest.raises(RankreesError, match=message):
        read(tmp_path, "x,y\n1,a\n2,b\n3,a\n")


def test_distinct_texts_have_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr("rankrees.data.textcells.MAX_TEXT_BYTES", 10_000)
    rows = "".join(f"n{i},a\n" for i in range(1000))
    with pytest.raises(RankreesError, match=r"t\.csv:\d+: texts of more than"):
        read(tmp_path, "x,y\n" + rows)


def test_numbers_and_texts_of_a_column_are_kept_as_written(tmp_path):
    """Numbers are kept as numbers until a cell is none; then as the texts they were."""
    cells_written = ["1", "-2.5", "1e+16", "0", "?", "-0", "1.50", "007", "1e5", "x"]
    for n in range(1, len(cells_written) + 1):
        some = cells_written[:n]
        rows = "".join(f"{cell},a\n" for cell in some)
        column = read_raw(write(tmp_path, "x,y\n" + rows)).column("x")
        expected = ["" if cell == "?" else cell for cell in some]
        assert column.cells() == expected


def test_two_columns_of_one_name_among_many(tmp_path):
    """The check took time in the square of the number of columns."""
    names = [f"c{i}" for i in range(50_000)]
    text = ",".join([*names, "c7"]) + "\n" + ",".join(["1"] * 50_001) + "\n"
    with pytest.raises(RankreesError, match="two columns are called 'c7'"):
        read(tmp_path, text)


@pytest.mark.parametrize(
    "metadata",
    [
        b'{"index_columns": 7, "columns": [1, ',
        b'{"index_columns": ["none"], "columns": [{"name": 1}], "column_indexes": 3}',
    ],
)
def test_parquet_with_broken_pandas_metadata(tmp_path, metadata):
    """Anybody's JSON in the file came out as a traceback of pandas'."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({"x": [1.0, 2.0], "y": ["a", "b"]})
    table = table.replace_schema_metadata({b"pandas": metadata})
    pq.write_table(table, tmp_path / "t.parquet")
    with pytest.raises(RankreesError, match=r"t\.parquet: cannot be read: ") as caught:
        DataFile(tmp_path / "t.parquet").read("t")
    assert "\n" not in str(caught.value)


def test_parquet_limits_come_before_reading(tmp_path, monkeypatch):
    """A text that is there a million times takes bytes in the file, gigabytes read."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    n = 40_000
    codes = pa.array([0] * n, pa.int32())
    long = pa.DictionaryArray.from_arrays(codes, pa.array(["long " * 20_000]))
    table = pa.table({"s": long, "y": ["a", "b"] * (n // 2)})
    path = tmp_path / "t.parquet"
    pq.write_table(table, path, store_schema=False)  # so that it is a column of texts
    raw = read_raw(path)  # 4 GB, were it not read as codes
    assert raw.column("s").texts == ("long " * 20_000,)
    assert not raw.column("s").declared
    monkeypatch.setattr("rankrees.data.parquetfile.MAX_CELLS", 100)
    with pytest.raises(RankreesError, match="more than 100 cells"):
        read_raw(path)


def test_pipes_and_folders_are_refused_at_once(tmp_path):
    import os

    os.mkfifo(tmp_path / "t.csv")
    (tmp_path / "t.parquet").mkdir()
    for name in ("t.csv", "t.parquet"):
        with pytest.raises(RankreesError, match="a file is expected"):
            read_raw(tmp_path / name)


def test_a_file_name_that_is_no_utf_8(tmp_path):
    """The name of a data set went into tables and stores as half characters."""
    import os

    path = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.csv")
    Path(path).write_text("x,y\n1,a\n2,b\n")
    assert stem(Path(path)) == "caf\\xe9"
    assert read_raw(Path(path)).n_rows == 2
