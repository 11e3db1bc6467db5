"""Averages over groups of data sets, beside the printed ones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

from rankrees.reference.aggregates import AUC, COUNTS, printed_by_group
from rankrees.reports.table import (
    Cell,
    Row,
    Table,
    number_cell,
    printed_cell,
    text_table,
)
from rankrees.statistics.comparison import SHOWN_DECIMALS, Comparison
from rankrees.statistics.digits import decimals_of, plain_mean
from rankrees.statistics.wtl import WinTieLoss

Groups = Mapping[str, Sequence[str]]
"""The data sets of each group."""
Comparisons = Mapping[str, tuple[str, str]]
"""What a comparison is called in print -> the method, and that it is compared with."""
Sizes = Mapping[tuple[str, str], float]
"""The mean number of nodes by (data set, method); an ensemble has none."""

ALL = "all"
_NOT_THEIRS = "printed: over the paper's own data sets, which are not these"


def averages_view(
    scored: Comparison,
    groups: Groups,
    comparisons: Comparisons,
    sizes: Sizes | None = None,
    *,
    against: bool = False,
) -> list[Table]:
    """Return the tables of averages and of better/equal/worse.

    Parameters
    ----------
    groups, comparisons
        As the config has them. Without comparisons every method is compared with the
        baseline.
    sizes
        Where given, the averages are shown with those of the trees' nodes.
    against
        Also tell which of the printed orderings hold.
    """
    experiment = scored.config
    if not comparisons:
        baseline = experiment.baseline
        comparisons = {
            f"{method} vs {baseline}": (method, baseline)
            for method in experiment.methods
            if method != baseline
        }
    tables = [averages_table(scored, groups, sizes)]
    if len(experiment.methods) > 1:
        tables.append(counts_table(scored, groups, comparisons))
    if against:
        orderings = orderings_table(scored, groups)
        tables += [orderings] if orderings.rows else []
    return tables


def averages_table(
    scored: Comparison, groups: Groups, sizes: Sizes | None = None
) -> Table:
    """Return each method's mean over the data sets of each group, and over all.

    Only data sets on which every method has a value count.
    """
    experiment = scored.config
    members = _members(scored, groups)
    means = group_means(scored, groups)
    nodes = mean_sizes(scored, groups, sizes or {})
    printed = printed_by_group(experiment.paper, experiment.table, AUC)
    beside = any(method in experiment.methods for method, _ in printed)
    columns = ["method"]
    for group, names in members.items():
        columns.append(f"{group}\n({len(names)} sets)")
        columns += [f"{group}\nprinted"] if beside else []
    columns += ["nodes"] if sizes is not None else []
    rows: list[Row] = []
    for method in experiment.methods:
        row = [Cell(method)]
        for group in members:
            row.append(_cell(means[method, group], SHOWN_DECIMALS))
            row += [printed_cell(printed.get((method, group)))] if beside else []
        row += [_cell(nodes[method], 1)] if sizes is not None else []
        rows.append(tuple(row))
    notes = [*scored.remarks, *([_NOT_THEIRS] if beside else [])]
    return Table(scored.heading, tuple(columns), tuple(rows), tuple(notes))


def group_means(scored: Comparison, groups: Groups) -> dict[tuple[str, str], float]:
    """Return the mean by (method, group), NaN where no data set is complete."""
    return {
        (method, group): plain_mean(
            mean
            for mean in (scored.mean(name, method) for name in names)
            if mean is not None
        )
        for method in scored.config.methods
        for group, names in _members(scored, groups).items()
    }


def mean_sizes(scored: Comparison, groups: Groups, sizes: Sizes) -> dict[str, float]:
    """Return the mean number of nodes by method, NaN where there are no sizes."""
    names = _members(scored, groups)[ALL]
    return {
        method: plain_mean(sizes.get((name, method), math.nan) for name in names)
        for method in scored.config.methods
    }


def counts_table(scored: Comparison, groups: Groups, comparisons: Comparisons) -> Table:
    """Return on how many data sets of each group a method is better/equal/worse."""
    experiment = scored.config
    printed = printed_by_group(experiment.paper, experiment.table, COUNTS)
    beside = any(label in comparisons for label, _ in printed)
    members = _members(scored, groups)
    columns = ["comparison"]
    for group in members:
        columns += [group, f"{group}\nprinted"] if beside else [group]
    rows = []
    named = []
    for label, (method, other) in comparisons.items():
        if method not in experiment.methods or other not in experiment.methods:
            continue
        tests = scored.tests_against(other, method)
        row: list[str | None] = [label]
        for group, names in members.items():
            signs = [tests[name].sign for name in names]
            count = WinTieLoss(signs.count(1), signs.count(0), signs.count(-1))
            row.append(str(count) if count.n else None)
            row += [printed.get((label, group))] if beside else []
        rows.append(tuple(row))
        for word, sign in (("better", 1), ("worse", -1)):
            where = [name for name in members[ALL] if tests[name].sign == sign]
            named += [f"{label}: {word} on {', '.join(where)}"] if where else []
    notes = [f"significant by the {scored.test_in_words}"]
    notes += [*named, *([_NOT_THEIRS] if beside else [])]
    title = f"{experiment.title}: better/equal/worse"
    return text_table(title, columns, rows, notes)


def orderings_table(scored: Comparison, groups: Groups) -> Table:
    """Return for each two methods that the print tells apart whether we agree.

    Differences are those of the averages, the better one in print first. Ours holds
    if it has the same sign when rounded to the printed decimals plus one.
    """
    experiment = scored.config
    printed = printed_by_group(experiment.paper, experiment.table, AUC)
    means = group_means(scored, groups)
    rows: list[tuple[str | None, ...]] = []
    n_hold = n_compared = 0
    for group, names in _members(scored, groups).items():
        for pair in combinations(experiment.methods, 2):
            texts = [printed.get((method, group)) for method in pair]
            if not names or texts[0] is None or texts[1] is None:
                continue
            decimals = decimals_of(texts[0])
            theirs = round(float(texts[0]) - float(texts[1]), decimals)
            if theirs == 0:
                continue
            better, worse = pair if theirs > 0 else pair[::-1]
            difference = round(means[better, group] - means[worse, group], decimals + 1)
            n_compared += 1
            n_hold += difference > 0
            rows.append(
                (
                    group,
                    better,
                    worse,
                    f"{abs(theirs):+.{decimals}f}",
                    f"{difference:+.{decimals + 1}f}",
                    "yes" if difference > 0 else "no",
                )
            )
    columns = ("group", "better in print", "worse in print", "printed", "ours", "holds")
    title = f"{experiment.title}: printed orderings"
    notes = (f"orderings that hold on these data sets: {n_hold} of {n_compared}",)
    return text_table(title, columns, rows, notes, n_left=3)


def _members(scored: Comparison, groups: Groups) -> dict[str, list[str]]:
    """Return the data sets of each group, and all, that have all methods' values."""
    whole = scored.complete_sets
    found = {g: [name for name in whole if name in groups[g]] for g in groups}
    return {**found, ALL: whole}


def _cell(value: float, decimals: int) -> Cell:
    return number_cell(None if math.isnan(value) else value, decimals)
