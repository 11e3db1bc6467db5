"""YAML in which every value knows its file and line.

Configs are data: no tags, no aliases, no merge keys, and none of the words and numbers
that YAML 1.1 reads as something else than they look (`no`, `012`, `1:30`, a date).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import yaml

from rankrees.errors import ConfigError
from rankrees.files import read_input

Scalar: TypeAlias = str | int | float | bool | None
Loc: TypeAlias = tuple[str | int, ...]

_MAX_BYTES = 1_000_000
_TAG = "tag:yaml.org,2002:"
_KINDS = {"map", "seq", "str", "null", "bool", "int", "float", "timestamp", "value"}
_INT = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Scalar] = {"": None, "~": None, "null": None}
_WORDS |= {"true": True, "True": True, "false": False, "False": False}


class InvalidConfigError(ConfigError):
    """Everything that is wrong with a config, one line each."""

    def __init__(self, errors: Iterable[ConfigError]) -> None:
        self.errors = sorted(errors, key=lambda e: (e.path, e.line or 0, e.message))
        first = self.errors[0]
        super().__init__(first.path, first.line, first.message)
        self.args = ("\n".join(str(error) for error in self.errors),)

    def __reduce__(self) -> tuple[type, tuple[list[ConfigError]]]:  # type: ignore[override]
        return type(self), (self.errors,)


@dataclass(frozen=True)
class Entry:
    """A value of a YAML file and its place (a map's value: the place of its key)."""

    value: Scalar | list[Entry] | dict[str, Entry]
    path: str
    line: int

    def plain(self) -> object:
        """Return the value without places."""
        if isinstance(self.value, dict):
            return {key: entry.plain() for key, entry in self.value.items()}
        if isinstance(self.value, list):
            return [entry.plain() for entry in self.value]
        return self.value

    def at(self, loc: Loc) -> Entry:
        """Return the entry at `loc`, or the deepest one on the way there."""
        entry = self
        for step in loc:
            inside = entry.value
            if isinstance(inside, dict) and step in inside:
                entry = inside[str(step)]
            elif isinstance(inside, list) and isinstance(step, int):
                entry = inside[step]
            else:
                break
        return entry

    def error(self, loc: Loc, message: str) -> ConfigError:
        """Return an error about the value at `loc`."""
        place = self.at(loc)
        return ConfigError(place.path, place.line, _about(loc, message))


def _dotted(loc: Loc) -> str:
    parts: Iterator[str] = (f"[{p}]" if isinstance(p, int) else f".{p}" for p in loc)
    return "".join(parts).removeprefix(".")


def _about(loc: Loc, message: str) -> str:
    """Say what is wrong where; neither a key nor a quoted value fills the screen."""
    where, said = _shortened(_dotted(loc), 200), _shortened(message, 600)
    return f"{where}: {said}" if where else said


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 100]} ... {text[-90:]}"


def merge(base: Entry, over: Entry) -> Entry:
    """Lay one entry over another: maps merge deeply, anything else is replaced."""
    if not (isinstance(base.value, dict) and isinstance(over.value, dict)):
        return over
    merged = dict(base.value)
    for key, entry in over.value.items():
        merged[key] = merge(merged[key], entry) if key in merged else entry
    return Entry(merged, over.path, over.line)


def read_yaml(path: Path) -> tuple[Entry, str, list[ConfigError]]:
    """Return the value of a YAML file, its text and what is wrong with single values.

    Raises
    ------
    ConfigError
        Where the file cannot be read or is not YAML at all.
    """
    raw = read_input(path, _MAX_BYTES, ConfigError)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ConfigError(path, line, "not UTF-8 text") from None
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = mark.line + 1 if mark else None
        message = f"not YAML: {error.problem}"
        if error.context and error.context_mark:
            message += f" ({error.context} from line {error.context_mark.line + 1})"
        raise ConfigError(path, at, message) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise ConfigError(path, line, "not YAML: a forbidden character") from None
    except (RecursionError, ValueError):
        raise ConfigError(path, None, "not YAML: nested too deeply") from None
    if node is None:
        return Entry({}, str(path), 1), text, []
    reader = _Reader(str(path))
    try:
        entry = reader.entry(node, ())
    except RecursionError:
        raise ConfigError(path, None, "nested too deeply") from None
    return entry, text, reader.errors


def write_yaml(entry: Entry) -> str:
    """Return YAML that `read_yaml` reads as the same value."""
    text: str = yaml.safe_dump(
        entry.plain(), sort_keys=False, allow_unicode=True, width=88
    )
    return text


class _Reader:
    def __init__(self, path: str) -> None:
        self.path = path
        self.errors: list[ConfigError] = []
        self._seen: set[int] = set()

    def entry(self, node: yaml.Node, loc: Loc, line: int | None = None) -> Entry:
        line = node.start_mark.line + 1 if line is None else line
        if id(node) in self._seen:
            self._refuse(line, loc, "anchors and aliases (& and *) are not supported")
            return Entry(None, self.path, line)
        self._seen.add(id(node))
        if node.tag.removeprefix(_TAG) not in _KINDS:
            self._refuse(line, loc, f"the tag {node.tag!r} is not supported")
            return Entry(None, self.path, line)
        value: Scalar | list[Entry] | dict[str, Entry]
        if isinstance(node, yaml.MappingNode):
            value = self._map(node, loc)
        elif isinstance(node, yaml.SequenceNode):
            value = [self.entry(son, (*loc, i)) for i, son in enumerate(node.value)]
        elif isinstance(node, yaml.ScalarNode):
            value = self._scalar(node, loc, line)
        else:
            raise AssertionError(f"YAML has no fourth kind of node: {node}")
        return Entry(value, self.path, line)

    def _map(self, node: yaml.MappingNode, loc: Loc) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                self._refuse(line, loc, "a key must be text")
                continue
            key = key_node.value
            if key_node.tag == _TAG + "merge":
                self._refuse(line, loc, "merge keys (<<) are not supported")
                continue
            if not isinstance(self._scalar(key_node, loc, line), str):
                self._refuse(line, loc, f'a key must be text: write "{key}" in quotes')
            if key in found:
                first = found[key].line
                message = f"the key is there twice (first on line {first})"
                self._refuse(line, (*loc, key), message)
                continue
            found[key] = self.entry(value_node, (*loc, key), line)
        return found

    def _scalar(self, node: yaml.ScalarNode, loc: Loc, line: int) -> Scalar:
        text: str = node.value
        if node.style is not None:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INT.fullmatch(text):
            return int(text)
        if _FLOAT.fullmatch(text) and math.isfinite(float(text)):
            return float(text)
        kind = node.tag.removeprefix(_TAG)
        if kind not in ("str", "merge"):
            meaning = {"bool": "a truth value", "timestamp": "a date"}.get(kind)
            advice = "write true or false, or " if kind == "bool" else ""
            message = (
                f"YAML reads {text!r} as {meaning or 'a special number'}: "
                f"{advice}put it in quotes"
            )
            self._refuse(line, loc, message)
        return text

    def _refuse(self, line: int, loc: Loc, message: str) -> None:
        self.errors.append(ConfigError(self.path, line, _about(loc, message)))
