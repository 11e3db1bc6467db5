"""Comparing a built data set with a true copy, cell for cell."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain

from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset


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


def compare(
    built: Dataset, true: Dataset, stand_in: str | None = None
) -> tuple[bool, str]:
    """Tell whether two sets are equal, and in which way they are or are not.

    The header counts too: names, declared values and their order. Of the attribute
    `stand_in` the values' names do not count, but their number, their order and the
    rows that have them do. In sets with different headers only the attributes that
    both have are compared.
    """
    if built.content_hash == true.content_hash:
        return True, "same content"
    if stand_in is not None:
        built = with_names_of(built, true, stand_in)
        if built.content_hash == true.content_hash:
            return True, f"same content but for the names of {stand_in}'s values"
    header = (built.attributes, built.class_attribute)
    same_header = header == (true.attributes, true.class_attribute)
    true_names = {a.name for a in true.attributes}
    names = [a.name for a in built.attributes if a.name in true_names]
    ours, theirs = readable_rows(built, names), readable_rows(true, names)
    same_rows = Counter(ours) == Counter(theirs)
    if same_header and same_rows:
        return False, "same rows in another order"
    lacking = sum((Counter(theirs) - Counter(ours)).values())
    found = [f"{lacking} of {len(theirs)} rows have no equal"]
    if len(ours) == len(theirs):
        pairs = zip(chain(*ours), chain(*theirs), strict=True)
        cells = sum(a != b for a, b in pairs)
        found.append(f"{cells} cells differ in place")
    if not same_header:
        absent = [a.name for a in true.attributes if a.name not in names]
        found.append(f"the header differs (not here: {', '.join(absent) or 'nothing'})")
    return False, "; ".join(found)


def with_names_of(built: Dataset, true: Dataset, stand_in: str) -> Dataset:
    """Return the set with one attribute's values named as the true copy names them.

    It stays as it is if the two have not the same number of values.
    """
    named = {a.name: a for a in true.attributes}

    def renamed(attribute: Attribute) -> Attribute:
        other = named.get(stand_in)
        if attribute.name != stand_in or other is None:
            return attribute
        same = len(attribute.values or ()) == len(other.values or ())
        return other if same else attribute

    return replace(built, attributes=tuple(map(renamed, built.attributes)))
