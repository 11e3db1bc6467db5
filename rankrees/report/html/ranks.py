"""Methods compared over all data sets at once: ranks and tests of pairs."""

from __future__ import annotations

from collections.abc import Mapping

from rankrees.errors import ComparisonError
from rankrees.report.oversets import over_sets_view
from rankrees.report.scored import Scored
from rankrees.report.table import Table


def rank_tables(scored: Mapping[str, Scored]) -> list[tuple[Table, Table]]:
    """Return the ranks and the pairs under each protocol that has enough data sets."""
    found = []
    for one in scored.values():
        try:
            over = one.over_sets()
        except ComparisonError:
            continue
        ranks, pairs = over_sets_view(one, over)
        found.append((ranks, pairs))
    return found
