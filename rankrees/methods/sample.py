"""What a method learns from, and what it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE
from rankrees.trees.features import Features

T = TypeVar("T")


class Memo:
    """What was made once for an object and is used again, by what it is.

    It lives and dies with its object, and does not travel to other processes.
    """

    def __init__(self) -> None:
        self._made: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what has been made under a key, making it the first time."""
        if key not in self._made:
            self._made[key] = make()
        found: T = self._made[key]
        return found

    def __reduce__(self) -> tuple[type[Memo], tuple[()]]:
        return Memo, ()


@dataclass(frozen=True, eq=False)
class Sample:
    """The rows that a method learns from, with their classes.

    Parameters
    ----------
    features
        The attributes of these rows, and perhaps of others: all folds of a data set
        share them, and what is made of them once. No label of another row is here.
    labels
        Class of each row to learn from, `MISSING_CODE` at every other row.
    n_classes
        Number of declared classes.
    rows
        The rows to learn from, in the order in which the learner sees them; a bag may
        have a row several times. Some may have no class: learners leave those out, each
        in its own way.
    weights
        Weight of each of `rows`; None: all have 1.
    drawn_from
        The training sample that a bag was drawn from, None where it is not a bag.
    memo
        What methods have made of the sample and share, such as grown trees.
    """

    features: Features
    labels: NDArray[np.int32]
    n_classes: int
    rows: NDArray[np.int32]
    weights: NDArray[np.float64] | None = None
    drawn_from: Sample | None = None
    memo: Memo = field(default_factory=Memo, repr=False)

    @property
    def whole(self) -> Sample:
        """The training sample: this one, or the one that it was drawn from."""
        return self.drawn_from or self

    @property
    def labelled(self) -> NDArray[np.int32]:
        """The rows that have a class."""
        rows: NDArray[np.int32] = self.rows[self.labels[self.rows] != MISSING_CODE]
        return rows

    def draw(
        self, rows: NDArray[np.int32], weights: NDArray[np.float64] | None = None
    ) -> Sample:
        """Return a bag of the rows: some of them, some perhaps several times."""
        return Sample(
            self.features, self.labels, self.n_classes, rows, weights, self.whole
        )

    def only(self, rows: NDArray[np.int32]) -> Sample:
        """Return a training sample of its own, for an inner cross-validation.

        The labels of all other rows are blanked.
        """
        labels = np.full_like(self.labels, MISSING_CODE)
        labels[rows] = self.labels[rows]
        return Sample(self.features, labels, self.n_classes, rows)


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows that a method is asked about; none of their classes is here.

    Parameters
    ----------
    features
        A table with these rows in it; it may be that of the sample, or another one.
    at
        Which of its rows, in the order of the answers.
    memo
        What several methods have made of them and share.
    """

    features: Features
    at: NDArray[np.int32]
    memo: Memo = field(default_factory=Memo, repr=False)


@dataclass(frozen=True, eq=False)
class TestSet(Rows):
    """All rows of a ranking at once: the answer for one may depend on the others."""

    __test__ = False  # pytest takes it for a class of tests otherwise


@dataclass(frozen=True, eq=False)
class LeakedRows(TestSet):
    """Rows together with their classes, which no method should see.

    Only the `published` protocol makes such rows, for methods whose published code read
    the test labels.

    Parameters
    ----------
    labels
        The class of each row, in the order of `at`.
    """

    labels: NDArray[np.int32] = field(kw_only=True)


def all_rows(features: Features) -> TestSet:
    """Return every row of a table, to be asked about."""
    return TestSet(features, np.arange(features.n_rows, dtype=np.int32))
