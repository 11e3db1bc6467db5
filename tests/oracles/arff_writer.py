"""ARFF text in every legal dress, written without any of the reader's code.

A table is a list of attributes (name, list of values or None) and a list of rows, each
cell a value index, a number, or None where it is missing. `write` dresses it at random:
quoting, escapes, separators, comments, line ends, key words, sparse rows.
"""

from __future__ import annotations

from enum import IntEnum
from random import Random

Spec = tuple[str, list[str] | None]
Cell = int | float | None

_NEEDS_QUOTES = set(" \t\n\r,{}'\"%")
_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}


class Dress(IntEnum):
    """Which liberties are taken, each dress with those of the one before."""

    BARE = 0  # nothing that can be left out
    PLAIN = 1  # quotes not needed, a space after a comma
    WEKA = 2  # all that Weka reads
    ALL = 3  # and the few forms that Weka itself does not read


def write(
    attributes: list[Spec], rows: list[list[Cell]], rng: Random, dress: Dress
) -> str:
    """Return the table as ARFF text."""
    writer = _Writer(rng, dress)
    lines = [writer.relation()]
    for name, values in attributes:
        lines.append(writer.declaration(name, values))
    lines.append(writer.keyword("@data") + writer.tail())
    lines += [writer.row(attributes, row) for row in rows]
    end = "\n" if dress <= Dress.PLAIN else rng.choice(["\n", "\r\n", "\r"])
    last = "" if rng.random() < 0.2 else end
    return end.join(writer.spread(lines)) + last


class _Writer:
    def __init__(self, rng: Random, dress: Dress) -> None:
        self.rng = rng
        self.dress = dress

    def keyword(self, word: str) -> str:
        return self.rng.choice([word.lower(), word.upper(), word.title()])

    def gap(self) -> str:
        return self.rng.choice([" ", "  ", "\t", " \t "]) if self.loose else " "

    def tail(self) -> str:
        if not self.loose:
            return ""
        return self.rng.choice(["", "", " ", "\t", " % it's a {comment}, '", "%x"])

    def spread(self, lines: list[str]) -> list[str]:
        out: list[str] = []
        for line in lines:
            if self.rng.random() < 0.1:
                out.append(self.rng.choice(["", "% a 'comment", "%", "%@data"]))
            indent = self.rng.choice(["", "", " ", "\t"]) if self.loose else ""
            out.append(indent + line)
        return out

    def relation(self) -> str:
        names = ["r", "'my data'", '"it\'s"']
        if self.dress == Dress.ALL:
            names += ["my own data", "it's", "data set, 1987 {2}"]
        name = self.rng.choice(names)
        return self.keyword("@relation") + self.gap() + name

    def declaration(self, name: str, values: list[str] | None) -> str:
        start = self.keyword("@attribute") + self.gap() + self.text(name)
        if values is None:
            word = self.rng.choice(["numeric", "real"] + ["integer"] * self.loose)
            ranges = ["", "", " [0,10]", " [ -1 , 1.5 ]"] if self.loose else [""]
            ranges += ["[0,10]"] * (self.dress == Dress.ALL)
            kind = self.keyword(word) + self.rng.choice(ranges)
        else:
            kind = "{" + self.separator().join(self.text(v) for v in values) + "}"
            if self.loose and self.rng.random() < 0.5:
                kind = "{ " + kind[1:-1] + " }"
        return start + self.gap() + kind + self.tail()

    @property
    def loose(self) -> bool:
        return self.dress >= Dress.WEKA

    def separator(self) -> str:
        if not self.loose:
            return self.rng.choice([",", ", "]) if self.dress else ","
        return self.rng.choice([",", ",", ", ", " , ", "\t", "\t,\t", " ", "  "])

    def text(self, text: str) -> str:
        must = not text or text == "?" or text[0] in "@" or set(text) & _NEEDS_QUOTES
        # a bare backslash is a backslash, but not to every reader
        must = must or not text.isprintable() or (not self.loose and "\\" in text)
        if not must and (not self.dress or self.rng.random() < 0.8):
            return text
        quote = self.rng.choice("'\"")
        return quote + "".join(self.escaped(c, quote) for c in text) + quote

    def escaped(self, char: str, quote: str) -> str:
        if char == quote:
            return "\\" + char
        if char in _ESCAPES:
            return _ESCAPES[char]
        if ord(char) < 32 or ord(char) == 127:
            return f"\\{ord(char):03o}"
        beyond = self.dress == Dress.ALL and ord(char) < 0x10000
        if beyond and self.rng.random() < 0.2:
            return f"\\u{ord(char):04x}"
        if char in "'\"%" and self.loose and self.rng.random() < 0.5:
            return "\\" + char
        return char

    def cell(self, values: list[str] | None, cell: Cell) -> str:
        if cell is None:
            return "?"
        if values is not None:
            return self.text(values[int(cell)])
        forms = [repr(float(cell)), format(cell, ".17g"), format(cell, ".17E")]
        if float(cell).is_integer() and abs(cell) < 1e15:
            forms.append(str(int(cell)) if cell else "0")
        form = self.rng.choice(forms)
        if self.loose and form[0] != "-" and self.rng.random() < 0.1:
            form = "+" + form
        if self.loose and self.rng.random() < 0.1:
            form = self.rng.choice("'\"").join(["", form, ""])
        return form

    def row(self, attributes: list[Spec], row: list[Cell]) -> str:
        pairs = list(enumerate(zip(attributes, row, strict=True)))
        if self.loose and self.rng.random() < 0.2:
            kept = [
                f"{index}{self.gap()}{self.cell(values, cell)}"
                for index, ((_, values), cell) in pairs
                if cell is None or cell != 0 or self.rng.random() < 0.3
            ]
            return (
                "{" + self.rng.choice([", ", ",", " "]).join(kept) + "}" + self.tail()
            )
        cells = [self.cell(values, cell) for _, ((_, values), cell) in pairs]
        out = cells[0]
        for cell in cells[1:]:
            out += self.separator() + cell
        return out + self.tail()
