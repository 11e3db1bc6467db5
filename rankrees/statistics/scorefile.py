"""Reading anybody's scores from a CSV file, and refusing what cannot be compared.

The columns are `dataset`, `method`, `value`, and `run` and `fold` where there is more
than one score of a method on a data set. `metric` and `protocol` are known too, as
`rankrees export` writes them; all other columns are passed over.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

import pandas as pd

from rankrees.errors import ScoresError
from rankrees.files import Lines, parse_text
from rankrees.names import listed, names_asked_for

NEEDED = ("dataset", "method", "value")
NUMBERS = ("run", "fold")
CHOICES = ("metric", "protocol")

MAX_SCORE = 1e100
"""Larger scores are refused: their squares, which tests take, would be infinite."""

# float() and int() take more than people mean: 1_0, digits of other scripts
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.ASCII)
_WHOLE = re.compile(r"[-+]?\d{1,9}", re.ASCII)
_NO_VALUE = frozenset({"", "nan", "inf", "-inf", "+inf", "infinity", "-infinity"})


def read_scores(path: Path) -> pd.DataFrame:
    """Return a tidy frame of all rows, with their lines in the file as `line`.

    A value that is empty or no finite number is NaN here; `complete_scores` refuses it.
    """

    def parse(lines: Lines) -> pd.DataFrame:
        return _read(path, lines)

    return parse_text(path, parse, ScoresError, newline="")


def _read(path: Path, text: Lines) -> pd.DataFrame:
    lines = csv.reader(text, strict=True)
    try:
        header = [name.strip() for name in next(lines, [])]
        _check_header(path, header)
        columns: dict[str, list[object]] = {
            name: [] for name in (*NEEDED, *NUMBERS, *CHOICES) if name in header
        }
        at = {name: header.index(name) for name in columns}
        numbers: list[int] = []
        for cells in lines:
            if not cells:
                continue
            if len(cells) != len(header):
                found = f"{len(cells)} cells, but the header has {len(header)}"
                raise ScoresError(path, lines.line_num, found)
            for name, found_here in columns.items():
                cell = cells[at[name]].strip()
                found_here.append(_cell(path, lines.line_num, name, cell))
            numbers.append(lines.line_num)
    except csv.Error as error:
        raise ScoresError(path, lines.line_num, str(error)) from None
    if not numbers:
        raise ScoresError(path, None, "has no scores")
    frame = pd.DataFrame(columns).assign(line=numbers)
    return frame if "run" in columns else frame.assign(run=1, fold=1)


def _check_header(path: Path, header: list[str]) -> None:
    twice = [name for name, n in Counter(header).items() if n > 1]
    if twice:
        raise ScoresError(path, 1, f"two columns are called {twice[0]!r}")
    absent = [name for name in NEEDED if name not in header]
    if absent:
        raise ScoresError(
            path,
            1,
            f"no column is called {', '.join(map(repr, absent))}: a row has dataset, "
            "method, run, fold, value (found: " + listed(header) + ")",
        )
    if ("run" in header) != ("fold" in header):
        one, other = ("run", "fold") if "run" in header else ("fold", "run")
        raise ScoresError(path, 1, f"there is a column {one!r} but no {other!r}")


def _cell(path: Path, line: int, name: str, cell: str) -> object:
    if name == "value":
        if cell.lower() in _NO_VALUE:
            return math.nan
        if not _NUMBER.fullmatch(cell):
            raise ScoresError(path, line, f"the value {cell!r:.60} is no number")
        value = float(cell)
        if abs(value) > MAX_SCORE:
            found = f"the value {cell!r:.60} is too large to compare"
            raise ScoresError(path, line, found)
        return value
    if name in NUMBERS:
        if not _WHOLE.fullmatch(cell):
            found = f"the {name} {cell!r:.60} is no whole number"
            raise ScoresError(path, line, found)
        return int(cell)
    if not cell:
        raise ScoresError(path, line, f"the {name} is empty")
    return cell


def chosen(
    frame: pd.DataFrame, path: Path, name: str, names: Collection[str]
) -> pd.DataFrame:
    """Return the rows whose column `name` has one of these names; nothing means all.

    With ^ before a name, all rows but those.
    """
    if not names:
        return frame
    known = list(dict.fromkeys(frame[name])) if name in frame else []
    only, without = names_asked_for(names)
    for one in (*only, *without):
        if one not in known:
            found = f"no {name} is called {one!r}"
            found += f" (known: {', '.join(known)})" if known else ""
            raise ScoresError(path, None, found)
    kept = frame[frame[name].isin(list(only))] if only else frame
    return kept[~kept[name].isin(list(without))]


def complete_scores(
    frame: pd.DataFrame, path: Path, *, allow_missing: bool = False
) -> tuple[pd.DataFrame, dict[str, str]]:
    """Return the scores that can be compared, and why data sets were left out.

    Every method must have one value for each fold of each data set. A duplicate is
    always refused; where something is missing, the data set is left out if
    `allow_missing`, and else the first such place is refused by its line.
    """
    keys = ["dataset", "method", "run", "fold"]
    again = frame[frame.duplicated(keys)]
    if len(again):
        row = again.iloc[0]
        same = (frame[keys] == row[keys]).all(axis=1)
        first = int(frame[same]["line"].iloc[0])
        raise ScoresError(
            path, int(row["line"]), f"{_name(row)} has a score in line {first} already"
        )
    methods = list(dict.fromkeys(frame["method"]))
    left_out: dict[str, str] = {}
    for dataset, rows in frame.groupby("dataset", sort=False):
        found = _missing(rows, methods)
        if found is None:
            continue
        line, message = found
        if not allow_missing:
            hint = "--allow-missing leaves the data set out"
            raise ScoresError(path, line, f"{message} ({hint})")
        left_out[str(dataset)] = f"{path}:{line}: {message}"
    kept = frame[~frame["dataset"].isin(list(left_out))]
    if kept.empty:
        raise ScoresError(path, None, "no data set has all its scores")
    return kept, left_out


def _missing(rows: pd.DataFrame, methods: list[str]) -> tuple[int, str] | None:
    empty = rows[rows["value"].isna()]
    if len(empty):
        first = empty.iloc[0]
        return int(first["line"]), f"{_name(first)} has no value"
    present = set(zip(rows["method"], rows["run"], rows["fold"], strict=True))
    for _, row in rows.drop_duplicates(["run", "fold"]).iterrows():
        for method in methods:
            if (method, row["run"], row["fold"]) not in present:
                missing = _name({**row, "method": method})
                found = f"{missing} has no score, where {row['method']} has this one"
                return int(row["line"]), found
    return None


def _name(row: Mapping[str, object] | pd.Series) -> str:
    return f"{row['method']} on {row['dataset']}, run {row['run']}, fold {row['fold']}"


def folds_of(frame: pd.DataFrame) -> dict[str, int]:
    """Return the number of folds in a run by data set, 0 where runs differ in it."""
    sizes = frame.groupby(["dataset", "method", "run"], sort=False)["fold"].nunique()
    return {
        str(dataset): int(counts.iloc[0]) if counts.nunique() == 1 else 0
        for dataset, counts in sizes.groupby(level="dataset", sort=False)
    }
