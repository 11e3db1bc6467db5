"""A method trained on one data set, ready for the rows of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from rankrees.data.dataset import Dataset, Schema
from rankrees.data.newrows import NewRows, unlabelled
from rankrees.errors import RankreesError
from rankrees.methods.component import Learnt
from rankrees.methods.fitted import AnyFitted, Fitted, FittedTree
from rankrees.methods.method import AnyMethod, Method
from rankrees.methods.sample import LeakedRows, Rows, Sample, TestSet, all_rows
from rankrees.methods.terms import Probabilities, Term
from rankrees.preprocess.pipeline import fit_steps
from rankrees.preprocess.step import Step, Transform
from rankrees.trees.features import make_features


@dataclass(frozen=True, eq=False)
class Trained:
    """A method after training, and all that it takes to understand new rows.

    Parameters
    ----------
    method
        What was trained.
    schema
        The columns of the training data as they were given.
    transforms
        What is done to rows first.
    dataset
        The training data after that.
    fitted
        What answers.
    learnt
        What was grown; None for a method that is a whole.
    """

    method: AnyMethod
    schema: Schema
    transforms: tuple[Transform, ...]
    dataset: Dataset
    fitted: AnyFitted
    learnt: Learnt | None

    def rows(self, new: NewRows) -> TestSet:
        """Return new rows as the model is asked about them; no label is among them."""
        dataset = unlabelled(self.schema, new)
        for transform in self.transforms:
            dataset = transform.apply(dataset)
        return all_rows(make_features(dataset))

    def predict(self, new: NewRows) -> Probabilities:
        """Return (rows, classes) probabilities."""
        fitted = self.fitted
        if issubclass(fitted.asks_for, LeakedRows):
            raise RankreesError(f"{self.method.id} asks for the labels of new rows")
        return cast(Fitted[TestSet], fitted).predict(self.rows(new))

    def terms(self, new: NewRows) -> list[Term]:
        """Return what makes the probabilities of a single new row."""
        return self.single_tree.reading.terms(self.rows(new))

    @property
    def single_tree(self) -> FittedTree[Rows]:
        """The tree and its reading; refuse a method that has none, or several."""
        if not isinstance(self.fitted, FittedTree):
            raise RankreesError(
                f"{self.method.id} has no single tree: name TREE or TREE+ESTIMATOR"
            )
        return cast(FittedTree[Rows], self.fitted)


def train(
    method: AnyMethod, dataset: Dataset, steps: Sequence[Step] = (), n_jobs: int = 1
) -> Trained:
    """Train a method on all rows of a data set.

    Parameters
    ----------
    steps
        Preprocessing; all of it is fitted on these rows, whatever its scope.
    n_jobs
        Threads that grow an ensemble.
    """
    transforms, prepared = fit_steps(dataset, steps)
    sample = training_sample(prepared)
    learnt = None
    if isinstance(method, Method):
        learnt = method.learn(sample, n_jobs)
        fitted = method.assemble(learnt, sample, n_jobs)
    else:
        fitted = method.fit(sample, n_jobs)
    return Trained(method, dataset.schema, transforms, prepared, fitted, learnt)


def training_sample(dataset: Dataset) -> Sample:
    """Return all rows of a data set, to learn from."""
    rows = np.arange(dataset.n_rows, dtype=np.int32)
    return Sample(make_features(dataset), dataset.labels, dataset.n_classes, rows)
