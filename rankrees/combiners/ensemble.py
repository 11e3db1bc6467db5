"""Ensembles: combiners that first make members and then mix what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from rankrees.methods.component import Combiner, Estimator, Grower
from rankrees.methods.task import Task
from rankrees.trees.tree import Tree


@dataclass(frozen=True, eq=False)
class Member:
    """A tree of an ensemble, and the weight of its vote."""

    tree: Tree
    weight: float


@dataclass(frozen=True)
class Ensemble(Combiner):
    """A combiner with members of its own, which others (DERC) can choose from."""

    def members(self, grower: Grower, estimator: Estimator, task: Task) -> list[Member]:
        """Grow the members on the training rows; there is at least one."""
        raise NotImplementedError

    def mix(
        self, members: Sequence[Member], answers: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return (rows, classes) probabilities from each member's own.

        Parameters
        ----------
        members
            Those that `members` returned.
        answers
            (members, rows, classes) what each says.
        """
        raise NotImplementedError

    def predict(
        self, grower: Grower, estimator: Estimator, task: Task
    ) -> NDArray[np.float64]:
        """Mix what the members say about the test rows."""
        members = self.members(grower, estimator, task)
        answers = np.empty((len(members), task.test.shape[0], task.n_classes))
        for k, member in enumerate(members):
            answers[k] = estimator.predict(member.tree, task)
        return self.mix(members, answers)


_ANSWERS: WeakKeyDictionary[
    Task, dict[tuple[Ensemble, Grower, Estimator], NDArray[np.float64]]
] = WeakKeyDictionary()


def members_on_all_rows(
    ensemble: Ensemble, grower: Grower, estimator: Estimator, task: Task
) -> NDArray[np.float64]:
    """Return what each member says of each training row, then of each test row.

    Methods that build on the same ensemble share its members: they are grown once a
    fold.
    """
    known = _ANSWERS.setdefault(task, {})
    key = (ensemble, grower, estimator)
    if key not in known:
        everything = replace(task, test=np.concatenate((task.train, task.test)))
        known[key] = np.stack(
            [
                estimator.predict(member.tree, everything)
                for member in ensemble.members(grower, estimator, task)
            ]
        )
    return known[key]
