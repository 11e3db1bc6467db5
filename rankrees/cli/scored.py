"""From the store to what the tables are made of, with remarks on what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankrees.cli.options import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rankrees.experiment.experiment import Experiment
    from rankrees.experiment.plan import Cell, Computation
    from rankrees.experiment.store import Store
    from rankrees.report.scored import Scored


def score(
    experiment: Experiment,
    cells: Mapping[Cell, Computation],
    store: Store,
    *,
    metric: str | None = None,
    test: str = "corrected",
    alpha: float = 0.05,
) -> tuple[dict[str, Scored], bool]:
    """Return the scores by protocol, and whether all that was begun is complete.

    Cells without all their folds are left out, and named on standard error.
    """
    from rankrees.experiment.results import read_results
    from rankrees.report.scored import Scored

    metrics = {
        name: metric or protocol.metric
        for name, protocol in experiment.protocols.items()
    }
    results = read_results(store, experiment, cells, metrics)
    for cell, reason in results.incomplete.items():
        where = f"{cell.method} on {cell.dataset}, {cell.protocol}"
        say(f"rankrees: left out: {where}: {reason}")
    frame = results.frame
    scored = {
        name: Scored(
            experiment,
            name,
            metrics[name],
            frame[frame["protocol"] == name],
            test,
            alpha,
        )
        for name in experiment.protocols
    }
    return scored, not results.incomplete
