"""Row orders: cross-validation folds depend on them, so they have to be right.

Some packages have every value of a set but not the file's order; others have the order
but not every value. Here the two are put together. (KEEL's files are of no help for the
order where they have the rows of one fold at the end.) Where no package has the order,
it is written down: rows/NAME.txt lists the package's rows as Weka's file has them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from pathlib import Path

from recipes.readers import RawTable, Row

Key = Callable[[Row], Hashable]
ROWS = Path(__file__).parent / "rows"
SAME_NAME = (
    *((87, 85), (560, 555), (561, 556), (562, 557), (563, 558), (564, 559)),
    *((854, 853), (1318, 1317), (1328, 1323), (1329, 1324), (1330, 1325), (1331, 1326)),
)
"""Rows of Weka's splice with the name of an earlier row; no others share one."""


def ordered_like(
    values: RawTable, order: RawTable, key: Key, order_key: Key
) -> RawTable:
    """Return the rows of `values` in the order that `order` has them.

    Rows belong together when their keys are equal. A row that `order` lacks keeps its
    predecessor in `values`, or stays last if it is last there; a row that only `order`
    has is passed over.
    """
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for i, row in enumerate(values.rows):
        waiting[key(row)].append(i)
    found = []
    for row in order.rows:
        places = waiting[order_key(row)]
        if places:
            found.append(places.pop(0))
    for i in sorted(i for places in waiting.values() for i in places):
        last = i == len(values.rows) - 1
        found.insert(len(found) if last else found.index(i - 1) + 1, i)
    return RawTable(values.columns, tuple(values.rows[i] for i in found))


def _number(cell: str | None) -> float | None:
    return None if cell is None else float(cell)


def heart_c(values: RawTable, order: RawTable) -> RawTable:
    """Cleveland: all values in one package, the order of the file in another."""

    def key(row: Row) -> Hashable:
        return tuple(_number(row[i]) for i in (0, 3, 4, 7, 9))

    return ordered_like(values, order, key, key)


def heart_statlog(values: RawTable, order: RawTable) -> RawTable:
    """Statlog heart: KEEL has the order, but lost the decimal point of column 10."""

    def key(row: Row) -> Hashable:
        return tuple(_number(cell) for cell in row[:9] + row[10:])

    return ordered_like(values, order, key, key)


def lymph(values: RawTable, order: RawTable) -> RawTable:
    """Lymphography: the copy that has the order has three columns cut in two.

    Two rows are alike in all that this leaves; the later one in `values` comes first.
    """
    values = RawTable(values.columns, values.rows[::-1])
    cuts = {8: 1.5, 9: 2.5, 17: 3.5}

    def key(row: Row) -> Hashable:
        cut = ((i, float(row[i] or "nan") < at) for i, at in cuts.items())
        return _without(row, cuts), *cut

    def order_key(row: Row) -> Hashable:
        cut = ((i, row[i] == f"<{at}") for i, at in cuts.items())
        return _without(row, cuts), *cut

    return ordered_like(values, order, key, order_key)


def _without(row: Row, columns: dict[int, float]) -> Row:
    return tuple(cell for i, cell in enumerate(row) if i not in columns)


def like_two_class_variant(values: RawTable, order: RawTable) -> RawTable:
    """KEEL: the two-class variant of a set has the order (and may lack a few rows)."""

    def key(row: Row) -> Hashable:
        return tuple(float(cell or "nan") for cell in row[:-1])

    return ordered_like(values, order, key, key)


def last_rows_first(table: RawTable, n: int) -> RawTable:
    """Return the table with its last `n` rows (say, the test part) at the top."""
    return RawTable(table.columns, table.rows[-n:] + table.rows[:-n])


def listed_rows(text: str) -> list[int]:
    """Return the row numbers that a list names; `3-6` is 3 4 5 6."""
    found: list[int] = []
    for word in text.split():
        first, _, last = word.partition("-")
        found.extend(range(int(first), int(last or first) + 1))
    return found


def as_listed(name: str) -> Callable[[RawTable], RawTable]:
    """Return what puts a table's rows into the order that rows/NAME.txt lists."""

    def arrange(table: RawTable) -> RawTable:
        numbers = listed_rows((ROWS / f"{name}.txt").read_text(encoding="ascii"))
        if sorted(numbers) != list(range(1, len(table.rows) + 1)):
            raise ValueError(f"rows/{name}.txt does not name every row once")
        return RawTable(table.columns, tuple(table.rows[i - 1] for i in numbers))

    return arrange


def audiology(table: RawTable) -> RawTable:
    """Audiology: the test part comes first, and two ages that the package lacks."""
    table = last_rows_first(table, 26)
    age = table.columns.index("age_gt_60")
    rows = list(table.rows)
    for number, value in ((2, "t"), (28, "f")):
        row = rows[number - 1]
        if row[age] is not None:
            raise ValueError(f"row {number} has an age")
        rows[number - 1] = (*row[:age], value, *row[age + 1 :])
    return RawTable(table.columns, tuple(rows))


def splice(table: RawTable) -> RawTable:
    """Splice: Weka's order, and stand-ins for the rows' names, which no package has.

    A row is called after its number, or after the earlier row whose name it shares.
    """
    table = as_listed("splice")(table)
    earlier = dict(SAME_NAME)
    rows = tuple(
        (f"row-{earlier.get(number, number)}", *row)
        for number, row in enumerate(table.rows, start=1)
    )
    return RawTable(("name", *table.columns), rows)
