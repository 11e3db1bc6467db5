"""One line of ARFF text as tokens, split where Weka's own reader splits it.

Commas, spaces and tabs separate values, braces stand alone, `%` outside quotes begins a
comment, and a backslash means something only between quotes. Where Weka reads on
silently (an empty field, a quote that is not closed or stands inside a word) the line
is refused instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Token = tuple[str, str]
"""A kind (one of the five below) and the token's text without quotes and escapes."""

BARE, QUOTED, COMMA, OPEN, CLOSE = "bare", "quoted", ",", "{", "}"

HERE = 0
"""The line of a `LineError` that lies in the line being read."""

_SPACE = re.compile(r"[ \t]+")
_BARE = re.compile(r"""[^ \t,{}'"%]+""")
_STOP = {"'": re.compile(r"['\\]"), '"': re.compile(r'["\\]')}
# Java's string escapes, which Weka reads, and the \uXXXX which Weka only writes
_ESCAPE = re.compile(r"u[0-9a-fA-F]{4}|[0-3][0-7]{0,2}|[4-7][0-7]?|.")
_LETTERS = dict(zip("abfnrtv", "\a\b\f\n\r\t\v", strict=True))
_SHOWN = 40


class LineError(Exception):
    """What is wrong with a line; who knows the file makes an `ArffError` of it.

    Parameters
    ----------
    message
        What was found and what was expected.
    line
        Line number, `HERE` for the line being read, None for the file as a whole.
    """

    def __init__(self, message: str, line: int | None = HERE) -> None:
        self.line = line
        super().__init__(message)


def show(text: str) -> str:
    """Return the text as it may stand in a message: quoted, escaped, not too long."""
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "...")


def split_tokens(line: str, start: int = 0) -> Iterator[Token]:
    """Yield the tokens of a line, from position `start` to its end or its comment."""
    at = start
    while at < len(line):
        char = line[at]
        if space := _SPACE.match(line, at):
            at = space.end()
        elif char == "%":
            return
        elif char in ",{}":
            at += 1
            yield char, char
        elif char in _STOP:
            text, at = _read_quoted(line, at)
            if line[at : at + 1] in _STOP or _BARE.match(line, at):
                raise LineError(
                    f"the quoted {show(text)} must be followed by a separator"
                )
            yield QUOTED, text
        elif word := _BARE.match(line, at):
            at = word.end()
            if line[at : at + 1] in _STOP:
                raise LineError(
                    f"a quote inside the unquoted {show(word.group())}: "
                    "put the whole value in quotes"
                )
            yield BARE, word.group()


def _read_quoted(line: str, start: int) -> tuple[str, int]:
    """Return the text of the quoted value at `start`, and the position after it."""
    stop = _STOP[line[start]]
    pieces: list[str] = []
    at = start + 1
    while found := stop.search(line, at):
        pieces.append(line[at : found.start()])
        if found.group() != "\\":
            return "".join(pieces), found.end()
        escape = _ESCAPE.match(line, found.end())
        if escape is None:
            break
        pieces.append(_unescape(escape.group()))
        at = escape.end()
    raise LineError(f"a quote is opened but not closed: {show(line[start:])}")


def _unescape(escape: str) -> str:
    if len(escape) == 5:
        code = int(escape[1:], 16)
        if 0xD800 <= code <= 0xDFFF:
            raise LineError(
                f"\\{escape} is half a character: write the character itself"
            )
        return chr(code)
    if escape in "01234567" or len(escape) > 1:
        return chr(int(escape, 8))
    return _LETTERS.get(escape, escape)


def take_values(tokens: Iterator[Token], end: str) -> Iterator[Token]:
    """Yield the values up to the token `end`, refusing empty ones and loose braces.

    Parameters
    ----------
    tokens
        Where to read; a caller that goes on reading finds what follows `end`.
    end
        `CLOSE` inside braces, or "" for the end of the line.
    """
    n_values = 0
    after_comma = False
    for kind, text in tokens:
        if kind in (BARE, QUOTED):
            n_values += 1
            after_comma = False
            yield kind, text
            continue
        if kind == OPEN and not end:
            raise LineError(
                "a { within a row: instance weights cannot be used, remove them; "
                "a value with braces must be quoted"
            )
        if after_comma or (kind == COMMA and n_values == 0):
            raise empty_value(n_values + 1)
        if kind == end:
            return
        if kind != COMMA:
            raise LineError(
                f"a {kind} out of place: a value with braces must be quoted"
            )
        after_comma = True
    if end:
        raise LineError("the closing } is missing on this line")
    if after_comma:
        raise empty_value(n_values + 1)


def empty_value(position: int) -> LineError:
    """Return the fault of an empty field; Weka would close the gap without a word."""
    return LineError(f"value {position} is empty (a missing value is written ?)")
