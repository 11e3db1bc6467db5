"""The lazy estimator: the rows of the leaf vote, near ones more than far ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rankrees.estimators.wpe import first_with_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Estimator, register
from rankrees.methods.likeness import Numeric, likeness_of
from rankrees.methods.reading import Reading
from rankrees.methods.sample import Rows, Sample
from rankrees.methods.terms import Probabilities
from rankrees.trees.features import Cells
from rankrees.trees.lazy_kernels import add_rows, distance_table, vote
from rankrees.trees.route import route_rows
from rankrees.trees.similarity import fill_row
from rankrees.trees.tree import Tree


@register("lazy")
@dataclass(frozen=True)
class Lazy(Estimator):
    """Lazy probability estimation at the leaf.

    With d the square root of the number of attributes in which a training row of the
    leaf differs from the instance, the row weighs w = 1 - d / (sum of d over the leaf)
    and P(c) = (sum of w of class c + 1/C) / (sum of w + 1). Where the sum of d is 0,
    every row weighs 1. An empty leaf uses its nearest ancestor that has rows.

    Parameters
    ----------
    numeric
        When two numeric values differ, which the paper does not say: if they are not
        `equal`, or if they are not in the same of ten `bins` of equal width over the
        training rows. A missing value differs from every value.

    References
    ----------
    Liang & Yan 2006, eq. 1-3.
    """

    reference = "Liang & Yan 2006, eq. 1-3"
    use = "with `lazy-tree`"

    numeric: Numeric = "equal"

    def fit(self, tree: Tree, sample: Sample) -> Reading:
        """Return the tree with the rows of its leaves ready to vote."""
        return LazyReading(self, tree, sample)


class LazyReading(Reading):
    """A tree whose leaves' rows vote on a row, near ones more than far ones."""

    def __init__(self, estimator: Lazy, tree: Tree, sample: Sample) -> None:
        super().__init__(tree, sample)
        self.answering = first_with_rows(tree.parent, tree.is_empty)
        self.likeness = likeness_of(sample, estimator.numeric)

    def predict(self, rows: Rows) -> Probabilities:
        """Let the rows of each row's leaf vote."""
        tree = self.tree
        routes = route_rows(tree, rows.features, rows.at)
        nodes = self.answering[routes.leaf]
        voters = LazyVoters(
            self.likeness.own.cells,
            self.sample.labels,
            tree.n_classes,
            tree.row_start,
            tree.row_end,
            tree.rows,
            tree.row_weights,
        )
        return _lazy(
            voters,
            nodes,
            np.argsort(nodes, kind="stable"),
            routes.row,
            routes.weight,
            self.likeness.of(rows).cells,
            rows.at,
        )


class LazyVoters(NamedTuple):
    """The training rows of a tree's nodes, which vote on other rows."""

    cells: Cells
    labels: Ints
    n_classes: int
    row_start: Ints
    row_end: Ints
    rows: Ints
    row_weights: Floats


@kernel
def _lazy(
    voters: LazyVoters,
    nodes: Ints,
    by_node: Ints,
    row_of: Ints,
    shares: Floats,
    asked: Cells,
    rows: Ints,
) -> Floats:
    """Answer the rows node by node; `by_node` are their routes sorted by node."""
    n_routes = nodes.shape[0]
    answers = np.zeros((rows.shape[0], voters.n_classes))
    proba = np.empty(voters.n_classes)
    distances = distance_table(asked.codes.shape[0])
    mass = np.empty(voters.n_classes)
    far = np.empty(voters.n_classes)
    first = 0
    while first < n_routes:
        node = nodes[by_node[first]]
        last = first
        while last < n_routes and nodes[by_node[last]] == node:
            last += 1
        own = voters.rows[voters.row_start[node] : voters.row_end[node]]
        weights = voters.row_weights[voters.row_start[node] : voters.row_end[node]]
        labels = voters.labels[own]
        cells = Cells(
            voters.cells.codes[:, own], voters.cells.numbers[:, own], voters.cells.slot
        )
        shared = np.zeros(own.shape[0], dtype=np.uint16)
        for k in range(first, last):
            route = by_node[k]
            fill_row(rows[row_of[route]], asked, cells, shared)
            mass[:] = 0.0
            far[:] = 0.0
            total = add_rows(
                shared, distances, labels, weights, 0, own.shape[0], mass, far
            )
            vote(mass, far, total, proba)
            for c in range(voters.n_classes):
                answers[row_of[route], c] += shares[route] * proba[c]
        first = last
    return answers
