"""Pages of the manual that are made from the program itself."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator

from rankrees.config.load import load_config, shipped_configs
from rankrees.config.schema import config_keys
from rankrees.methods.component import Component, components
from rankrees.metrics.registry import METRICS
from rankrees.reports.table import Table, text_table

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


def configs_table() -> Table:
    """Return the shipped configs and how large they are."""
    rows = []
    for name in shipped_configs():
        experiment = load_config(name)
        size = f"{len(experiment.datasets)} x {len(experiment.methods)}"
        folds = f"{experiment.runs} x {experiment.n_folds}"
        rows.append((name, experiment.title, size, folds))
    columns = ("config", "title", "sets x methods", "runs x folds")
    return text_table("Configs", columns, rows, n_left=2)


def methods_in_short() -> Iterator[str]:
    """Yield all parts of methods in a few lines each."""
    for kind in KINDS:
        yield f"{kind}:"
        for name, cls in sorted(components(kind).items()):
            yield from _part_in_short(name, cls)
        yield ""


def _part_in_short(name: str, cls: type[Component]) -> Iterator[str]:
    yield f"  {name}: {(cls.__doc__ or '').strip().splitlines()[0]}"
    parameters = [
        field.name
        if field.default is dataclasses.MISSING
        else f"{field.name}={field.default}"
        for field in dataclasses.fields(cls)
        if not _is_published_only(field)
    ]
    for title, what in (
        ("parameters", ", ".join(parameters)),
        ("departures", ", ".join(cls.departures)),
        ("reference", cls.reference),
    ):
        if what:
            yield f"      {title}: {what}"


def keys_table() -> Table:
    """Return all keys of a config."""
    columns = ("key", "default", "meaning")
    return text_table("Keys of a config", columns, config_keys(), n_left=3)


def metrics_table() -> Table:
    """Return all metrics, how they are shown and which way is better."""
    rows = [
        (
            name,
            "percent" if metric.percent else "plain",
            "higher" if metric.higher_is_better else "lower",
            "always" if metric.kept else "if named",
            metric.description,
        )
        for name, metric in METRICS.items()
    ]
    columns = ("metric", "shown in", "better", "computed", "what it is")
    return text_table("Metrics", columns, rows, n_left=5)
