"""What comes of a computation on a fold: scores, or an error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rankrees.experiment.plan import Computation


@dataclass(frozen=True)
class FoldOutcome:
    """What one computation gave on one fold; `error` is set where it failed.

    A score that is NaN (a fold without a value) is kept as such.
    """

    computation: Computation
    run: int
    fold: int
    scores: Mapping[str, float]
    error: str | None = None
    traceback: str | None = None
    n_train: int | None = None
    n_test: int | None = None
    n_leaves: int | None = None
    n_nodes: int | None = None
    fit_s: float | None = None
    score_s: float | None = None
