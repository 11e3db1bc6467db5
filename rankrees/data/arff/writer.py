"""Writing a data set as plain ARFF, the class last."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset
from rankrees.files import new_text

_PLAIN = re.compile(r"[^\s\x00-\x1f\x7f,{}%'\"\\?]+")
_ESCAPED = re.compile(r"['\\\x00-\x1f\x7f]")


def write_arff(path: Path, data: Dataset, comments: Iterable[str] = ()) -> None:
    """Write the data set so that reading it back gives the same content.

    The file appears complete or not at all.

    Parameters
    ----------
    path
        Where to write; a file that is there is replaced.
    data
        The data set.
    comments
        Lines for the top of the file.
    """
    attributes = (*data.attributes, data.class_attribute)
    columns = (*data.columns, data.labels)
    cells = [
        _nominal_cells(attribute, column) if attribute.is_nominal else _numbers(column)
        for attribute, column in zip(attributes, columns, strict=True)
    ]
    lines = [
        *(f"% {comment}" for comment in comments),
        f"@relation {_quoted(data.name)}",
        *(f"@attribute {_quoted(a.name)} {_type(a)}" for a in attributes),
        "@data",
        *map(",".join, zip(*cells, strict=True)),
    ]
    with new_text(path) as file:
        file.writelines(f"{line}\n" for line in lines)


def _quoted(text: str) -> str:
    # between quotes ? is a value like any other; bare it is a missing one
    if _PLAIN.fullmatch(text):
        return text
    return "'" + _ESCAPED.sub(_escape, text) + "'"


def _escape(found: re.Match[str]) -> str:
    char = found.group()
    return f"\\{char}" if char in "'\\" else f"\\u{ord(char):04x}"


def _type(attribute: Attribute) -> str:
    if attribute.values is None:
        return "numeric"
    return "{" + ",".join(map(_quoted, attribute.values)) + "}"


def _nominal_cells(attribute: Attribute, column: NDArray) -> list[str]:
    values = [_quoted(value) for value in attribute.values or ()]
    return ["?" if code == MISSING_CODE else values[code] for code in column.tolist()]


def _numbers(column: NDArray) -> list[str]:
    return [
        "?" if number != number else repr(number).removesuffix(".0")
        for number in column.tolist()
    ]
