"""The main table of a section: data sets by methods, protocols side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankrees.compare.digits import decimals_of, round_half_up
from rankrees.metrics.registry import METRICS
from rankrees.report.difference import signed
from rankrees.report.html.folds import FoldBook
from rankrees.report.html.model import Grid, GridCell, GridRow, Value
from rankrees.report.scored import Scored
from rankrees.report.tables import against_print, score_table


def make_grid(scored: Mapping[str, Scored], book: FoldBook) -> Grid:
    """Return the grid of an experiment; its folds are entered in the book."""
    published, described = scored.get("published"), scored.get("described")
    experiment = next(iter(scored.values())).experiment
    book.open_group(scored)
    table = against_print(published, described)
    has_print = published is not None and any(row[2] is not None for row in table.rows)
    # beside a print a number has a mark already
    signs = {name: {} if has_print else _signs(one) for name, one in scored.items()}
    best = {name: _best(one) for name, one in scored.items()}
    rows: dict[str, list[GridCell]] = {name: [] for name in experiment.datasets}
    for row in table.rows:
        dataset, method, printed, *_, match = row
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
                    Value(
                        text := one.shown(dataset, method),
                        text is not None and text == best[name].get(dataset),
                        signs[name].get((dataset, method), 0),
                    )
                    for name, one in scored.items()
                ),
                book.add_cell(dataset, method, printed, scored),
            )
        )
    return Grid(
        experiment.title,
        tuple(experiment.methods),
        tuple(scored),
        tuple(GridRow(name, tuple(cells)) for name, cells in rows.items()),
        tuple(_means(scored, has_print)),
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


def _best(scored: Scored) -> dict[str, str]:
    """Return the best mean of each data set as shown, if not all are the same."""
    choose = max if METRICS[scored.metric].higher_is_better else min
    found = {}
    for dataset in scored.experiment.datasets:
        means = {
            mean: scored.shown(dataset, method)
            for method in scored.experiment.methods
            if (mean := scored.mean(dataset, method)) is not None
        }
        text = means[choose(means)] if means else None
        if text is not None and len(set(means.values())) > 1:
            found[dataset] = text
    return found


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
    scored: Mapping[str, Scored], has_print: bool
) -> Sequence[tuple[str, tuple[tuple[str | None, ...], ...]]]:
    """Return the last rows, those of `score_table`: means over the complete sets."""
    tables = {name: score_table(one) for name, one in scored.items()}
    last = {
        name: dict(zip(table.columns, table.rows[-1], strict=True))
        for name, table in tables.items()
    }
    methods = next(iter(scored.values())).experiment.methods
    label = " / ".join(dict.fromkeys(str(t.rows[-1][0]) for t in tables.values()))
    rows = [
        (label, tuple(tuple(r[method] for r in last.values()) for method in methods))
    ]
    if has_print:
        printed = last["published"]
        means = tuple(
            tuple(
                printed.get(f"{method}\nprinted") if name == "published" else ""
                for name in scored
            )
            for method in methods
        )
        rows.append(("mean of the print", means))
    return rows
