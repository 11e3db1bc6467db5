"""What a page holds, as plain values: the templates only lay them out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rankrees.reports.table import Table


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
class Value:
    """A mean under one protocol.

    `best` marks the best of its row, as shown. `sign` is 1, 0 or -1
    where it is significantly better than the baseline, neither, or worse; 0 beside a
    print.
    """

    text: str | None
    best: bool = False
    sign: int = 0


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
    values: tuple[Value, ...]
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
    cells: tuple[tuple[Value, ...], ...]


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
    """A table; `exact` tells for each row whether its `marked` column is as printed."""

    table: Table
    heading: str
    exact: tuple[bool | None, ...] = ()
    marked: int = -1

    @classmethod
    def of(cls, table: Table, title: str) -> Block:
        """Make the block of a table whose own title begins with the section's."""
        heading = table.title.removeprefix(title).lstrip(":, ") or "Results"
        if not table.columns[0]:  # a matrix of methods against methods
            heading = f"wins, ties and losses, {heading}"
        heading = heading[:1].upper() + heading[1:]
        if not {"printed", "as_published"} <= set(table.columns):
            return cls(table, heading)
        theirs, ours = map(table.columns.index, ("printed", "as_published"))
        exact = tuple(
            None if None in (row[theirs], row[ours]) else row[theirs] == row[ours]
            for row in table.rows
        )
        return cls(table, heading, exact, ours)


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
class Why:
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
class How:
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
    why: Why | None
    how: How
    provenance: Provenance


@dataclass(frozen=True)
class Page:
    """A whole page."""

    title: str
    headline: str
    lead: tuple[str, ...]
    sections: tuple[Section, ...]
    folds: Mapping[str, Any]
    version: str
    command: str
