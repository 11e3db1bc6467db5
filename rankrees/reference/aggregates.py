"""What the papers print by groups of data sets only: averages and counts."""

from __future__ import annotations

from rankrees.reference import read_rows

AUC = "auc"
COUNTS = "better/equal/worse"
AVERAGE_AUC = "average auc"
TREE_SIZE = "average tree size (nodes)"

_GROUPS = {"two_class": "two-class", "multi_class": "multi-class", "all": "all"}


def printed_by_group(
    paper: str | None, table: str | None, quantity: str
) -> dict[tuple[str, str], str]:
    """Return what is printed of a quantity by (method or comparison, group), as text.

    The quantity is `AUC` (average, in percent) or `COUNTS` (how often the first method
    of a comparison was better/equal/worse).
    """
    return {
        (row["method"], group): row[column]
        for row in read_rows("aggregates.csv")
        if (row["paper"], row["table"], row["quantity"]) == (paper, table, quantity)
        for column, group in _GROUPS.items()
        if row[column]
    }


def printed_average(paper: str | None, quantity: str) -> dict[str, str]:
    """Return what a paper prints of a quantity over all its data sets, by method."""
    return {
        row["method"]: row["all"]
        for row in read_rows("aggregates.csv")
        if (row["paper"], row["quantity"]) == (paper, quantity)
    }
