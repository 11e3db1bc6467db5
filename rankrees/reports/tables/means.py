"""The tables that `rankrees run` and `rankrees compare` print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rankrees.reference import printed_auc, printed_sd, printed_win_tie_loss
from rankrees.reference.errata import exchange_labels, has_exchanged_labels
from rankrees.reports.table import (
    Cell,
    Row,
    Table,
    number_cell,
    printed_cell,
    text_table,
    with_best,
)
from rankrees.reports.tables.spread import sd_matches
from rankrees.statistics.comparison import SHOWN_DECIMALS, Comparison
from rankrees.statistics.digits import matches, plain_mean
from rankrees.statistics.wtl import WinTieLoss

_MARKS = {1: "v", 0: "", -1: "*"}


def digit_matches(scored: Comparison) -> tuple[int, int]:
    """Return how many cells equal the print, and how many could be compared."""
    found = [
        matches(value, printed)
        for (dataset, method), printed in _printed(scored).items()
        if (value := scored.mean(dataset, method)) is not None
    ]
    return sum(found), len(found)


def win_matches(scored: Comparison, *, put_right: bool = False) -> tuple[int, int]:
    """Return how many counts of wins/ties/losses equal the print, of those compared.

    With `put_right`, labels that the paper prints for each other are exchanged first.
    """
    experiment = scored.config
    printed = printed_win_tie_loss(experiment.paper, experiment.table)
    return _equal_wins(scored, exchange_labels(printed) if put_right else printed)


@dataclass(frozen=True)
class ScoreRow:
    """What stands in one row of a table of scores: by method, ours and the print.

    `printed` has only methods of which the paper prints something.
    """

    label: str
    ours: Mapping[str, Cell]
    printed: Mapping[str, Cell]


def score_rows(scored: Comparison) -> list[ScoreRow]:
    """Return a row for each data set, the best marked, and a last one of the means.

    Means are over the data sets on which every method has a value.
    """
    printed = _printed(scored)
    with_print = [m for m in scored.methods if any(m == of for _, of in printed)]
    rows = [
        ScoreRow(
            dataset,
            _best_by_method(
                scored, {m: _mean(scored, dataset, m) for m in scored.methods}
            ),
            {m: printed_cell(printed.get((dataset, m))) for m in with_print},
        )
        for dataset in scored.datasets
    ]
    whole = [row for row in rows if row.label in scored.complete_sets]
    means = {m: mean_over_sets(scored, m) for m in scored.methods}
    of_print = {
        m: _mean_cell([row.printed[m].number for row in whole]) for m in with_print
    }
    rows.append(
        ScoreRow(f"mean of {len(whole)}", _best_by_method(scored, means), of_print)
    )
    return rows


def score_table(scored: Comparison) -> Table:
    """Return means by data set and method, beside the printed ones."""
    rows = score_rows(scored)
    with_print = rows[-1].printed
    columns = ["data set"]
    for method in scored.methods:
        columns += [method, f"{method}\nprinted"] if method in with_print else [method]
    cells = []
    for row in rows:
        line = [Cell(row.label)]
        for method in scored.methods:
            line.append(row.ours[method])
            line += [row.printed[method]] if method in with_print else []
        cells.append(tuple(line))
    notes = list(scored.remarks)
    if with_print and scored.protocol == "published":
        notes.append("digit matches: {} of {} cells".format(*digit_matches(scored)))
    return Table(scored.heading, tuple(columns), tuple(cells), tuple(notes))


def signs_against_baseline(compared: Comparison) -> dict[str, dict[str, int]]:
    """Return by method and data set how the test against the baseline came out."""
    baseline = compared.baseline
    return {
        method: {
            dataset: test.sign
            for dataset, test in compared.tests_against(baseline, method).items()
        }
        for method in compared.methods
        if method != baseline
    }


def marked_table(compared: Comparison) -> Table:
    """Return means by data set and method, with marks against the baseline.

    `v` is significantly better than the baseline, `*` significantly worse, as in Weka.
    """
    signs = signs_against_baseline(compared)
    methods = (compared.baseline, *signs)
    columns = ["data set", compared.baseline]
    for method in signs:
        columns += [method, f"{method}\nv/*"]
    numbers = [1, *range(2, len(columns), 2)]

    def line(label: str, cells: Mapping[str, Cell], marks: Mapping[str, str]) -> Row:
        row = [Cell(label), cells[compared.baseline]]
        for method in signs:
            row += [cells[method], Cell(marks.get(method, ""))]
        return with_best(row, numbers, higher_is_better=compared.higher_is_better)

    rows = [
        line(
            dataset,
            {method: _mean(compared, dataset, method) for method in methods},
            {m: _MARKS[of[dataset]] for m, of in signs.items() if dataset in of},
        )
        for dataset in compared.datasets
    ]
    means = {method: mean_over_sets(compared, method) for method in methods}
    rows.append(line(f"mean of {len(compared.complete_sets)}", means, {}))
    notes = [*compared.remarks]
    if signs:
        counts = {m: Cell(_counted_signs(of.values())) for m, of in signs.items()}
        rows.append(line("(v/ /*)", {compared.baseline: Cell(""), **counts}, {}))
        notes.append(
            f"v, *: significantly better, worse than {compared.baseline} "
            f"({compared.test_in_words})"
        )
    marks = frozenset(range(3, len(columns), 2))
    return Table(
        compared.heading, tuple(columns), tuple(rows), tuple(notes), marks=marks
    )


def means_table(compared: Comparison) -> Table:
    """Return the scores by data set and method, and their means, without a test."""
    methods = compared.methods
    found = [
        (dataset, [_mean(compared, dataset, method) for method in methods])
        for dataset in compared.datasets
    ]
    last = f"mean of {len(compared.complete_sets)}"
    found.append((last, [mean_over_sets(compared, method) for method in methods]))
    rows = tuple(
        with_best(
            (Cell(label), *cells),
            range(1, len(methods) + 1),
            higher_is_better=compared.higher_is_better,
        )
        for label, cells in found
    )
    notes = (*compared.remarks, "one score each: nothing to test on a data set alone")
    return Table(compared.heading, ("data set", *methods), rows, notes)


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
        notes.append(compared.test_in_words)
    else:
        notes.append("one method: nothing to compare it with")
    table = text_table(compared.heading, ("", *methods), rows, notes)
    return replace(table, kind="wins, ties and losses")


@dataclass(frozen=True)
class PrintedCell:
    """One method on one data set: the print, and ours under each protocol.

    `published.exact` tells whether that one equals the print. `printed_sd` and
    `published_sd` are the standard deviations over folds.
    """

    dataset: str
    method: str
    printed: str | None
    published: Cell
    described: Cell
    printed_sd: str | None
    published_sd: Cell


def printed_cells(
    published: Comparison | None, described: Comparison | None
) -> list[PrintedCell]:
    """Return all cells of an AUC table, printed or not."""
    scored = _either(published, described)
    printed = _printed(scored)
    printed_sds = printed_sd(scored.config.paper, scored.config.table)
    found = []
    for dataset in scored.datasets:
        for method in scored.methods:
            text = printed.get((dataset, method))
            sd_text = printed_sds.get((dataset, method))
            mean = published.mean(dataset, method) if published else None
            sd = published.sd(dataset, method) if published else None
            found.append(
                PrintedCell(
                    *(dataset, method, text),
                    _beside(mean, text, scored.decimals),
                    _mean(described, dataset, method),
                    sd_text,
                    _beside(sd, sd_text, scored.decimals),
                )
            )
    return found


def _beside(value: float | None, printed: str | None, decimals: int) -> Cell:
    """Return the cell of a number that is compared with a printed one, if there is."""
    cell = number_cell(value, decimals)
    if value is None or printed is None:
        return cell
    return replace(cell, exact=matches(value, printed))


def against_print(published: Comparison | None, described: Comparison | None) -> Table:
    """Return printed, as published and as described for each cell of an AUC table.

    Where the paper prints standard deviations, those and ours follow.
    """
    words = {True: "true", False: "false", None: None}
    experiment = _either(published, described).config
    with_sd = bool(printed_sd(experiment.paper, experiment.table))
    rows = []
    for cell in printed_cells(published, described):
        row: Row = (
            Cell(cell.dataset),
            Cell(cell.method),
            printed_cell(cell.printed),
            cell.published,
            cell.described,
            Cell(words[cell.published.exact]),
        )
        if with_sd:
            match = Cell(words[cell.published_sd.exact])
            row += (printed_cell(cell.printed_sd), cell.published_sd, match)
        rows.append(row)
    columns = ["dataset", "method", "printed", "as_published", "as_described", "match"]
    columns += ["printed_sd", "as_published_sd", "sd_match"] if with_sd else []
    notes = []
    if published:
        notes.append("digit matches: {} of {} cells".format(*digit_matches(published)))
    if published and with_sd:
        notes[0] += ", {} of {} standard deviations".format(*sd_matches(published))
    title = f"{experiment.title}: printed and computed"
    return Table(title, tuple(columns), tuple(rows), tuple(notes), n_left=2)


def wins_against_print(
    published: Comparison | None, described: Comparison | None
) -> list[Table]:
    """Return the printed wins/ties/losses of each pair and ours beside them.

    A second table has the labels put right where the paper prints two of them for each
    other (`rankrees.reference.errata`).
    """
    experiment = _either(published, described).config
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
    published: Comparison | None,
    described: Comparison | None,
) -> Table:
    scored = _either(published, described)
    experiment = scored.config
    rows: list[Row] = []
    for (row, column), numbers in printed.items():
        if row not in experiment.methods or column not in experiment.methods:
            continue
        theirs = WinTieLoss(*numbers)
        ours = _counted(published, row, column)
        rows.append(
            (
                Cell(row),
                Cell(column),
                Cell(str(theirs)),
                Cell(None) if ours is None else Cell(str(ours), exact=ours == theirs),
                Cell(None if ours is None else _difference(ours, theirs)),
                Cell(_text(described.wins, row, column) if described else None),
            )
        )
    n_equal, n_compared = _equal_wins(published, printed)
    notes = [
        scored.test_in_words,
        f"equal to the print: {n_equal} of {n_compared} cells",
    ]
    columns = ("row", "column", "printed", "as_published", "difference", "as_described")
    return Table(title, columns, tuple(rows), tuple(notes), n_left=2)


def _equal_wins(
    scored: Comparison | None, printed: Mapping[tuple[str, str], tuple[int, int, int]]
) -> tuple[int, int]:
    found = [
        ours == WinTieLoss(*numbers)
        for (row, column), numbers in printed.items()
        if (ours := _counted(scored, row, column)) is not None
    ]
    return sum(found), len(found)


def _counted(scored: Comparison | None, row: str, column: str) -> WinTieLoss | None:
    count = scored.wins.get((row, column)) if scored else None
    return count if count is not None and count.n else None


def _printed(scored: Comparison) -> dict[tuple[str, str], str]:
    experiment = scored.config
    return {
        (dataset, method): text
        for (dataset, method), text in printed_auc(
            experiment.paper, experiment.table
        ).items()
        if dataset in experiment.datasets and method in experiment.methods
    }


def _mean(compared: Comparison | None, dataset: str, method: str) -> Cell:
    if compared is None:
        return Cell(None)
    return number_cell(compared.mean(dataset, method), compared.decimals)


def mean_over_sets(compared: Comparison, method: str) -> Cell:
    """Return the mean of a method over the data sets on which every method has one."""
    means = [compared.mean(name, method) for name in compared.complete_sets]
    return _mean_cell(means, compared.decimals)


def _mean_cell(values: Sequence[float | None], decimals: int = SHOWN_DECIMALS) -> Cell:
    there = [value for value in values if value is not None]
    return number_cell(plain_mean(there) if there else None, decimals)


def _best_by_method(compared: Comparison, cells: Mapping[str, Cell]) -> dict[str, Cell]:
    marked = with_best(
        cells.values(), range(len(cells)), higher_is_better=compared.higher_is_better
    )
    return dict(zip(cells, marked, strict=True))


def _counted_signs(signs: Iterable[int]) -> str:
    found = list(signs)
    return f"{found.count(1)}/{found.count(0)}/{found.count(-1)}"


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


def _either(published: Comparison | None, described: Comparison | None) -> Comparison:
    scored = published or described
    if scored is None:
        raise ValueError("no protocol to show")
    return scored
