"""Comparing a built data set with a true copy, cell for cell."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from rankrees.data.dataset import MISSING_CODE, Dataset


def readable_rows(data: Dataset, names: list[str]) -> list[tuple[object, ...]]:
    """Return the rows of the named attributes and the class, nominal cells as text."""
    by_name = dict(zip((a.name for a in data.attributes), data.columns, strict=True))
    kinds = {a.name: a for a in data.attributes}
    columns: list[list[object]] = []
    for attribute, column in (
        *((kinds[name], by_name[name]) for name in names),
        (data.class_attribute, data.labels),
    ):
        if attribute.values is None:
            columns.append([None if x != x else x + 0.0 for x in column.tolist()])
        else:
            values = attribute.values
            columns.append(
                [None if i == MISSING_CODE else values[i] for i in column.tolist()]
            )
    return list(zip(*columns, strict=True))


def compare(built: Dataset, true: Dataset) -> tuple[str, str]:
    """Return `equal`, `equal-reordered` or `near`, and what was found.

    The header counts too: names, declared values and their order. In a `near` set only
    the attributes that both have are compared.
    """
    if built.content_hash == true.content_hash:
        return "equal", "same content"
    header = (built.attributes, built.class_attribute)
    same_header = header == (true.attributes, true.class_attribute)
    true_names = {a.name for a in true.attributes}
    names = [a.name for a in built.attributes if a.name in true_names]
    ours, theirs = readable_rows(built, names), readable_rows(true, names)
    same_rows = Counter(ours) == Counter(theirs)
    if same_header and same_rows:
        return "equal-reordered", "same rows in another order"
    lacking = sum((Counter(theirs) - Counter(ours)).values())
    found = [f"{lacking} of {len(theirs)} rows have no equal"]
    if len(ours) == len(theirs):
        pairs = zip(chain(*ours), chain(*theirs), strict=True)
        cells = sum(a != b for a, b in pairs)
        found.append(f"{cells} cells differ in place")
    if not same_header:
        absent = [a.name for a in true.attributes if a.name not in names]
        found.append(f"the header differs (not here: {', '.join(absent) or 'nothing'})")
    return "near", "; ".join(found)
