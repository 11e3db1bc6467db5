"""The steps by name, and running them in order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import Dataset
from rankrees.errors import RankreesError
from rankrees.preprocess.discretize import EqualWidth, Intervals, Mdl
from rankrees.preprocess.missing import Replacement, ReplaceMissing
from rankrees.preprocess.step import Step, Transform
from rankrees.preprocess.useless import KeptAttributes, RemoveUseless

STEPS: dict[str, type[Step]] = {
    step.name: step for step in (ReplaceMissing, EqualWidth, Mdl, RemoveUseless)
}


TRANSFORMS: dict[str, type[Transform]] = {
    transform.kind: transform for transform in (Replacement, Intervals, KeptAttributes)
}
"""What steps are once they are fitted, by the names under which they are saved."""


def check_order(steps: Sequence[Step]) -> None:
    """Refuse a step on the whole data set after one on the training rows.

    The latter has made a data set of its own for each fold by then.
    """
    fitted_on_train = None
    for step in steps:
        if step.scope == "train":
            fitted_on_train = step
        elif fitted_on_train is not None:
            raise RankreesError(
                f"preprocessing: {step.name} (scope dataset) cannot come after "
                f"{fitted_on_train.name} (scope train)"
            )


def prepare_dataset(dataset: Dataset, steps: Sequence[Step]) -> Dataset:
    """Apply the steps that are fitted on the whole data set, in order."""
    check_order(steps)
    rows = np.arange(dataset.n_rows, dtype=np.int32)
    return _apply(dataset, [step for step in steps if step.scope == "dataset"], rows)


def prepare_fold(
    dataset: Dataset, steps: Sequence[Step], train_rows: NDArray[np.int32]
) -> Dataset:
    """Apply the steps that are fitted on training rows to a prepared data set.

    Returns
    -------
    Dataset
        All rows; the very same object if there is no such step.
    """
    steps = [step for step in steps if step.scope == "train"]
    return _apply(dataset, steps, train_rows)


def fit_steps(
    dataset: Dataset, steps: Sequence[Step]
) -> tuple[tuple[Transform, ...], Dataset]:
    """Fit the steps one after the other on all rows of a training set.

    Whatever their scope: no other rows are there. Returned is also what comes out.
    """
    rows = np.arange(dataset.n_rows, dtype=np.int32)
    fitted = []
    for step in steps:
        fitted.append(step.fit(dataset, rows))
        dataset = fitted[-1].apply(dataset)
    return tuple(fitted), dataset


def _apply(dataset: Dataset, steps: Sequence[Step], rows: NDArray[np.int32]) -> Dataset:
    for step in steps:
        dataset = step.apply(dataset, rows)
    return dataset
