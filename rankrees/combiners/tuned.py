"""Choosing a parameter of an estimator by cross-validation inside the training set."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rankrees.errors import RankreesError
from rankrees.methods.component import Combiner, Estimator, Grower, Learnt, register
from rankrees.methods.fitted import Fitted, FittedTree, R
from rankrees.methods.sample import Rows, Sample
from rankrees.methods.threads import in_threads
from rankrees.metrics.auc import auc
from rankrees.ranges import Range
from rankrees.split.weka_folds import Fold, weka_folds


@register("tuned")
@dataclass(frozen=True)
class Tuned(Combiner):
    """One tree, read with that value of a parameter which ranked best in the inner CV.

    Trees are grown on the inner training sets and read with every value; the mean AUC
    (Hand & Till) over the inner folds decides, the first of equals wins. Then a tree is
    grown on the whole training set.

    Parameters
    ----------
    parameter
        A numeric field of the method's estimator.
    values
        What it may be.
    inner_folds
        Folds of the inner cross-validation, Weka's with seed 1.

    References
    ----------
    Agarwal et al. 2022 choose the lambda of hierarchical shrinkage so.
    """

    reference = "Agarwal et al. 2022, for their lambda"

    parameter: str = "penalty"
    values: tuple[float, ...] = (0.1, 1.0, 10.0, 50.0, 100.0, 500.0)
    inner_folds: Annotated[int, Range(2, 10_000)] = 3

    def learn(
        self, grower: Grower, estimator: Estimator, sample: Sample, n_jobs: int = 1
    ) -> Learnt:
        """Choose the value, then grow the tree that is read with it."""
        candidates = self.candidates(estimator)
        best = candidates[self.choose(grower, candidates, sample, n_jobs)]
        return Learnt((grower.grow(sample),), (1.0,), best)

    def assemble(
        self, learnt: Learnt, sample: Sample, asks_for: type[R], n_jobs: int = 1
    ) -> Fitted[R]:
        """Read the tree with the value that was chosen."""
        (reading,) = learnt.readings(sample)
        return FittedTree(reading, asks_for)

    def candidates(self, estimator: Estimator) -> list[Estimator]:
        """Return the estimator with each of the values."""
        known = {field.name for field in dataclasses.fields(estimator)}
        if self.parameter not in known:
            raise RankreesError(
                f"tuned: {estimator.name} has no parameter {self.parameter!r}"
                + (f" (it has: {', '.join(sorted(known))})" if known else "")
            )
        return [
            dataclasses.replace(estimator, **{self.parameter: value})
            for value in self.values
        ]

    def choose(
        self,
        grower: Grower,
        candidates: Sequence[Estimator],
        sample: Sample,
        n_jobs: int = 1,
    ) -> int:
        """Return the position of the candidate that ranks best in the inner CV."""
        train = sample.labelled
        n_folds = min(self.inner_folds, train.shape[0])
        if n_folds < 2:
            return 0

        def scores(fold: Fold) -> list[float]:
            inner = sample.only(train[fold.train])
            asked = Rows(sample.features, train[fold.test])
            tree = grower.grow(inner)
            return [
                auc(one.fit(tree, inner).predict(asked), sample.labels[asked.at])
                for one in candidates
            ]

        folds = weka_folds(sample.labels[train], 1, n_folds)
        found = np.array(in_threads(scores, folds, n_jobs))
        usable = found[~np.isnan(found).any(axis=1)]
        return int(np.argmax(usable.mean(axis=0))) if usable.size else 0
