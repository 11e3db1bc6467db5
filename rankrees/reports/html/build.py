"""From scores to the model of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import rankrees
from rankrees.experiment.plan import Cell
from rankrees.reports.html.folds import FoldBook
from rankrees.reports.html.grid import make_grid
from rankrees.reports.html.methods_used import make_procedure
from rankrees.reports.html.origins import make_provenance
from rankrees.reports.html.page import Block, Page, Section
from rankrees.reports.html.protocols import make_protocol_gap
from rankrees.reports.html.rank_section import make_ranks
from rankrees.reports.html.section_figures import make_drawings
from rankrees.reports.html.summary import (
    agreements,
    from_print_to_text,
    headline,
    summary,
)
from rankrees.reports.tables.difference import Difference, differences
from rankrees.reports.views import page_view
from rankrees.statistics.comparison import Comparison


@dataclass(frozen=True)
class Material:
    """All that the section of one config is made of.

    Parameters
    ----------
    scored
        The scores by protocol.
    departed
        The published protocol in the metric of the described one.
    incomplete
        Cells that were begun and left out, with the reason.
    hashes, invocations, made
        What `make_provenance` takes.
    """

    scored: Mapping[str, Comparison]
    departed: Comparison | None = None
    incomplete: Mapping[Cell, str] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)
    invocations: Sequence[Mapping[str, Any]] = ()
    made: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def differences(self) -> list[Difference]:
        """How far the two protocols are apart, where there are two."""
        published, described = map(self.scored.get, ("published", "described"))
        if published is None or described is None:
            return []
        return differences(published, described, self.departed)


def make_page(materials: Sequence[Material], title: str, command: str) -> Page:
    """Return the page of several configs.

    Parameters
    ----------
    command
        What a reader can type to make the page again.
    """
    book = FoldBook()
    sections = [make_section(i, one, book) for i, one in enumerate(materials, 1)]
    first, said = headline(a for section in sections for a in section.agreements)
    apart = [d for one in materials for d in one.differences]
    metrics = {one.scored["described"].metric for one in materials if one.differences}
    closing = from_print_to_text(apart, ", ".join(sorted(metrics))) if first else ""
    return Page(
        title,
        first,
        tuple(filter(None, (said, closing))),
        tuple(sections),
        book.as_json(),
        rankrees.__version__,
        command,
    )


def make_section(number: int, material: Material, book: FoldBook) -> Section:
    """Return the section of one config; its folds are entered in the book."""
    # the print, the program that made it, then the text: in this order they are read
    order = ("published", "described")
    scored = {name: material.scored[name] for name in order if name in material.scored}
    experiment = next(iter(scored.values())).config
    grid = make_grid(scored, book)
    anchor = f"{number}-{re.sub(r'[^a-z0-9]+', '-', experiment.name.lower())}"
    return Section(
        anchor=anchor,
        name=experiment.name,
        title=experiment.title,
        summary=summary(scored),
        agreements=agreements(scored, grid),
        left_out=tuple(
            f"{cell.method} on {cell.dataset}, as {cell.protocol}: {reason}"
            for cell, reason in material.incomplete.items()
        ),
        grid=grid,
        grid_first=experiment.show == "auc",
        blocks=tuple(
            Block.of(table, experiment.title) for table in page_view(experiment, scored)
        ),
        drawings=make_drawings(scored, anchor),
        ranks=make_ranks(scored, anchor),
        protocol_gap=make_protocol_gap(scored, material.differences),
        procedure=make_procedure(scored),
        provenance=make_provenance(
            material.hashes, material.invocations, material.made
        ),
    )
