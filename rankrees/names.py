"""Names that users give: which they ask for, and what a mistyped one may mean."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches

_COMPARED = 1000
"""So many known names are compared with a mistyped one, and no more."""

_LENGTH = 100
"""Names are compared up to here: that takes time in the square of the length."""


def names_asked_for(asked: Collection[str]) -> tuple[set[str], set[str]]:
    """Return the names to keep (none: all) and those to leave out, written ^NAME."""
    without = {name[1:] for name in asked if name.startswith("^")}
    return {name for name in asked if not name.startswith("^")}, without


def did_you_mean(word: str, known: Iterable[str], *, cutoff: float = 0.5) -> str:
    """Return a hint at the known name that comes nearest, empty where none is near.

    `cutoff` says how near: 0 takes the nearest however far it is.
    """
    short = [name for name in [*known][:_COMPARED] if len(name) <= _LENGTH]
    near = get_close_matches(word[:_LENGTH], short, n=1, cutoff=cutoff)
    return f"; did you mean {near[0]!r}?" if near else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint at the known name that comes nearest, and all known names."""
    known = sorted(known)
    hint = did_you_mean(word, known).removeprefix("; ")
    return f"{hint} (known: {', '.join(known)})".lstrip()
