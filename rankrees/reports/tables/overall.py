"""What a paper says of all its data sets together: average AUC and tree size."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from rankrees.experiment.experiment import Experiment
from rankrees.reference import printed_auc
from rankrees.reference.aggregates import AVERAGE_AUC, TREE_SIZE, printed_average
from rankrees.reports.table import Cell, Row, Table, number_cell, printed_cell
from rankrees.statistics.comparison import SHOWN_DECIMALS, Comparison
from rankrees.statistics.digits import plain_mean


def printed_label(method: str) -> str:
    """Return the printed method that a method stands for.

    `AUC-CITree: some reading` is one reading of AUC-CITree.
    """
    return method.partition(": ")[0]


def distance(scored: Comparison, method: str) -> float:
    """Return the mean absolute difference from the printed cells; NaN without any."""
    experiment = scored.config
    printed = printed_auc(experiment.paper, experiment.table)
    label = printed_label(method)
    differences = [
        abs(value - float(printed[dataset, label]))
        for dataset in experiment.datasets
        if (dataset, label) in printed
        and (value := scored.mean(dataset, method)) is not None
    ]
    return plain_mean(differences) if differences else math.nan


def overall_table(
    experiment: Experiment, scored: Mapping[str, Comparison]
) -> Table | None:
    """Return averages over data sets beside the printed ones; None without these.

    Ours are over the sets on which every method has a value.
    """
    printed = printed_average(experiment.paper, AVERAGE_AUC)
    sizes = printed_average(experiment.paper, TREE_SIZE)
    if not any(printed_label(method) in printed for method in experiment.methods):
        return None
    cells = printed_auc(experiment.paper, experiment.table)
    theirs = len({dataset for dataset, _ in cells})
    columns = ["method", f"printed\n({theirs} sets)"]
    for name, one in scored.items():
        sets = len(one.complete_sets)
        columns += [f"as {name}\n({one.metric}, {sets} sets)", "distance\nfrom print"]
    columns += ["nodes\nprinted", "nodes"]
    rows: list[Row] = []
    for method in experiment.methods:
        row = [Cell(method), printed_cell(printed.get(printed_label(method)))]
        nodes: list[float | None] = []
        for one in scored.values():
            whole = one.complete_sets
            means = [one.mean(name, method) for name in whole]
            row += [_mean_cell(means), _mean_cell([distance(one, method)])]
            nodes = [one.sizes.get((name, method)) for name in whole]
        row.append(printed_cell(sizes.get(printed_label(method))))
        row.append(_mean_cell(nodes, 0))
        rows.append(tuple(row))
    note = "distance from print: mean absolute difference from the printed AUCs"
    title = f"{experiment.title}: averages over data sets"
    return Table(title, tuple(columns), tuple(rows), (note,))


def _mean_cell(values: Sequence[float | None], decimals: int = SHOWN_DECIMALS) -> Cell:
    there = [value for value in values if value is not None and not math.isnan(value)]
    return number_cell(plain_mean(there) if there else None, decimals)
