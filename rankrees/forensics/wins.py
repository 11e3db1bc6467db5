"""What the printed wins, ties and losses say about the test and about the labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pandas as pd

from rankrees.reference import printed_win_tie_loss
from rankrees.reference.errata import exchange_labels, has_exchanged_labels
from rankrees.reports.table import Table, text_table
from rankrees.statistics.comparison import Comparison
from rankrees.statistics.foldtests import FoldTest
from rankrees.statistics.wtl import WinTieLoss, compare_on_datasets, win_tie_loss

Printed = Mapping[tuple[str, str], tuple[int, int, int]]


@dataclass(frozen=True)
class TestRule:
    """A t-test on folds: its variance correction, and rounding of the scores before."""

    label: str
    ratio: float
    decimals: int | None = None


def test_rules(n_folds: int) -> tuple[TestRule, ...]:
    """Return the test as it was found, and the alternatives that were tried."""
    corrected = 1 / (n_folds - 1)
    return (
        TestRule(f"corrected, 1/{n_folds - 1}", corrected),
        TestRule(f"corrected, 1/{n_folds}", 1 / n_folds),
        TestRule("plain paired", 0.0),
        TestRule("AUC to 4 decimals", corrected, 4),
        TestRule("AUC to 2 decimals", corrected, 2),
    )


def t_test_table(scored: Comparison) -> Table:
    """Return how well each rule for the test meets the printed counts."""
    experiment = scored.config
    printed = _righted(scored)
    rows = []
    for rule in test_rules(experiment.n_folds):
        frame = scored.frame
        if rule.decimals is not None:
            frame = frame.assign(value=frame["value"].round(rule.decimals))
        test = FoldTest("corrected", rule.ratio)
        wins = win_tie_loss(frame, list(experiment.methods), test)
        rows.append((rule.label, *_agreement(wins, printed)))
    title = "t-test: the two-tailed t-test is Weka's corrected resampled one"
    return text_table(title, _COLUMNS, tuple(rows), _NOTES)


def labels_table(scored: Comparison) -> Table | None:
    """Return how well each reading of the labels meets our counts; None if one."""
    experiment = scored.config
    if not has_exchanged_labels(experiment.paper, experiment.table):
        return None
    printed = printed_win_tie_loss(experiment.paper, experiment.table)
    readings: dict[str, Printed] = {
        "as printed": printed,
        "S and W exchanged throughout": exchange_labels(printed, throughout=True),
        "exchanged but in the last row": exchange_labels(printed),
    }
    rows = tuple(
        (label, *_agreement(scored.wins, cells)) for label, cells in readings.items()
    )
    title = "labels: Table 2 prints C44-S for C44-W and back, but in its last row"
    return text_table(title, _COLUMNS, rows, _NOTES)


def differing_cells_table(scored: Comparison) -> Table:
    """Return the cells that differ from the print, and who stands near p = alpha."""
    rows = []
    for (row, column), numbers in _righted(scored).items():
        ours = scored.wins.get((row, column))
        theirs = WinTieLoss(*numbers)
        if ours is None or ours.n == 0 or ours == theirs:
            continue
        tests = compare_on_datasets(scored.frame, row, column, scored.fold_test)
        near = sorted(
            (test.p, dataset)
            for dataset, test in tests.items()
            if scored.fold_test.alpha / 2 <= test.p <= 2 * scored.fold_test.alpha
        )
        listed = ", ".join(f"{dataset} {p:.3f}" for p, dataset in near)
        rows.append((row, column, str(theirs), str(ours), listed))
    columns = ("row", "column", "printed", "as published", "near p = 0.05")
    title = "cells that differ from the print"
    return text_table(title, columns, tuple(rows), (), n_left=2)


def last_row_table(
    scored: Comparison, variants: Iterable[tuple[str, Comparison]]
) -> Table:
    """Return the cells of bagging that differ from the print, under other readings.

    Parameters
    ----------
    scored
        All methods as published.
    variants
        What was changed, and the scores of the methods that it changes.
    """
    cells = {
        (row, column): WinTieLoss(*numbers)
        for (row, column), numbers in _righted(scored).items()
        if row.endswith("-B") and scored.wins[row, column] != WinTieLoss(*numbers)
    }
    readings = list(variants)
    rows = []
    for cell, printed in cells.items():
        ours = scored.wins[cell]
        rows.append((*cell, str(printed), "as in Tables 3 and 4", str(ours), "no"))
        for label, changed in readings:
            if not set(cell) & set(changed.config.methods):
                continue
            frames = [
                (changed if method in changed.config.methods else scored).frame
                for method in cell
            ]
            both = pd.concat(
                frame[frame["method"] == method]
                for method, frame in zip(cell, frames, strict=True)
            )
            read = win_tie_loss(both, list(cell), scored.fold_test)[cell]
            equal = "yes" if read == printed else "no"
            rows.append((*cell, str(printed), label, str(read), equal))
    columns = ("row", "column", "printed", "reading", "wins/ties/losses", "equal")
    title = "last-row: the cells of bagging that differ, by other readings of a method"
    return text_table(title, columns, tuple(rows), (), n_left=2)


_COLUMNS = ("reading", "cells equal", "outcomes moved")
_NOTES = (
    "outcomes moved: how many data sets would have to count differently for the "
    "printed numbers",
)


def _righted(scored: Comparison) -> Printed:
    experiment = scored.config
    printed = printed_win_tie_loss(experiment.paper, experiment.table)
    if has_exchanged_labels(experiment.paper, experiment.table):
        return exchange_labels(printed)
    return printed


def _agreement(
    wins: Mapping[tuple[str, str], WinTieLoss], printed: Printed
) -> tuple[str, str]:
    n_equal = n_cells = moved = 0
    for cell, numbers in printed.items():
        if cell not in wins:
            continue
        ours, theirs = wins[cell], WinTieLoss(*numbers)
        n_cells += 1
        n_equal += ours == theirs
        moved += (
            abs(ours.wins - theirs.wins)
            + abs(ours.ties - theirs.ties)
            + abs(ours.losses - theirs.losses)
        ) // 2
    return f"{n_equal} of {n_cells}", str(moved)
