"""Pages of the manual that are made from the program itself."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator

from rankrees.config.schema import config_keys
from rankrees.methods.component import Component, components

KINDS = {
    "tree": "Trees: how one is grown",
    "estimator": "Estimators: how probabilities are read off a tree",
    "combiner": "Combiners: how several trees become one answer",
    "model": "Whole methods: other people's",
}
"""The kinds of parts, and what they are called in the manual."""

_HEADING = re.compile(r"^(\w+)\n-{3,}\n", re.MULTILINE)


def methods_page() -> str:
    """Return all parts of methods in Markdown, from their docstrings."""
    lines: list[str] = []
    for kind, title in KINDS.items():
        lines += [f"## {title}", ""]
        for name, cls in sorted(components(kind).items()):
            lines += _part(name, cls)
    return "\n".join(lines).rstrip()


def _part(name: str, cls: type[Component]) -> Iterator[str]:
    text, *sections = _HEADING.split(inspect.cleandoc(cls.__doc__ or ""))
    said = dict(zip(sections[::2], sections[1::2], strict=True))
    yield from (f"### `{name}`", "", text.strip(), "")
    if cls.use:
        yield from (f"Use it {cls.use}.", "")
    if fields := [f for f in dataclasses.fields(cls) if not _is_published_only(f)]:
        described = _parameters(said.get("Parameters", ""))
        for field in fields:
            required = field.default is dataclasses.MISSING
            default = "required" if required else f"default `{field.default}`"
            about = f": {described[field.name]}" if field.name in described else ""
            yield f"- `{field.name}` ({default}){about}"
        yield ""
    if "Notes" in said:
        yield from (said["Notes"].strip(), "")
    if cls.departures:
        named = ", ".join(f"`{one}`" for one in cls.departures)
        yield from (f"Departures of published programs: {named}.", "")
    source = " ".join(said.get("References", cls.reference).split())
    if source:
        yield from (f"From: {source}", "")


def _is_published_only(field: dataclasses.Field[object]) -> bool:
    return bool(field.metadata.get("published_only"))


def _parameters(section: str) -> dict[str, str]:
    """Return the text of each parameter of a numpydoc section, in one line."""
    found: dict[str, str] = {}
    names: list[str] = []
    for line in section.splitlines():
        if line and not line.startswith(" "):
            names = [name.strip() for name in line.split(",")]
        for name in names if line.startswith(" ") else ():
            found[name] = f"{found.get(name, '')} {line.strip()}".strip()
    return found


def keys_page() -> str:
    """Return all keys of a config in Markdown, from the schema."""
    lines = ["| key | default | meaning |", "|---|---|---|"]
    lines += [
        f"| `{key.name}` | {key.default} | {key.meaning} |" for key in config_keys()
    ]
    return "\n".join(lines)
