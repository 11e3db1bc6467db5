"""Which tables a config's results are shown as."""

from __future__ import annotations

from collections.abc import Mapping

from rankrees.experiment.experiment import Experiment
from rankrees.reference import printed_auc
from rankrees.reports.table import Table
from rankrees.reports.tables.averages import averages_view
from rankrees.reports.tables.curve import curve_table
from rankrees.reports.tables.means import (
    against_print,
    marked_table,
    means_table,
    score_table,
    win_tie_loss_table,
    wins_against_print,
)
from rankrees.reports.tables.overall import overall_table
from rankrees.reports.tables.spread import deviation_table, spread_table
from rankrees.statistics.comparison import Comparison


def _averages(
    experiment: Experiment, scored: Mapping[str, Comparison], *, against: bool = False
) -> list[Table]:
    tables = []
    for one in scored.values():
        groups, pairs = experiment.groups, experiment.comparisons
        tables += averages_view(one, groups, pairs, one.sizes, against=against)
    overall = overall_table(experiment, scored)
    return tables + ([] if overall is None else [overall])


def run_view(experiment: Experiment, scored: Mapping[str, Comparison]) -> list[Table]:
    """Return what `rankrees run` prints."""
    if experiment.show == "averages":
        return _averages(experiment, scored)
    if experiment.show == "curve":
        return [curve_table(experiment, scored)]
    if experiment.show == "auc":
        tables = [score_table(one) for one in scored.values()]
        tables += told_in_text(experiment, scored)
        return tables + _beside_print(experiment, scored)
    tables = [win_tie_loss_table(one) for one in scored.values()]
    beside = wins_against_print(scored.get("published"), scored.get("described"))
    return tables + [table for table in beside if table.rows]


def compare_view(
    experiment: Experiment, scored: Mapping[str, Comparison]
) -> list[Table]:
    """Return what `rankrees compare` prints."""
    if experiment.show == "averages":
        return _averages(experiment, scored)
    if experiment.show == "curve":
        return [curve_table(experiment, scored)]
    tables = []
    for one in scored.values():
        tables += [marked_table(one)] if experiment.show == "auc" else []
        tables += [win_tie_loss_table(one)] if len(experiment.methods) > 1 else []
    return tables


def scores_view(compared: Comparison) -> list[Table]:
    """Return what `rankrees compare --scores` prints of one protocol.

    Where a method has one score on a data set there is nothing to test on its folds.
    """
    if not compared.frame.duplicated(["dataset", "method"]).any():
        return [means_table(compared)]
    return [marked_table(compared), win_tie_loss_table(compared)]


def against_view(
    experiment: Experiment, scored: Mapping[str, Comparison]
) -> list[Table]:
    """Return what `rankrees compare --against published` prints."""
    if experiment.show == "averages":
        return _averages(experiment, scored, against=True)
    if experiment.show == "curve":
        return [curve_table(experiment, scored)]
    both = scored.get("published"), scored.get("described")
    if experiment.show == "win-tie-loss":
        return wins_against_print(*both)
    tables = told_in_text(experiment, scored)
    if printed_auc(experiment.paper, experiment.table):
        tables.insert(0, against_print(*both))
        overall = overall_table(experiment, scored)
        tables += [] if overall is None else [overall]
    return tables


def page_view(experiment: Experiment, scored: Mapping[str, Comparison]) -> list[Table]:
    """Return what `rankrees report` shows beside its table of means."""
    if experiment.show == "win-tie-loss":
        return run_view(experiment, scored)
    if experiment.show != "auc":
        return against_view(experiment, scored)
    tables = told_in_text(experiment, scored)
    if len(experiment.methods) > 1:
        tables += [win_tie_loss_table(one) for one in scored.values()]
    return tables + _beside_print(experiment, scored)


def told_in_text(
    experiment: Experiment, scored: Mapping[str, Comparison]
) -> list[Table]:
    """Return what a paper says of its results outside AUC tables: counts and sds."""
    both = scored.get("published"), scored.get("described")
    tables = [table for table in wins_against_print(*both) if table.rows]
    spread = spread_table(experiment, scored)
    return tables + ([] if spread is None else [spread])


def _beside_print(
    experiment: Experiment, scored: Mapping[str, Comparison]
) -> list[Table]:
    """Return standard deviations and averages, for a paper that prints them."""
    tables = [deviation_table(scored[n]) for n in scored if n == "published"]
    tables.append(overall_table(experiment, scored))
    return [table for table in tables if table is not None]
