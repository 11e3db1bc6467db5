"""Refusing scores that cannot be compared.

Every function of this package takes a tidy frame with the columns `dataset`, `method`,
`run`, `fold` and `value`, one row per score, and knows nothing of where it came from.
A NaN is a fold that has no value (an AUC with one class present).
"""

from __future__ import annotations

import pandas as pd

from rankrees.errors import ComparisonError

COLUMNS = ("dataset", "method", "run", "fold", "value")
_SHOWN = 5


def check_frame(frame: pd.DataFrame) -> None:
    """Refuse duplicates, holes and unpaired folds, by name.

    Within a data set every method must have exactly the same folds, each once. Nothing
    is averaged around: a mean over other folds than its neighbour's is no comparison.
    """
    absent = [column for column in COLUMNS if column not in frame.columns]
    if absent:
        raise ComparisonError(f"the scores have no column {', '.join(absent)}")
    keys = frame[["dataset", "method", "run", "fold"]]
    double = keys[keys.duplicated()]
    if len(double):
        raise ComparisonError(f"scored more than once: {_name(double)}")
    cells = frame.groupby("dataset", sort=False)
    for dataset, rows in cells:
        folds = rows[["run", "fold"]].drop_duplicates()
        methods = rows[["method"]].drop_duplicates()
        whole = methods.merge(folds, how="cross")
        if len(whole) != len(rows):
            seen = pd.MultiIndex.from_frame(rows[["method", "run", "fold"]])
            all_of_them = pd.MultiIndex.from_frame(whole[["method", "run", "fold"]])
            holes = whole[~all_of_them.isin(seen)].assign(dataset=dataset)
            raise ComparisonError(f"not scored: {_name(holes)}")


def _name(rows: pd.DataFrame) -> str:
    named = [
        f"{row.method} on {row.dataset}, run {row.run}, fold {row.fold}"
        for row in rows.head(_SHOWN).itertuples()
    ]
    more = len(rows) - len(named)
    return "; ".join(named) + (f"; and {more} more" if more > 0 else "")
