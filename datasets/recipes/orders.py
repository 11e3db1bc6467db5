"""Row orders: cross-validation folds depend on them, so they have to be right.

Some packages have every value of a set but not the file's order; others have the order
but not every value. Here the two are put together. (KEEL's files are of no help for the
order where they have the rows of one fold at the end.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable

from recipes.readers import RawTable, Row

Key = Callable[[Row], Hashable]


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
