"""A tree that is not grown: one leaf with all training rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rankrees.data.dataset import MISSING_CODE
from rankrees.methods.component import WeightedGrower, register
from rankrees.methods.sample import Sample
from rankrees.trees.tree import LEAF, Tree


@register("root")
@dataclass(frozen=True)
class Root(WeightedGrower):
    """One leaf that holds every training row with a class.

    With the estimator `naive-bayes` this is plain naive Bayes.
    """

    reference = "no tree: the estimator sees all training rows"
    read_with = "naive-bayes"
    use = "with `naive-bayes`, as naive Bayes itself"

    def grow(self, sample: Sample) -> Tree:
        """Put the rows into one leaf."""
        own, weights = sample.labelled, sample.weights
        if weights is None:
            weights = np.ones(own.shape[0])
        else:
            weights = weights[sample.labels[sample.rows] != MISSING_CODE]
        counts = np.zeros((1, sample.n_classes))
        np.add.at(counts[0], sample.labels[own], weights)
        return Tree(
            attribute=np.array([LEAF], dtype=np.int32),
            threshold=np.array([np.nan]),
            first_child=np.zeros(1, dtype=np.int32),
            n_children=np.zeros(1, dtype=np.int32),
            counts=counts,
            chain_parent=np.array([LEAF], dtype=np.int32),
            row_start=np.array([0]),
            row_end=np.array([own.shape[0]]),
            rows=own,
            row_weights=weights,
        )
