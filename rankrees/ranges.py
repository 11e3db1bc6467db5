"""The values that a parameter may have, said where it is declared and checked here.

    min_leaf: Annotated[int, Range(1, ROWS)] = 2

The annotations of a part's fields are all that is needed: its constructor calls
`check_fields`, so that a config, a command line and Python are refused alike.
"""

from __future__ import annotations

import dataclasses
import math
import numbers
import typing
from functools import cache
from typing import Annotated, Any, Literal

from rankrees.errors import RankreesError

ROWS = 1_000_000_000
"""More than there are rows in any data set."""


@dataclasses.dataclass(frozen=True)
class Range:
    """Numbers from `low` to `high`; `above` and `below` leave the ends out."""

    low: float = -math.inf
    high: float = math.inf
    above: bool = False
    below: bool = False

    def holds(self, value: float) -> bool:
        """Tell whether a number lies in the range; infinities and NaN never do."""
        if not math.isfinite(value):
            return False
        after = value > self.low if self.above else value >= self.low
        return after and (value < self.high if self.below else value <= self.high)

    def __str__(self) -> str:
        start = f"{'above' if self.above else 'at least'} {self.low:,}"
        end = f"{'below' if self.below else 'at most'} {self.high:,}"
        said = [
            text
            for bound, text in ((self.low, start), (self.high, end))
            if math.isfinite(bound)
        ]
        return " and ".join(said) or "finite"


def check_fields(part: Any) -> None:
    """Refuse a part of which a field has a value that it cannot have.

    Raises
    ------
    RankreesError
        With the part's name, the field, its range and what was given.
    """
    cls: type = type(part)
    for name, kind in _kinds(cls).items():
        problem = fault(kind, getattr(part, name))
        if problem is not None:
            raise RankreesError(f"{part.name}: {name} {problem}")


@cache
def _kinds(cls: type) -> dict[str, Any]:
    hints = typing.get_type_hints(cls, include_extras=True)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


def fault(kind: Any, value: object) -> str | None:
    """Return what is wrong with a value of an annotated type, None if nothing is."""
    if typing.get_origin(kind) is Annotated:
        inner, *notes = typing.get_args(kind)
        problem = fault(inner, value)
        for note in notes:
            if problem is None and isinstance(note, Range):
                problem = _outside(note, value)
        return problem
    if typing.get_origin(kind) is Literal:
        choices = typing.get_args(kind)
        if any(value == one and type(value) is type(one) for one in choices):
            return None
        return f"is one of {', '.join(map(str, choices))}, not {_shown(value)}"
    if typing.get_origin(kind) is tuple:
        return _tuple_fault(typing.get_args(kind)[0], value)
    return _plain_fault(kind, value)


def _outside(allowed: Range, value: Any) -> str | None:
    try:
        inside = allowed.holds(value)
    except OverflowError:  # a whole number that no float comes near to
        inside = False
    return None if inside else f"must be {allowed}, not {_shown(value)}"


def _tuple_fault(kind: Any, value: object) -> str | None:
    if not isinstance(value, tuple) or not value:
        return f"is a list with something in it, not {_shown(value)}"
    problems = (fault(kind, one) for one in value)
    return next((problem for problem in problems if problem is not None), None)


def _plain_fault(kind: Any, value: object) -> str | None:
    is_bool = isinstance(value, bool)
    if kind is bool:
        return None if is_bool else f"is true or false, not {_shown(value)}"
    if kind is int:
        fits = isinstance(value, numbers.Integral) and not is_bool
        return None if fits else f"is a whole number, not {_shown(value)}"
    if kind is float:
        if not isinstance(value, numbers.Real) or is_bool:
            return f"is a number, not {_shown(value)}"
        return _outside(Range(), value)
    if kind is str:
        fits = isinstance(value, str)
        return None if fits else f"is a text, not {_shown(value)}"
    return None


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:50]} ..."
