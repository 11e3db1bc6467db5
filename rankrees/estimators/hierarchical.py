"""Hierarchical shrinkage: every step down the path counts by its parent's size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.leaf import LeafEstimator
from rankrees.methods.component import register
from rankrees.methods.sample import Sample
from rankrees.ranges import Range
from rankrees.trees.tree import LEAF, Tree


@register("hierarchical-shrinkage")
@dataclass(frozen=True)
class HierarchicalShrinkage(LeafEstimator):
    """E_root + the sum over the path of (E_node - E_parent) / (1 + lambda/N_parent).

    E are the frequencies of a node, N is its number of rows. An empty leaf says what
    its parent says.

    Parameters
    ----------
    penalty
        The paper's lambda; the combiner `tuned` chooses it by cross-validation.

    References
    ----------
    Agarwal, Tan, Ronen, Singh & Yu 2022, eq. 3.
    """

    reference = "Agarwal et al. 2022, eq. 3"
    use = "with the combiner `tuned`, which chooses the penalty"

    penalty: Annotated[float, Range(0, 1e12)] = 1.0

    def leaf_proba(self, tree: Tree, sample: Sample) -> NDArray[np.float64]:
        """Go down from the root, shrinking each step."""
        totals = np.where(tree.totals == 0.0, 1.0, tree.totals)
        frequency = tree.counts / totals[:, None]
        proba = np.zeros_like(tree.counts)
        for node in tree.nodes:  # parents come first
            above = tree.parent[node]
            if above == LEAF:
                proba[node] = frequency[node]
                continue
            proba[node] = proba[above]
            if not tree.is_empty[node]:
                step = frequency[node] - frequency[above]
                proba[node] += step / (1.0 + self.penalty / tree.totals[above])
        return proba
