"""AdaBoost.M1 as Weka does it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from rankrees.combiners.ensemble import Ensemble
from rankrees.combiners.sampling import alias_sample
from rankrees.errors import RankreesError
from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import (
    Estimator,
    Grower,
    Learnt,
    WeightedGrower,
    register,
)
from rankrees.methods.sample import Rows, Sample
from rankrees.ranges import Range
from rankrees.split.java_random import make_random
from rankrees.trees.kernels import equal, greater_or_equal
from rankrees.trees.tree import Tree

MOST_DRAWS = 10
"""So often a sample is drawn in hope of a member that makes errors."""


@register("adaboost-m1")
@dataclass(frozen=True)
class AdaBoostM1(Ensemble):
    """Give the rows that a member has wrong more weight in the next one.

    A member votes for its most probable class with ln((1 - e)/e), e the weighted share
    of training rows that it has wrong; the votes are the logarithms of probabilities.
    Boosting ends where e is 0 or at least 1/2; such a member counts only if it is the
    first, and then its own distribution is the answer.

    Parameters
    ----------
    rounds
        Greatest number of members.
    resample
        Grow each member on rows drawn by weight (Weka's -Q) instead of on weighted
        rows. A tree that takes no weights can only be boosted so.
    seed
        Seed of the drawing.

    References
    ----------
    Freund & Schapire 1996; Weka's AdaBoostM1 -P 100 -S 1.
    """

    reference = "Freund & Schapire 1996; Weka's AdaBoostM1 -P 100 -S 1"
    version = 2

    rounds: Annotated[int, Range(1, 10_000)] = 10
    resample: bool = False
    seed: Annotated[int, Range(-(2**31), 2**31 - 1)] = 1

    def learn(
        self, grower: Grower, estimator: Estimator, sample: Sample, n_jobs: int = 1
    ) -> Learnt:
        """Grow one member after the other; there is nothing to do side by side."""
        rows = sample.labelled
        labels = sample.labels[rows]
        weights = np.ones(rows.shape[0])
        random = make_random(self.seed)
        if self.resample and rows.size:
            weights /= rows.size
        training = Rows(sample.features, rows)
        trees: list[Tree] = []
        votes_of: list[float] = []
        while len(trees) < self.rounds:
            for _ in range(MOST_DRAWS if self.resample else 1):
                tree = self._grow(grower, sample, rows, weights, random)
                says = votes(estimator.fit(tree, sample).predict(training))
                error = _error(weights, says, labels)
                if not equal(error, 0.0):
                    break
            if greater_or_equal(error, 0.5) or equal(error, 0.0):
                if not trees:
                    return Learnt((tree,), (1.0,), estimator)
                break
            odds = (1.0 - error) / error
            trees.append(tree)
            votes_of.append(math.log(odds))
            _reweight(weights, says, labels, odds)
        return Learnt(tuple(trees), tuple(votes_of), estimator)

    def _grow(
        self,
        grower: Grower,
        sample: Sample,
        rows: NDArray[np.int32],
        weights: NDArray[np.float64],
        random: NDArray[np.int64],
    ) -> Tree:
        if self.resample:
            positions = alias_sample(random, weights, weights.shape[0])
            return grower.grow(sample.draw(rows[positions]))
        if isinstance(grower, WeightedGrower):
            return grower.grow(sample.draw(rows, weights))
        raise RankreesError(
            f"AdaBoostM1 needs a tree that takes weights, and {grower.name} does not; "
            "`resample: true` draws rows by weight instead"
        )

    def mix(
        self, weights: Sequence[float], answers: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Let the members vote; a single one gives its own distribution."""
        first: NDArray[np.float64] = answers[0]
        if len(weights) == 1:
            return first
        logs = np.zeros_like(first)
        for weight, answer in zip(weights, answers, strict=True):
            logs[np.arange(len(logs)), votes(answer)] += weight
        return normalise_rows(_powers(logs - logs.max(axis=1, keepdims=True)))


def votes(proba: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the most probable class of each row, the first of equals."""
    first: NDArray[np.int64] = np.argmax(proba, axis=1)
    return first


@kernel
def _powers(logs: Floats) -> Floats:
    """Return e to the power of each: C's exp is Java's more often than numpy's is."""
    powers = np.empty_like(logs)
    for i in range(logs.shape[0]):
        for c in range(logs.shape[1]):
            powers[i, c] = math.exp(logs[i, c])
    return powers


@kernel
def _error(weights: Floats, says: Ints, labels: Ints) -> float:
    """Return the weighted share of errors; 0 if there is nothing to be wrong about."""
    total = 0.0
    wrong = 0.0
    for i in range(weights.shape[0]):
        total += weights[i]
        if says[i] != labels[i]:
            wrong += weights[i]
    return wrong / total if total > 0.0 else 0.0


@kernel
def _reweight(weights: Floats, says: Ints, labels: Ints, odds: float) -> None:
    """Multiply the weights of errors, then scale all to the sum they had before."""
    before = 0.0
    after = 0.0
    for i in range(weights.shape[0]):
        before += weights[i]
        if says[i] != labels[i]:
            weights[i] *= odds
        after += weights[i]
    for i in range(weights.shape[0]):
        weights[i] = weights[i] * before / after
