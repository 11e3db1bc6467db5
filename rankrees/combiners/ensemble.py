"""Ensembles: combiners that first make members and then mix what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankrees.methods.component import Combiner, Learnt
from rankrees.methods.fitted import Fitted, FittedEnsemble, R
from rankrees.methods.sample import Sample


@dataclass(frozen=True)
class Ensemble(Combiner):
    """A combiner with members of its own, which others (DERC) can choose from.

    There is at least one member.
    """

    def mix(
        self, weights: Sequence[float], answers: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return (rows, classes) probabilities from each member's own.

        Parameters
        ----------
        weights
            Those of the members.
        answers
            (members, rows, classes) what each says.
        """
        raise NotImplementedError

    def assemble(
        self, learnt: Learnt, sample: Sample, asks_for: type[R], n_jobs: int = 1
    ) -> Fitted[R]:
        """Return the members, whose answers are mixed."""
        readings = learnt.readings(sample)
        return FittedEnsemble(readings, learnt.weights, self.mix, asks_for, n_jobs)
