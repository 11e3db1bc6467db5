"""Curtailment: a leaf too small to be trusted leaves the answer to an ancestor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.leaf import LeafEstimator
from rankrees.methods.component import register
from rankrees.methods.sample import Sample
from rankrees.ranges import ROWS, Range
from rankrees.trees.tree import LEAF, Tree


@register("curtailment")
@dataclass(frozen=True)
class Curtailment(LeafEstimator):
    """Frequencies n_c/N of the nearest node on the path with at least v rows.

    A tree whose root has fewer rows than that answers with the root.

    Parameters
    ----------
    min_rows
        The v of the paper, which chooses it for the data at hand; 30 is our choice.

    References
    ----------
    Zadrozny & Elkan 2001, section 2.2.
    """

    reference = "Zadrozny & Elkan 2001"
    use = "where calibrated probabilities matter more than the ranking"

    min_rows: Annotated[float, Range(0, ROWS)] = 30.0

    def leaf_proba(self, tree: Tree, sample: Sample) -> NDArray[np.float64]:
        """Return the frequencies of the node that answers for each."""
        answering = np.zeros(tree.attribute.shape[0], dtype=np.int32)
        for node in tree.nodes:  # parents come first
            large = tree.totals[node] >= self.min_rows
            above = tree.parent[node]
            answering[node] = node if large or above == LEAF else answering[above]
        totals = tree.totals[answering]
        totals[totals == 0.0] = 1.0  # an empty training set
        proba: NDArray[np.float64] = tree.counts[answering] / totals[:, None]
        return proba
