"""Training on one table and answering for the rows of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rankrees.data.dataset import MISSING_CODE, Dataset
from rankrees.data.newrows import NewRows, joined
from rankrees.methods.method import AnyMethod
from rankrees.methods.prediction import Prediction, predict_fold
from rankrees.methods.task import Task, make_task
from rankrees.preprocess.pipeline import prepare_dataset, prepare_fold
from rankrees.preprocess.step import Step
from rankrees.trees.features import make_features


def new_task(
    train: Dataset, new: NewRows, steps: Sequence[Step] = ()
) -> tuple[Task, Dataset]:
    """Return the task of answering for new rows, and the data set it is about.

    The table of the task holds both: the training rows first, in their order, then the
    new ones. What the new rows are labelled is left out before anything looks at them.
    """
    blank = np.full(new.n_rows, MISSING_CODE, dtype=np.int32)
    both = joined(train, replace(new, labels=blank))
    rows = np.arange(both.n_rows, dtype=np.int32)
    known, asked = rows[: train.n_rows], rows[train.n_rows :]
    both = prepare_fold(prepare_dataset(both, steps), steps, known)
    return make_task(both, make_features(both), known, asked), both


def predict_new(
    method: AnyMethod, train: Dataset, new: NewRows, steps: Sequence[Step] = ()
) -> Prediction:
    """Train a method on a data set and let it answer for new rows."""
    task, _ = new_task(train, new, steps)
    prediction = predict_fold(task, [method])[method.id]
    if isinstance(prediction, Exception):
        raise prediction
    return prediction
