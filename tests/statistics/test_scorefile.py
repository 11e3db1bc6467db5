"""Files of scores that are refused when they are read."""

from __future__ import annotations

import pytest

from rankrees.errors import ScoresError
from rankrees.statistics.scorefile import read_scores


def read(tmp_path, value, run="1", header="dataset,method,run,fold,value"):
    path = tmp_path / "s.csv"
    path.write_text(f"{header}\nd,a,{run},1,{value}\n")
    return read_scores(path)


@pytest.mark.parametrize("value", ["1_0", "0x10", "1e", "\u0661", "1,0", "--1", "one"])
def test_what_is_no_number(tmp_path, value):
    """`1_0` was taken for ten, as Python does."""
    with pytest.raises(ScoresError, match=r"s\.csv:2: "):
        read(tmp_path, value)
    with pytest.raises(ScoresError, match=r"s\.csv:2: "):
        read(tmp_path, "0.5", run=value)


@pytest.mark.parametrize("value", ["1e308", "-1e101", "9" * 400])
def test_scores_too_large_to_compare(tmp_path, value):
    """The squares of 1e308 are infinite: a traceback, or nan in the tables."""
    with pytest.raises(ScoresError, match=r"s\.csv:2: .* too large to compare"):
        read(tmp_path, value)


def test_two_columns_of_one_name_among_many(tmp_path):
    header = ",".join(["dataset", "method", "value", *map(str, range(50_000)), "7"])
    with pytest.raises(ScoresError, match="two columns are called '7'"):
        read(tmp_path, "0.5", header=header)


def test_utf_16_is_read_by_its_mark(tmp_path):
    path = tmp_path / "s.csv"
    path.write_text("dataset,method,value\nd,a,0.5\n", encoding="utf-16")
    assert read_scores(path)["value"].tolist() == [0.5]
