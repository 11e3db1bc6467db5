"""How much scores vary from fold to fold, on average over data sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rankrees.compare.digits import matches, plain_mean, round_half_up
from rankrees.compare.scored import Scored
from rankrees.experiment.experiment import Experiment
from rankrees.reference import printed_sd
from rankrees.reference.aggregates import printed_average
from rankrees.report.table import Table


def average_sd(scored: Scored, method: str) -> float | None:
    """Return the mean over data sets of the standard deviation over folds."""
    found = (scored.sd(name, method) for name in scored.experiment.datasets)
    spreads = [sd for sd in found if sd is not None]
    return plain_mean(spreads) if spreads else None


def sd_matches(scored: Scored) -> tuple[int, int]:
    """Return how many deviations equal the print, and how many could be compared."""
    experiment = scored.experiment
    found = [
        matches(value, text)
        for (dataset, method), text in printed_sd(
            experiment.paper, experiment.table
        ).items()
        if (value := scored.sd(dataset, method)) is not None
    ]
    return sum(found), len(found)


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
    shown = [scored]
    if len(first.frame) < len(scored.frame):
        shown.append(first)
    columns = ["data set"]
    for method in methods:
        columns += [method, f"{method}\nrun 1"][: len(shown)]
        columns.append(f"{method}\nprinted")
    rows: list[tuple[str | None, ...]] = []
    for dataset in experiment.datasets:
        row: list[str | None] = [dataset]
        for method in methods:
            row += [one.shown_sd(dataset, method) for one in shown]
            row.append(printed.get((dataset, method)))
        rows.append(tuple(row))
    notes: tuple[str, ...] = ()
    if scored.protocol == "published":
        notes = ("digit matches: {} of {} deviations".format(*sd_matches(scored)),)
    title = f"{scored.heading}: standard deviation over folds"
    return Table(title, tuple(columns), tuple(rows), notes)


def spread_table(experiment: Experiment, scored: Mapping[str, Scored]) -> Table | None:
    """Return the average sd of each method; None if the paper prints none."""
    printed = printed_average(experiment.paper, "average sd of auc")
    if not any(method in printed for method in experiment.methods):
        return None
    rows = []
    for method in experiment.methods:
        row: list[str | None] = [method, printed.get(method)]
        for one in scored.values():
            average = average_sd(one, method)
            row.append(
                None if average is None else round_half_up(average, one.decimals)
            )
        rows.append(tuple(row))
    columns = (
        "method",
        "printed",
        *(f"as {name} ({one.metric})" for name, one in scored.items()),
    )
    title = f"{experiment.title}: average standard deviation over folds"
    return Table(title, columns, tuple(rows), ())
