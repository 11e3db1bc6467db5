"""A fold as methods see it: what they learn from, and what they are asked."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE, Dataset
from rankrees.methods.sample import LeakedRows, Sample, TestSet
from rankrees.trees.features import Features


class Task(NamedTuple):
    """A training sample and a test set; no test label is in either."""

    sample: Sample
    rows: TestSet

    def with_leak(self, labels: NDArray[np.int32]) -> Task:
        """Return the task of the published protocol, test labels included."""
        rows = self.rows
        leaked = LeakedRows(rows.features, rows.at, labels=labels[rows.at])
        return Task(self.sample, leaked)


def make_task(
    dataset: Dataset,
    features: Features,
    train: NDArray[np.int32],
    test: NDArray[np.int32],
) -> Task:
    """Blank out every label that a method must not see."""
    labels = np.full(dataset.n_rows, MISSING_CODE, dtype=np.int32)
    labels[train] = dataset.labels[train]
    sample = Sample(features, labels, dataset.n_classes, train)
    return Task(sample, TestSet(features, test))
