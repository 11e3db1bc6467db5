"""The tables that `rankrees run` and `rankrees compare` print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankrees.compare.comparison import Comparison
from rankrees.compare.digits import matches, plain_mean, round_half_up
from rankrees.compare.scored import SHOWN_DECIMALS, Scored
from rankrees.compare.wtl import WinTieLoss
from rankrees.reference import printed_auc, printed_sd, printed_win_tie_loss
from rankrees.reference.errata import exchange_labels, has_exchanged_labels
from rankrees.report.table import Table, best_cells
from rankrees.report.tables.spread import sd_matches

_MARKS = {1: "v", 0: "", -1: "*"}


def digit_matches(scored: Scored) -> tuple[int, int]:
    """Return how many cells equal the print, and how many could be compared."""
    found = [
        matches(value, printed)
        for (dataset, method), printed in _printed(scored).items()
        if (value := scored.mean(dataset, method)) is not None
    ]
    return sum(found), len(found)


def win_matches(scored: Scored, *, put_right: bool = False) -> tuple[int, int]:
    """Return how many counts of wins/ties/losses equal the print, of those compared.

    With `put_right`, labels that the paper prints for each other are exchanged first.
    """
    experiment = scored.experiment
    printed = printed_win_tie_loss(experiment.paper, experiment.table)
    return _equal_wins(scored, exchange_labels(printed) if put_right else printed)


def score_table(scored: Scored) -> Table:
    """Return means by data set and method, beside the printed ones."""
    experiment = scored.experiment
    printed = _printed(scored)
    with_print = {method for _, method in printed}
    whole = scored.complete_sets
    columns: list[str] = ["data set"]
    footer: list[str | None] = [f"mean of {len(whole)}"]
    for method in experiment.methods:
        columns.append(method)
        footer.append(_mean_text([scored.mean(name, method) for name in whole]))
        if method in with_print:
            columns.append(f"{method}\nprinted")
            texts = [printed.get((name, method)) for name in whole]
            footer.append(_mean_text([None if t is None else float(t) for t in texts]))
    rows: list[tuple[str | None, ...]] = []
    for dataset in experiment.datasets:
        row: list[str | None] = [dataset]
        for method in experiment.methods:
            row.append(scored.shown(dataset, method))
            if method in with_print:
                row.append(printed.get((dataset, method)))
        rows.append(tuple(row))
    rows.append(tuple(footer))
    ours = [columns.index(method) for method in experiment.methods]
    best = best_cells(rows, ours, higher_is_better=scored.higher_is_better)
    notes = list(scored.remarks)
    if printed and scored.protocol == "published":
        notes.append("digit matches: {} of {} cells".format(*digit_matches(scored)))
    return Table(scored.heading, tuple(columns), tuple(rows), tuple(notes), best=best)


def marked_table(compared: Comparison) -> Table:
    """Return means by data set and method, with marks against the baseline.

    `v` is significantly better than the baseline, `*` significantly worse, as in Weka.
    """
    baseline = compared.baseline
    others = [method for method in compared.methods if method != baseline]
    tests = {method: compared.tests_against(baseline, method) for method in others}
    whole = compared.complete_sets
    columns = ["data set", baseline]
    for method in others:
        columns += [method, f"{method}\nv/*"]
    rows: list[tuple[str | None, ...]] = []
    for dataset in compared.datasets:
        row: list[str | None] = [dataset, compared.shown(dataset, baseline)]
        for method in others:
            row.append(compared.shown(dataset, method))
            test = tests[method].get(dataset)
            row.append("" if test is None else _MARKS[test.sign])
        rows.append(tuple(row))
    footer: list[str | None] = [f"mean of {len(whole)}"]
    counts: list[str | None] = ["(v/ /*)", ""]
    for method in (baseline, *others):
        means = [compared.mean(name, method) for name in whole]
        footer.append(_mean_text(means, compared.decimals))
        if method != baseline:
            footer.append("")
            signs = [test.sign for test in tests[method].values()]
            counts += [f"{signs.count(1)}/{signs.count(0)}/{signs.count(-1)}", ""]
    rows.append(tuple(footer))
    best = best_cells(
        rows,
        [1, *range(2, len(columns), 2)],
        higher_is_better=compared.higher_is_better,
    )
    if others:
        rows.append(tuple(counts))
    notes = [*compared.remarks]
    if others:
        notes.append(
            f"v, *: significantly better, worse than {baseline} ({compared.how})"
        )
    return Table(
        compared.heading,
        tuple(columns),
        tuple(rows),
        tuple(notes),
        best=best,
        marks=frozenset(range(3, len(columns), 2)),
    )


def means_table(compared: Comparison) -> Table:
    """Return the scores by data set and method, and their means, without a test."""
    methods = tuple(compared.methods)
    rows: list[tuple[str | None, ...]] = [
        (dataset, *(compared.shown(dataset, method) for method in methods))
        for dataset in compared.datasets
    ]
    whole = compared.complete_sets
    means = [
        _mean_text([compared.mean(name, method) for name in whole], compared.decimals)
        for method in methods
    ]
    rows.append((f"mean of {len(whole)}", *means))
    best = best_cells(
        rows,
        range(1, len(methods) + 1),
        higher_is_better=compared.higher_is_better,
    )
    notes = (*compared.remarks, "one score each: nothing to test on a data set alone")
    columns = ("data set", *methods)
    return Table(compared.heading, columns, tuple(rows), notes, best=best)


def win_tie_loss_table(compared: Comparison) -> Table:
    """Return the matrix of wins/ties/losses, row against column."""
    methods = tuple(compared.methods)
    rows = [
        (
            row,
            *(
                "" if row == column else _text(compared.wins, row, column)
                for column in methods
            ),
        )
        for row in methods
    ]
    notes = [*compared.remarks]
    if len(methods) > 1:
        sizes = sorted({count.n for count in compared.wins.values()})
        over = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
        notes.append(f"wins/ties/losses, row against column, over {over} data sets")
        notes.append(compared.how)
    else:
        notes.append("one method: nothing to compare it with")
    return Table(compared.heading, ("", *methods), tuple(rows), tuple(notes))


def against_print(published: Scored | None, described: Scored | None) -> Table:
    """Return printed, as published and as described for each cell of an AUC table.

    Where the paper prints standard deviations, those and ours follow.
    """
    scored = _either(published, described)
    experiment = scored.experiment
    printed = _printed(scored)
    printed_sds = printed_sd(experiment.paper, experiment.table)
    rows: list[tuple[str | None, ...]] = []
    for dataset in experiment.datasets:
        for method in experiment.methods:
            text = printed.get((dataset, method))
            ours = published.mean(dataset, method) if published else None
            row: tuple[str | None, ...] = (
                dataset,
                method,
                text,
                published.shown(dataset, method) if published else None,
                described.shown(dataset, method) if described else None,
                _match(ours, text),
            )
            if printed_sds:
                text = printed_sds.get((dataset, method))
                sd = published.sd(dataset, method) if published else None
                shown = published.shown_sd(dataset, method) if published else None
                row = (*row, text, shown, _match(sd, text))
            rows.append(row)
    notes = []
    if published:
        notes.append("digit matches: {} of {} cells".format(*digit_matches(published)))
        if printed_sds:
            notes[0] += ", {} of {} standard deviations".format(*sd_matches(published))
    columns = ["dataset", "method", "printed", "as_published", "as_described", "match"]
    columns += ["printed_sd", "as_published_sd", "sd_match"] if printed_sds else []
    title = f"{experiment.title}: printed and computed"
    return Table(title, tuple(columns), tuple(rows), tuple(notes), n_left=2)


def _match(value: float | None, printed: str | None) -> str | None:
    if value is None or printed is None:
        return None
    return "true" if matches(value, printed) else "false"


def wins_against_print(
    published: Scored | None, described: Scored | None
) -> list[Table]:
    """Return the printed wins/ties/losses of each pair and ours beside them.

    A second table has the labels put right where the paper prints two of them for each
    other (`rankrees.reference.errata`).
    """
    experiment = _either(published, described).experiment
    printed = printed_win_tie_loss(experiment.paper, experiment.table)
    title = f"{experiment.title}: wins/ties/losses of row against column"
    tables = [_wins_beside(title, printed, published, described)]
    if has_exchanged_labels(experiment.paper, experiment.table):
        title += ", with the printed labels put right"
        righted = exchange_labels(printed)
        tables.append(_wins_beside(title, righted, published, described))
    return tables


def _wins_beside(
    title: str,
    printed: Mapping[tuple[str, str], tuple[int, int, int]],
    published: Scored | None,
    described: Scored | None,
) -> Table:
    scored = _either(published, described)
    experiment = scored.experiment
    rows: list[tuple[str | None, ...]] = []
    for (row, column), numbers in printed.items():
        if row not in experiment.methods or column not in experiment.methods:
            continue
        theirs = WinTieLoss(*numbers)
        ours = _counted(published, row, column)
        rows.append(
            (
                row,
                column,
                str(theirs),
                None if ours is None else str(ours),
                None if ours is None else _difference(ours, theirs),
                _text(described.wins, row, column) if described else None,
            )
        )
    n_equal, n_compared = _equal_wins(published, printed)
    notes = [scored.how, f"equal to the print: {n_equal} of {n_compared} cells"]
    columns = ("row", "column", "printed", "as_published", "difference", "as_described")
    return Table(title, columns, tuple(rows), tuple(notes), n_left=2)


def _equal_wins(
    scored: Scored | None, printed: Mapping[tuple[str, str], tuple[int, int, int]]
) -> tuple[int, int]:
    found = [
        ours == WinTieLoss(*numbers)
        for (row, column), numbers in printed.items()
        if (ours := _counted(scored, row, column)) is not None
    ]
    return sum(found), len(found)


def _counted(scored: Scored | None, row: str, column: str) -> WinTieLoss | None:
    count = scored.wins.get((row, column)) if scored else None
    return count if count is not None and count.n else None


def _printed(scored: Scored) -> dict[tuple[str, str], str]:
    experiment = scored.experiment
    return {
        (dataset, method): text
        for (dataset, method), text in printed_auc(
            experiment.paper, experiment.table
        ).items()
        if dataset in experiment.datasets and method in experiment.methods
    }


def _mean_text(
    values: Sequence[float | None], decimals: int = SHOWN_DECIMALS
) -> str | None:
    there = [value for value in values if value is not None]
    return round_half_up(plain_mean(there), decimals) if there else None


def _text(
    wins: Mapping[tuple[str, str], WinTieLoss], row: str, column: str
) -> str | None:
    count = wins.get((row, column))
    return str(count) if count is not None and count.n else None


def _difference(ours: WinTieLoss, theirs: WinTieLoss) -> str:
    pairs = (
        ours.wins - theirs.wins,
        ours.ties - theirs.ties,
        ours.losses - theirs.losses,
    )
    return "/".join(f"{d:+d}" if d else "0" for d in pairs)


def _either(published: Scored | None, described: Scored | None) -> Scored:
    scored = published or described
    if scored is None:
        raise ValueError("no protocol to show")
    return scored
