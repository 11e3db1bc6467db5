"""How much scores vary from fold to fold, on average over data sets."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import replace

from rankrees.experiment.experiment import Experiment
from rankrees.metrics.registry import METRICS
from rankrees.reference import printed_sd
from rankrees.reference.aggregates import printed_average
from rankrees.reports.table import Table
from rankrees.statistics.digits import plain_mean, round_half_up
from rankrees.statistics.scored import SHOWN_DECIMALS, Scored


def deviations(scored: Scored, method: str) -> dict[str, float]:
    """Return the standard deviation over folds by data set."""
    frame = scored.frame[scored.frame["method"] == method].dropna(subset="value")
    scale = 100.0 if METRICS[scored.metric].percent else 1.0
    return {
        str(dataset): scale * statistics.stdev(float(value) for value in rows)
        for dataset, rows in frame.groupby("dataset", sort=False)["value"]
        if len(rows) > 1
    }


def average_sd(scored: Scored, method: str) -> float | None:
    """Return the mean over data sets of the standard deviation over folds."""
    spreads = list(deviations(scored, method).values())
    return plain_mean(spreads) if spreads else None


def deviation_table(scored: Scored) -> Table | None:
    """Return the sd over folds beside the printed one; None if none is printed.

    Where run 1 is one of several, its own sd is shown too: a paper may print that.
    """
    experiment = scored.experiment
    printed = printed_sd(experiment.paper, experiment.table)
    methods = [m for m in experiment.methods if any(m == of for _, of in printed)]
    if not methods:
        return None
    first = replace(scored, frame=scored.frame[scored.frame["run"] == 1])
    columns = ["data set"]
    for method in methods:
        columns += [method, f"{method}\nrun 1", f"{method}\nprinted"]
    rows: list[tuple[str | None, ...]] = []
    for dataset in experiment.datasets:
        row: list[str | None] = [dataset]
        for method in methods:
            for one in (scored, first):
                value = deviations(one, method).get(dataset)
                row.append(_text(value))
            row.append(printed.get((dataset, method)))
        rows.append(tuple(row))
    title = f"{scored.heading}: standard deviation over folds"
    return Table(title, tuple(columns), tuple(rows), ())


def _text(value: float | None) -> str | None:
    return None if value is None else round_half_up(value, SHOWN_DECIMALS)


def spread_table(experiment: Experiment, scored: Mapping[str, Scored]) -> Table | None:
    """Return the average sd of each method; None if the paper prints none."""
    printed = printed_average(experiment.paper, "average sd of auc")
    if not any(method in printed for method in experiment.methods):
        return None
    rows = []
    for method in experiment.methods:
        row: list[str | None] = [method, printed.get(method)]
        for one in scored.values():
            row.append(_text(average_sd(one, method)))
        rows.append(tuple(row))
    columns = (
        "method",
        "printed",
        *(f"as {name} ({one.metric})" for name, one in scored.items()),
    )
    title = f"{experiment.title}: average standard deviation over folds"
    return Table(title, columns, tuple(rows), ())
