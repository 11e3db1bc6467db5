"""What a method gets to see of one fold."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE, Dataset
from rankrees.trees.features import Features


@dataclass(frozen=True, eq=False)
class Task:
    """A fold as methods see it: no test label is in it, unless it is leaked by name.

    Parameters
    ----------
    features
        Attributes of every row of the data set (also the test rows: DERC and Weka's
        own filters look at them; labels are what must not be seen).
    n_classes
        Number of declared classes.
    labels
        Class of each training row, `MISSING_CODE` at every other row.
    train, test
        Row numbers, in the order in which the learner and the evaluation see them. A
        training row may have no class: learners leave it out, each in its own way.
    leaked_labels
        Class of each test row. Only the `published` protocol ever fills this in, and
        only for methods whose published code read it; everywhere else it is None.
    """

    features: Features
    n_classes: int
    labels: NDArray[np.int32]
    train: NDArray[np.int32]
    test: NDArray[np.int32]
    leaked_labels: NDArray[np.int32] | None = None

    def with_leak(self, labels: NDArray[np.int32]) -> Task:
        """Return the task of the published protocol, test labels included."""
        leaked = np.full_like(self.labels, MISSING_CODE)
        leaked[self.test] = labels[self.test]
        return replace(self, leaked_labels=leaked)

    def inside(self, train: NDArray[np.int32], test: NDArray[np.int32]) -> Task:
        """Return a task within the training rows, for an inner cross-validation.

        The labels of `test` are blanked, like those of every row outside `train`.
        """
        labels = np.full_like(self.labels, MISSING_CODE)
        labels[train] = self.labels[train]
        return Task(self.features, self.n_classes, labels, train, test)


def make_task(
    dataset: Dataset,
    features: Features,
    train: NDArray[np.int32],
    test: NDArray[np.int32],
) -> Task:
    """Blank out every label that a method must not see."""
    labels = np.full(dataset.n_rows, MISSING_CODE, dtype=np.int32)
    labels[train] = dataset.labels[train]
    return Task(features, dataset.n_classes, labels, train, test)
