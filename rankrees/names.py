"""Names that users give: which are asked for, what a mistyped one means, showing."""

from __future__ import annotations

import re
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


# what moves a terminal's cursor, colours or clears it (C0, DEL, C1), turns the order of
# letters about, ends a line elsewhere, or is half a character and cannot be encoded
_OTHERS = r"\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_CONTROL = re.compile(rf"[\x00-\x1f{_OTHERS}]")
_CONTROL_IN_LINES = re.compile(rf"[\x00-\x08\x0b-\x1f{_OTHERS}]")


def visible(text: str, *, lines: bool = False) -> str:
    r"""Return a text in which control characters are written out, as `\x1b`.

    Names are anybody's: in data, configs, stores and files of scores. Whatever is shown
    on a terminal, in a log, in SVG or XML goes through here. `lines` keeps the ends of
    lines and tabs of a longer text.
    """
    return (_CONTROL_IN_LINES if lines else _CONTROL).sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    code = ord(found.group())
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is no UTF-8
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def listed(names: Collection[str], most: int = 20) -> str:
    """Return names with commas between them, the first ones if there are many."""
    shown = ", ".join(visible(name) for name in [*names][:most])
    more = len(names) - most
    return f"{shown} and {more:,} more" if more > 0 else shown
