"""How much scores vary from fold to fold, on average over data sets."""

from __future__ import annotations

import statistics
from collections.abc import Mapping

from rankrees.compare.digits import plain_mean, round_half_up
from rankrees.experiment.experiment import Experiment
from rankrees.metrics.registry import METRICS
from rankrees.reference.aggregates import printed_average
from rankrees.report.scored import SHOWN_DECIMALS, Scored
from rankrees.report.table import Table


def average_sd(scored: Scored, method: str) -> float | None:
    """Return the mean over data sets of the standard deviation over folds."""
    frame = scored.frame[scored.frame["method"] == method].dropna(subset="value")
    scale = 100.0 if METRICS[scored.metric].percent else 1.0
    spreads = [
        scale * statistics.stdev(float(value) for value in rows)
        for _, rows in frame.groupby("dataset", sort=False)["value"]
        if len(rows) > 1
    ]
    return plain_mean(spreads) if spreads else None


def spread_table(experiment: Experiment, scored: Mapping[str, Scored]) -> Table | None:
    """Return the average sd of each method; None if the paper prints none."""
    printed = printed_average(experiment.paper, "average sd of auc")
    if not any(method in printed for method in experiment.methods):
        return None
    rows = []
    for method in experiment.methods:
        row: list[str | None] = [method, printed.get(method)]
        for one in scored.values():
            value = average_sd(one, method)
            row.append(None if value is None else round_half_up(value, SHOWN_DECIMALS))
        rows.append(tuple(row))
    columns = (
        "method",
        "printed",
        *(f"as {name} ({one.metric})" for name, one in scored.items()),
    )
    title = f"{experiment.title}: average standard deviation over folds"
    return Table(title, columns, tuple(rows), ())
