"""What a page holds, as plain values: the templates only lay them out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rankrees.reports.table import Cell, Table


@dataclass(frozen=True)
class Agreement:
    """How many printed things come out exactly, of those that could be compared.

    `but` names the few that do not, or says what has to be granted.
    """

    what: str
    n_equal: int
    n_compared: int
    but: str = ""


@dataclass(frozen=True)
class GridCell:
    """One method on one data set: the print, and ours under each protocol.

    `match` and `difference` compare the published protocol with the print. `folds` is
    the number of the cell in the fold book.
    """

    method: str
    printed: str | None
    match: bool | None
    difference: str
    values: tuple[Cell, ...]
    folds: int | None


@dataclass(frozen=True)
class GridRow:
    """A data set and its cells."""

    dataset: str
    cells: tuple[GridCell, ...]

    @property
    def differs(self) -> bool:
        """Whether some cell is not as printed."""
        return any(cell.match is False for cell in self.cells)


@dataclass(frozen=True)
class MeanRow:
    """Means over data sets: for each method, one under each protocol."""

    label: str
    cells: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Grid:
    """Means by data set and method, under one or two protocols side by side."""

    title: str
    methods: tuple[str, ...]
    protocols: tuple[str, ...]
    rows: tuple[GridRow, ...]
    means: tuple[MeanRow, ...]
    baseline: str
    has_print: bool
    notes: tuple[str, ...]

    @property
    def published(self) -> int | None:
        """The place of the published protocol among the protocols."""
        return self.protocols.index("published") if self.has_print else None


@dataclass(frozen=True)
class Block:
    """A table under a heading."""

    table: Table
    heading: str

    @classmethod
    def of(cls, table: Table, title: str) -> Block:
        """Make the block of a table whose own title begins with the section's."""
        heading = table.title.removeprefix(title).lstrip(":, ") or "Results"
        if table.kind:
            heading = f"{table.kind}, {heading}"
        return cls(table, heading[:1].upper() + heading[1:])


@dataclass(frozen=True)
class Drawing:
    """A picture as SVG, and what it shows."""

    svg: str
    caption: str


@dataclass(frozen=True)
class Ranks:
    """Methods compared over all data sets under one protocol."""

    ranks: Block
    pairs: Block
    drawing: Drawing | None


@dataclass(frozen=True)
class DepartureOn:
    """A departure that was on, and the methods whose parameters it changes."""

    name: str
    meaning: str
    methods: tuple[str, ...]


@dataclass(frozen=True)
class ProtocolGap:
    """Where the two protocols differ, and what makes them."""

    table: Table
    departures: tuple[DepartureOn, ...]
    metrics: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class MethodMade:
    """What a label stands for: its parts in words, and their exact parameters."""

    label: str
    words: tuple[str, ...]
    ids: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Procedure:
    """How the scores were made."""

    facts: tuple[tuple[str, str], ...]
    methods: tuple[MethodMade, ...]
    steps: tuple[tuple[str, str], ...]
    config: str


@dataclass(frozen=True)
class RunMade:
    """One run of the program that made some of the folds."""

    number: int
    config: str
    started: str
    finished: str
    outcome: str
    n_folds: int
    commit: str
    software: str
    machine: str


@dataclass(frozen=True)
class DataUsed:
    """A data set as its content was."""

    name: str
    content_hash: str
    origin: str
    note: str


@dataclass(frozen=True)
class Provenance:
    """What the results were made with."""

    runs: tuple[RunMade, ...]
    data: tuple[DataUsed, ...]


@dataclass(frozen=True)
class Section:
    """The results of one config."""

    anchor: str
    name: str
    title: str
    summary: tuple[str, ...]
    agreements: tuple[Agreement, ...]
    left_out: tuple[str, ...]
    grid: Grid
    grid_first: bool
    blocks: tuple[Block, ...]
    drawings: tuple[Drawing, ...]
    ranks: tuple[Ranks, ...]
    protocol_gap: ProtocolGap | None
    procedure: Procedure
    provenance: Provenance


@dataclass(frozen=True)
class Page:
    """A whole page."""

    title: str
    headline: str
    opening: tuple[str, ...]
    sections: tuple[Section, ...]
    folds: Mapping[str, Any]
    version: str
    command: str
