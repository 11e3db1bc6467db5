"""The main table of a section: data sets by methods, protocols side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankrees.compare.digits import decimals_of, round_half_up
from rankrees.compare.scored import Scored
from rankrees.report.html.folds import FoldBook
from rankrees.report.html.page import Grid, GridCell, GridRow, MeanRow, Value
from rankrees.report.table import Table
from rankrees.report.tables.difference import signed
from rankrees.report.tables.means import against_print, score_table


def make_grid(scored: Mapping[str, Scored], book: FoldBook) -> Grid:
    """Return the grid of an experiment; its folds are entered in the book."""
    published, described = scored.get("published"), scored.get("described")
    experiment = next(iter(scored.values())).experiment
    book.open_group(scored)
    table = against_print(published, described)
    has_print = published is not None and any(row[2] is not None for row in table.rows)
    # beside a print a number has a mark already
    signs = {name: {} if has_print else _signs(one) for name, one in scored.items()}
    tables = {name: score_table(one) for name, one in scored.items()}
    places = {name: i for i, name in enumerate(experiment.datasets)}
    rows: dict[str, list[GridCell]] = {name: [] for name in experiment.datasets}
    for row in table.rows:
        dataset, method, printed, _, _, match, *_ = row
        assert dataset is not None
        assert method is not None
        ours = None if published is None else published.mean(dataset, method)
        rows[dataset].append(
            GridCell(
                method,
                printed,
                None if match is None else match == "true",
                _off_by(ours, printed),
                tuple(
                    _value(
                        shown,
                        places[dataset],
                        method,
                        signs[name].get((dataset, method), 0),
                    )
                    for name, shown in tables.items()
                ),
                book.add_cell(dataset, method, printed, scored),
            )
        )
    return Grid(
        experiment.title,
        tuple(experiment.methods),
        tuple(scored),
        tuple(GridRow(name, tuple(cells)) for name, cells in rows.items()),
        tuple(_means(tables, list(experiment.methods), has_print)),
        experiment.baseline,
        has_print,
        tuple(f"as {n}: {r}" for n, one in scored.items() for r in one.remarks),
    )


def _off_by(ours: float | None, printed: str | None) -> str:
    """Return ours, rounded as the print is, less the print."""
    if ours is None or printed is None:
        return ""
    decimals = decimals_of(printed)
    return signed(float(round_half_up(ours, decimals)) - float(printed), decimals)


def _signs(scored: Scored) -> dict[tuple[str, str], int]:
    """Return by (data set, method) how the test against the baseline came out."""
    baseline = scored.experiment.baseline
    return {
        (dataset, method): test.sign
        for method in scored.experiment.methods
        if method != baseline
        for dataset, test in scored.tests_against(baseline, method).items()
    }


def _means(
    tables: Mapping[str, Table], methods: Sequence[str], has_print: bool
) -> list[MeanRow]:
    """Return the last rows of the tables of scores: means over the complete sets."""
    labels = dict.fromkeys(str(table.rows[-1][0]) for table in tables.values())
    rows = [
        MeanRow(
            " / ".join(labels),
            tuple(
                tuple(_value(table, -1, method) for table in tables.values())
                for method in methods
            ),
        )
    ]
    if has_print:
        published = tables["published"]
        last = dict(zip(published.columns, published.rows[-1], strict=True))
        means = tuple(
            tuple(
                Value(last.get(f"{method}\nprinted") if name == "published" else "")
                for name in tables
            )
            for method in methods
        )
        rows.append(MeanRow("mean of the print", means))
    return rows


def _value(table: Table, row: int, method: str, sign: int = 0) -> Value:
    """Return a method's number in a row of a table of scores."""
    column = table.columns.index(method)
    place = row % len(table.rows), column
    return Value(table.rows[row][column], place in table.best, sign)
