"""Bagging as three generations of Weka do it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.combiners.ensemble import Ensemble
from rankrees.combiners.sampling import draw_by_seed, draw_equal, walk_sample
from rankrees.errors import RankreesError
from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import kernel
from rankrees.methods.component import Departures, Estimator, Grower, Learnt, register
from rankrees.methods.sample import Sample
from rankrees.methods.threads import in_threads
from rankrees.ranges import Range
from rankrees.split.java_random import make_random, shuffle
from rankrees.trees.tree import Tree


@register("bagging")
@dataclass(frozen=True)
class Bagging(Ensemble):
    """Average the distributions of trees grown on bootstrap samples.

    Parameters
    ----------
    bags
        Number of trees.
    percent
        Size of a bag as a percentage of the training set.
    seed
        Seed of the sampling; it does not depend on run or fold, but the order of the
        training rows does.
    resample
        Whose sampling: `weka39` draws each bag from a stream of its own, `weka36` all
        from one stream, `weka34` walks along sorted random numbers (as the papers of
        2004-2006 did), so that a bag comes out in the order of the training set.

    References
    ----------
    Breiman 1996; Weka's Bagging; the B columns of Wang & Zhang 2006.
    """

    reference = "Breiman 1996; Weka's Bagging -P 100 -I 10 -S 1"
    use = "where a tree that people can read is not asked for"
    departures: ClassVar[Departures] = {"weka34-resample": {"resample": "weka34"}}

    bags: Annotated[int, Range(1, 10_000)] = 10
    percent: Annotated[int, Range(1, 100)] = 100
    seed: Annotated[int, Range(-(2**31), 2**31 - 1)] = 1
    resample: Literal["weka39", "weka36", "weka34"] = "weka39"

    def learn(
        self, grower: Grower, estimator: Estimator, sample: Sample, n_jobs: int = 1
    ) -> Learnt:
        """Grow a tree on each bag; all have the same weight."""
        # Weka 3.9 leaves rows without a class to the learner; it used to drop them
        train = sample.rows if self.resample == "weka39" else sample.labelled

        def grow(bag: NDArray[np.int32]) -> Tree:
            if bag.size == 0:
                share = f"{self.percent} % of {train.size} rows"
                raise RankreesError(f"bagging: {share} are no row")
            return grower.grow(sample.draw(bag))

        trees = in_threads(grow, self.draw(train), n_jobs)
        return Learnt(tuple(trees), (1.0,) * len(trees), estimator)

    def mix(
        self, weights: Sequence[float], answers: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Sum the members' distributions in order; divide by the sum."""
        return _mix(answers)

    def draw(self, train: NDArray[np.int32]) -> Iterator[NDArray[np.int32]]:
        """Yield the rows of each bag."""
        n = int(train.shape[0])
        if self.resample == "weka39":
            size = int(n * (self.percent / 100.0))
            for bag in range(self.bags):
                yield draw_by_seed(self.seed + bag, train, size)
            return
        random = make_random(self.seed)
        size = n * self.percent // 100
        for _ in range(self.bags):
            if self.resample == "weka34":
                rows = train[walk_sample(random, n)]
            else:
                rows = draw_equal(random, train, n)
            if size < n:
                shuffle(random, rows)
            yield rows[:size]


@kernel
def _mix(answers: NDArray[np.float64]) -> NDArray[np.float64]:
    total = np.zeros(answers.shape[1:])
    for k in range(answers.shape[0]):
        total += answers[k]
    return normalise_rows(total)
