"""Ling & Yan: every leaf of the tree has a say, less so the more tests it fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np

from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Departures, Estimator, register
from rankrees.methods.reading import Reading
from rankrees.methods.sample import Rows, Sample
from rankrees.methods.terms import Probabilities, Term, normalised
from rankrees.ranges import Range
from rankrees.trees.features import Cells
from rankrees.trees.kernels import LEAF, branch_of
from rankrees.trees.smoothing import answering_nodes
from rankrees.trees.tree import NodeTests, Tree


@register("ling-yan")
@dataclass(frozen=True)
class LingYan(Estimator):
    """Sum over ALL leaves of s^j times the leaf's Laplace estimate, normalised.

    j is the number of tests on the leaf's path that the instance fails (a missing value
    fails every branch). An empty leaf uses its parent's counts.

    Parameters
    ----------
    decay
        The s; 0.3 in Ling & Yan's paper, 0.4 in Wang & Zhang's program.
    classes
        What the Laplace denominator adds: the `declared` classes, or those `present`
        in the leaf (Wang & Zhang's program).

    References
    ----------
    Ling & Yan, Decision tree with better ranking (2003); the L columns of Wang & Zhang.
    """

    reference = "Ling & Yan 2003; Wang & Zhang 2006 (L)"
    use = "where a wrong turn near the root should not decide alone"
    departures: ClassVar[Departures] = {
        "ling-yan-decay": {"decay": 0.4},
        "ling-yan-classes": {"classes": "present"},
        "ling-yan-unpruned": {"tree.pruned": False},
    }

    decay: Annotated[float, Range(0, 1)] = 0.3
    classes: Literal["declared", "present"] = "declared"

    def fit(self, tree: Tree, sample: Sample) -> Reading:
        """Return the tree with a Laplace estimate at each leaf."""
        nodes = answering_nodes(tree)[tree.leaves]
        if self.classes == "present":
            added = np.count_nonzero(tree.counts[nodes] > 0.0, axis=1)
        else:
            added = np.full(nodes.shape[0], tree.n_classes)
        estimates = (tree.counts[nodes] + 1.0) / (tree.totals[nodes] + added)[:, None]
        return LingYanReading(tree, sample, estimates, self.decay)


class LingYanReading(Reading):
    """A tree all of whose leaves vote on a row.

    Parameters
    ----------
    estimates
        (leaves, classes) what each leaf says.
    decay
        What a failed test costs.
    """

    def __init__(
        self, tree: Tree, sample: Sample, estimates: Probabilities, decay: float
    ) -> None:
        super().__init__(tree, sample)
        self.estimates = estimates
        self.decay = decay

    def predict(self, rows: Rows) -> Probabilities:
        """Let all leaves vote on each row."""
        cells = rows.features.cells
        scores = _vote(self.tree.tests, self.estimates, self.decay, cells, rows.at)
        return normalise_rows(scores)

    def terms(self, rows: Rows) -> list[Term]:
        """Return what each leaf says, with its weight for the row."""
        (row,) = rows.at
        weights = np.empty(self.tree.n_leaves)
        leaf_weights(self.tree.tests, self.decay, rows.features.cells, row, weights)
        return normalised(
            Term(int(leaf), self.estimates[i], np.full(self.tree.n_classes, weights[i]))
            for i, leaf in enumerate(self.tree.leaves)
        )


@kernel
def leaf_weights(
    tests: NodeTests, decay: float, cells: Cells, row: int, weights: Floats
) -> None:
    """Fill in s^j of each leaf, in their order in the tree."""
    n = 0
    waiting = [(0, 1.0)]
    while len(waiting) > 0:
        node, weight = waiting.pop()
        a = tests.attribute[node]
        if a == LEAF:
            weights[n] = weight
            n += 1
            continue
        taken = branch_of(
            cells.codes, cells.numbers, cells.slot, a, tests.threshold[node], row
        )
        # last branch first, so that leaves come in their order in the tree
        for b in range(tests.n_children[node] - 1, -1, -1):
            share = weight if b == taken else weight * decay
            waiting.append((tests.first_child[node] + b, share))


@kernel
def _vote(
    tests: NodeTests, estimates: Floats, decay: float, cells: Cells, rows: Ints
) -> Floats:
    n_leaves, n_classes = estimates.shape
    scores = np.zeros((rows.shape[0], n_classes))
    weights = np.empty(n_leaves)
    for i in range(rows.shape[0]):
        leaf_weights(tests, decay, cells, rows[i], weights)
        for leaf in range(n_leaves):
            for c in range(n_classes):
                scores[i, c] += weights[leaf] * estimates[leaf, c]
    return scores
