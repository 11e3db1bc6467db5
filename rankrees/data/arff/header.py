"""The declarations of an ARFF file: what may stand before its data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from rankrees.data.arff.tokens import (
    BARE,
    CLOSE,
    OPEN,
    QUOTED,
    LineError,
    Token,
    show,
    split_tokens,
    take_values,
)
from rankrees.data.dataset import Attribute
from rankrees.data.limits import MAX_COLUMNS

MAX_DECLARED_VALUES = 1_000_000
"""More declared nominal values than this, over all attributes, are refused."""

_KEYWORD = re.compile(r"""@[^ \t,{}'"%]*""")
_NUMERIC = ("numeric", "real", "integer")
_REFUSED = {
    "date": "remove it or convert it to numeric",
    "string": "remove it or declare its values as {value,...}",
    "relational": "remove it",
}
_ADVICE = "expected numeric, real, integer or {value,...}"


@dataclass
class Header:
    """The attributes declared so far, each with the line that declares it."""

    attributes: dict[str, Attribute] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    n_values: int = 0

    def declare(self, line: str, number: int) -> bool:
        """Take in one declaration; True if it was `@data`, the last one."""
        keyword = _KEYWORD.match(line)
        if keyword is None:
            raise LineError(
                f"data before @data, or no ARFF file: found {show(line)} where "
                "@relation, @attribute or @data was expected"
            )
        word = keyword.group().lower()
        if word == "@attribute":
            self._declare_attribute(split_tokens(line, keyword.end()), number)
        elif word == "@data":
            for _, text in split_tokens(line, keyword.end()):
                raise LineError(
                    f"{show(text)} after @data: rows begin on the next line"
                )
        elif word != "@relation":  # the relation's name is not used, so not looked at
            raise LineError(
                f"unknown declaration {show(keyword.group())}; "
                "expected @relation, @attribute or @data"
            )
        return word == "@data"

    def _declare_attribute(self, tokens: Iterator[Token], number: int) -> None:
        kind, name = next(tokens, ("", ""))
        if kind not in (BARE, QUOTED) or not name:
            raise LineError("an attribute without a name")
        if name in self.attributes:
            raise LineError(
                f"attribute {show(name)} was already declared in line "
                f"{self.lines[name]}"
            )
        if len(self.attributes) == MAX_COLUMNS:
            raise LineError(f"more than {MAX_COLUMNS:,} attributes")
        kind, text = next(tokens, ("", ""))
        if kind == OPEN:
            values = self._read_values(name, tokens)
        elif kind in (BARE, QUOTED):
            values = None
            tokens = _skip_range(text, name, tokens)
        else:
            raise LineError(f"attribute {show(name)} has no type; {_ADVICE}")
        for kind, text in tokens:
            if kind == OPEN:
                raise LineError(
                    f"attribute {show(name)} has a weight, which cannot be used: "
                    "remove it"
                )
            raise LineError(f"{show(text)} after the type of attribute {show(name)}")
        self.attributes[name] = Attribute(name, values)
        self.lines[name] = number

    def _read_values(self, name: str, tokens: Iterator[Token]) -> tuple[str, ...]:
        values: dict[str, None] = {}
        for _, text in take_values(tokens, CLOSE):
            if text in values:
                raise LineError(f"attribute {show(name)} declares {show(text)} twice")
            self.n_values += 1
            if self.n_values > MAX_DECLARED_VALUES:
                raise LineError(f"more than {MAX_DECLARED_VALUES:,} nominal values")
            values[text] = None
        if not values:
            raise LineError(f"attribute {show(name)} declares no values")
        return tuple(values)


def _skip_range(text: str, name: str, tokens: Iterator[Token]) -> Iterator[Token]:
    """Check a type that is not a list; return what follows it and its range.

    Old files say `integer [1,10]`; like Weka, we take the range for a comment.
    """
    word, bracket, after = text.partition("[")
    kind = word.lower()
    if kind in _REFUSED:
        raise LineError(
            f"attribute {show(name)} is a {kind} attribute, which rankrees cannot "
            f"use; {_REFUSED[kind]}"
        )
    if kind not in _NUMERIC:
        raise LineError(
            f"attribute {show(name)} has the unknown type {show(text)}; {_ADVICE}"
        )
    if not bracket:
        first = next(tokens, None)
        if first is None or not first[1].startswith("["):
            return tokens if first is None else chain([first], tokens)
        after = first[1][1:]
    while not after.endswith("]"):
        following = next(tokens, None)
        if following is None:
            raise LineError(f"the range of attribute {show(name)} is not closed by ]")
        after = following[1]
    return tokens
