"""How much scores vary from fold to fold, on average over data sets."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import replace

from rankrees.experiment.experiment import Experiment
from rankrees.reference import printed_sd
from rankrees.reference.aggregates import printed_average
from rankrees.reports.table import Cell, Row, Table, number_cell, printed_cell
from rankrees.statistics.comparison import SHOWN_DECIMALS, Comparison
from rankrees.statistics.digits import plain_mean


def deviations(scored: Comparison, method: str) -> dict[str, float]:
    """Return the standard deviation over folds by data set."""
    frame = scored.frame[scored.frame["method"] == method].dropna(subset="value")
    return {
        str(dataset): scored.scale * statistics.stdev(float(value) for value in rows)
        for dataset, rows in frame.groupby("dataset", sort=False)["value"]
        if len(rows) > 1
    }


def average_sd(scored: Comparison, method: str) -> float | None:
    """Return the mean over data sets of the standard deviation over folds."""
    spreads = list(deviations(scored, method).values())
    return plain_mean(spreads) if spreads else None


def deviation_table(scored: Comparison) -> Table | None:
    """Return the sd over folds beside the printed one; None if none is printed.

    Where run 1 is one of several, its own sd is shown too: a paper may print that.
    """
    experiment = scored.config
    printed = printed_sd(experiment.paper, experiment.table)
    methods = [m for m in experiment.methods if any(m == of for _, of in printed)]
    if not methods:
        return None
    first = replace(scored, frame=scored.frame[scored.frame["run"] == 1])
    columns = ["data set"]
    for method in methods:
        columns += [method, f"{method}\nrun 1", f"{method}\nprinted"]
    rows: list[Row] = []
    for dataset in experiment.datasets:
        row = [Cell(dataset)]
        for method in methods:
            for one in (scored, first):
                value = deviations(one, method).get(dataset)
                row.append(number_cell(value, SHOWN_DECIMALS))
            row.append(printed_cell(printed.get((dataset, method))))
        rows.append(tuple(row))
    title = f"{scored.heading}: standard deviation over folds"
    return Table(title, tuple(columns), tuple(rows), ())


def spread_table(
    experiment: Experiment, scored: Mapping[str, Comparison]
) -> Table | None:
    """Return the average sd of each method; None if the paper prints none."""
    printed = printed_average(experiment.paper, "average sd of auc")
    if not any(method in printed for method in experiment.methods):
        return None
    rows = []
    for method in experiment.methods:
        row = [Cell(method), printed_cell(printed.get(method))]
        for one in scored.values():
            row.append(number_cell(average_sd(one, method), SHOWN_DECIMALS))
        rows.append(tuple(row))
    columns = (
        "method",
        "printed",
        *(f"as {name} ({one.metric})" for name, one in scored.items()),
    )
    title = f"{experiment.title}: average standard deviation over folds"
    return Table(title, columns, tuple(rows), ())
