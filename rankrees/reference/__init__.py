"""The numbers printed in the papers, exactly as printed."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

from rankrees.data.aliases import SU_ZHANG


@cache
def read_rows(name: str) -> list[dict[str, str]]:
    """Return the lines of one of the files of printed numbers, by column."""
    text = (files(__package__) / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def printed_auc(paper: str | None, table: str | None) -> dict[tuple[str, str], str]:
    """Return the printed AUC in percent by (data set, method), as text."""
    return _printed(paper, table, "auc")


def printed_sd(paper: str | None, table: str | None) -> dict[tuple[str, str], str]:
    """Return the printed standard deviation of the AUC, where there is one."""
    return {cell: text for cell, text in _printed(paper, table, "sd").items() if text}


def _printed(
    paper: str | None, table: str | None, column: str
) -> dict[tuple[str, str], str]:
    # the configs of that paper have our names, those of the others the printed ones
    names = SU_ZHANG if paper == "su-zhang-2004" else {}
    return {
        (names.get(row["dataset"], row["dataset"]), row["method"]): row[column]
        for row in read_rows("auc.csv")
        if (row["paper"], row["table"]) == (paper, table)
    }


def printed_win_tie_loss(
    paper: str | None, table: str | None
) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Return the printed wins, ties and losses of row against column."""
    return {
        (row["row"], row["column"]): (
            int(row["wins"]),
            int(row["ties"]),
            int(row["losses"]),
        )
        for row in read_rows("win_tie_loss.csv")
        if (row["paper"], row["table"]) == (paper, table)
    }
