"""Methods compared over all data sets at once: ranks and tests of pairs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rankrees.errors import ComparisonError
from rankrees.reports.html.figure import draw
from rankrees.reports.html.page import Block, Ranks
from rankrees.reports.plots.critical_difference import cd_figure
from rankrees.reports.tables.rank_tests import over_sets_view
from rankrees.statistics.comparison import Comparison


def make_ranks(scored: Mapping[str, Comparison], anchor: str) -> tuple[Ranks, ...]:
    """Return the ranks under each protocol that has enough data sets for it."""
    found = []
    for name, one in scored.items():
        try:
            over = one.over_sets()
        except ComparisonError:
            continue
        ranks, pairs = over_sets_view(one, over)
        caption = (
            f"Average ranks, as {name}: the best is on the side of 1; methods under "
            "one bar cannot be told apart"
        )
        found.append(
            Ranks(
                Block.of(ranks, one.title),
                Block.of(pairs, one.title),
                draw(partial(cd_figure, over), caption, f"{anchor}-{name}-"),
            )
        )
    return tuple(found)
