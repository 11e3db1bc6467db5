"""How much scores vary from fold to fold, on average over data sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rankrees.experiment.experiment import Experiment
from rankrees.reference import printed_sd
from rankrees.reference.aggregates import printed_average
from rankrees.reports.table import Cell, Row, Table, number_cell, printed_cell
from rankrees.statistics.comparison import Comparison
from rankrees.statistics.digits import matches, plain_mean


def average_sd(scored: Comparison, method: str) -> float | None:
    """Return the mean over data sets of the standard deviation over folds."""
    found = (scored.sd(name, method) for name in scored.datasets)
    spreads = [sd for sd in found if sd is not None]
    return plain_mean(spreads) if spreads else None


def sd_matches(scored: Comparison) -> tuple[int, int]:
    """Return how many deviations equal the print, and how many could be compared."""
    printed = printed_sd(scored.config.paper, scored.config.table)
    found = [
        matches(value, text)
        for (dataset, method), text in printed.items()
        if (value := scored.sd(dataset, method)) is not None
    ]
    return sum(found), len(found)


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
    shown = [scored]
    if len(first.frame) < len(scored.frame):
        shown.append(first)
    columns = ["data set"]
    for method in methods:
        columns += [method, f"{method}\nrun 1"][: len(shown)]
        columns.append(f"{method}\nprinted")
    rows: list[Row] = []
    for dataset in experiment.datasets:
        row = [Cell(dataset)]
        for method in methods:
            row += [number_cell(s.sd(dataset, method), s.decimals) for s in shown]
            row.append(printed_cell(printed.get((dataset, method))))
        rows.append(tuple(row))
    notes: tuple[str, ...] = ()
    if scored.protocol == "published":
        notes = ("digit matches: {} of {} deviations".format(*sd_matches(scored)),)
    title = f"{scored.heading}: standard deviation over folds"
    return Table(title, tuple(columns), tuple(rows), notes)


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
            row.append(number_cell(average_sd(one, method), one.decimals))
        rows.append(tuple(row))
    columns = (
        "method",
        "printed",
        *(f"as {name} ({one.metric})" for name, one in scored.items()),
    )
    title = f"{experiment.title}: average standard deviation over folds"
    return Table(title, columns, tuple(rows), ())
