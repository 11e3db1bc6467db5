"""A method after training: it answers, and grows nothing any more.

What it has to be asked with is in its type. `Fitted[Rows]` answers for each row by
itself; `Fitted[TestSet]` (DERC) wants all rows of a ranking at once, since each answer
depends on the others; `Fitted[LeakedRows]` reads the labels that it is asked to
predict, as some published programs did.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeAlias, TypeVar

import numpy as np

from rankrees.methods.reading import Reading
from rankrees.methods.sample import LeakedRows, Rows, TestSet
from rankrees.methods.terms import Probabilities
from rankrees.methods.threads import in_threads
from rankrees.trees.tree import Tree

R = TypeVar("R", bound=Rows)


class Fitted(ABC, Generic[R]):
    """A method after training."""

    asks_for: type[R]
    """What it is asked with; `predict` refuses less."""

    def predict(self, rows: R) -> Probabilities:
        """Return (rows, classes) probabilities in the order of `rows.at`."""
        if not isinstance(rows, self.asks_for):
            wanted = self.asks_for.__name__
            raise TypeError(f"this model is asked with {wanted}, not with just rows")
        return self._predict(rows)

    @abstractmethod
    def _predict(self, rows: R) -> Probabilities:
        """Answer, the kind of rows being right."""

    @property
    def tree(self) -> Tree | None:
        """The tree, where there is just one."""
        return None


AnyFitted: TypeAlias = Fitted[Rows] | Fitted[TestSet] | Fitted[LeakedRows]


class FittedTree(Fitted[R]):
    """A tree, read by an estimator."""

    def __init__(self, reading: Reading, asks_for: type[R]) -> None:
        self.reading = reading
        self.asks_for = asks_for

    def _predict(self, rows: R) -> Probabilities:
        return self.reading.predict(rows)

    @property
    def tree(self) -> Tree:
        """The tree."""
        return self.reading.tree


Mix = Callable[[Sequence[float], Probabilities], Probabilities]
"""Makes one answer of those of all members, given their weights."""


class FittedEnsemble(Fitted[R]):
    """Several trees, whose answers are mixed."""

    def __init__(
        self,
        readings: Sequence[Reading],
        weights: Sequence[float],
        mix: Mix,
        asks_for: type[R],
        n_jobs: int = 1,
    ) -> None:
        self.readings = tuple(readings)
        self.weights = tuple(weights)
        self.mix = mix
        self.asks_for = asks_for
        self.n_jobs = n_jobs

    def _predict(self, rows: R) -> Probabilities:
        return self.mix(self.weights, answers_of(self.readings, rows, self.n_jobs))


def answers_of(
    readings: Sequence[Reading], rows: Rows, n_jobs: int = 1
) -> Probabilities:
    """Return (members, rows, classes) what each member says."""
    n_classes = readings[0].sample.n_classes
    answers = np.empty((len(readings), rows.at.shape[0], n_classes))

    def fill(k: int) -> None:
        answers[k] = readings[k].predict(rows)

    in_threads(fill, range(len(readings)), n_jobs)
    return answers
