"""Bagging as three generations of Weka do it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE
from rankrees.errors import RankreesError
from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import kernel
from rankrees.methods.component import (
    Combiner,
    Departures,
    Estimator,
    Grower,
    register,
)
from rankrees.methods.task import Task
from rankrees.split.java_random import make_random, next_double, shuffle


@register("bagging")
@dataclass(frozen=True)
class Bagging(Combiner):
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
    departures: ClassVar[Departures] = {"weka34-resample": {"resample": "weka34"}}

    bags: int = 10
    percent: int = 100
    seed: int = 1
    resample: Literal["weka39", "weka36", "weka34"] = "weka39"

    def predict(
        self, grower: Grower, estimator: Estimator, task: Task
    ) -> NDArray[np.float64]:
        """Grow a tree on each bag; sum their distributions, divide by the sum."""
        total = np.zeros((task.test.shape[0], task.n_classes))
        train = task.train
        if self.resample != "weka39":
            # Weka 3.9 leaves rows without a class to the learner; it used to drop them
            train = train[task.labels[train] != MISSING_CODE]
        for bag in self.draw(train):
            if bag.size == 0:
                share = f"{self.percent} % of {train.size} rows"
                raise RankreesError(f"bagging: {share} are no row")
            total += estimator.predict(grower.grow(task, bag), task)
        return normalise_rows(total)

    def draw(self, train: NDArray[np.int32]) -> Iterator[NDArray[np.int32]]:
        """Yield the rows of each bag."""
        n = int(train.shape[0])
        random = make_random(self.seed)
        for bag in range(self.bags):
            if self.resample == "weka39":
                size = int(n * (self.percent / 100.0))
                yield train[_positions(make_random(self.seed + bag), n, size)]
                continue
            draw = _positions_by_walk if self.resample == "weka34" else _positions
            rows = train[draw(random, n, n)]
            size = n * self.percent // 100
            if size < n:
                shuffle(random, rows)
            yield rows[:size]


@kernel
def _positions(random: NDArray[np.int64], n: int, size: int) -> NDArray[np.int64]:
    """Draw positions with equal chances: Walker's method, where all weights are 1.

    n * (1/n) may round to a little below 1; a draw that falls into that gap, of the
    order of 1e-16, takes position 0.
    """
    positions = np.empty(size, dtype=np.int64)
    full = n * (1.0 / n)
    for k in range(size):
        at = n * next_double(random)
        position = int(at)
        positions[k] = position if at < full + position or full >= 1.0 else 0
    return positions


@kernel
def _positions_by_walk(
    random: NDArray[np.int64], n: int, size: int
) -> NDArray[np.int64]:
    """Draw positions as Weka 3.4: running sums of random numbers, scaled to n.

    The k-th sample is the row in which the k-th sum falls, so positions are sorted.
    """
    sums = np.empty(n)
    running = 0.0
    for k in range(n):
        running += next_double(random)
        sums[k] = running
    scale = sums[n - 1] / n
    for k in range(n):
        sums[k] /= scale
    sums[n - 1] = n
    positions = np.empty(size, dtype=np.int64)
    k = 0
    upto = 0.0
    for position in range(n):
        upto += 1.0
        while k < size and sums[k] <= upto:
            positions[k] = position
            k += 1
    return positions
