"""A tree that is not grown: one leaf with all training rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE
from rankrees.methods.component import Grower, register
from rankrees.methods.task import Task
from rankrees.trees.structure import LEAF, Tree


@register("root")
@dataclass(frozen=True)
class Root(Grower):
    """One leaf that holds every training row with a class.

    With the estimator `naive-bayes` this is plain naive Bayes.
    """

    reference = "no tree: the estimator sees all training rows"

    def grow(self, task: Task, rows: NDArray[np.int32]) -> Tree:
        """Put the rows into one leaf."""
        own = rows[task.labels[rows] != MISSING_CODE]
        counts = np.bincount(task.labels[own], minlength=task.n_classes)
        return Tree(
            attribute=np.array([LEAF], dtype=np.int32),
            threshold=np.array([np.nan]),
            first_child=np.zeros(1, dtype=np.int32),
            n_children=np.zeros(1, dtype=np.int32),
            counts=counts[None, :].astype(np.float64),
            chain_parent=np.array([LEAF], dtype=np.int32),
            row_start=np.array([0]),
            row_end=np.array([own.shape[0]]),
            rows=own,
            row_weights=np.ones(own.shape[0]),
        )
