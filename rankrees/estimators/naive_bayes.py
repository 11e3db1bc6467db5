"""Naive Bayes on the rows of the leaf."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rankrees.bayes.counts import count, fit_and_predict, predict
from rankrees.bayes.normal import densities, fit_normals
from rankrees.bayes.order import sort_by_all
from rankrees.estimators.wpe import first_with_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Departures, Estimator, register
from rankrees.methods.reading import Reading
from rankrees.methods.sample import Rows, Sample
from rankrees.methods.terms import Probabilities
from rankrees.trees.kernels import LEAF
from rankrees.trees.route import route_rows
from rankrees.trees.tree import Tree


@register("naive-bayes")
@dataclass(frozen=True)
class NaiveBayes(Estimator):
    """Naive Bayes fitted on the training rows of the leaf; on the tree `root`, on all.

    P(c) = (n_c + 1)/(N + C), P(a = v|c) = (n_vc + 1)/(n_c + V) over the rows whose
    value is known; numeric attributes by a normal distribution. An empty leaf uses its
    nearest ancestor that has rows.

    Parameters
    ----------
    tested
        Whether nominal attributes tested on the way to the leaf take part, where they
        have one value left. They do in NBTree.

    References
    ----------
    John & Langley 1995; Weka's NaiveBayes.
    """

    reference = "John & Langley 1995; Weka's NaiveBayes"
    version = 2

    tested: bool = True

    departures: ClassVar[Departures] = {"ci-tree-tested-stay": {"tested": True}}

    def fit(self, tree: Tree, sample: Sample) -> Reading:
        """Return the tree, of which each node that is asked gets a naive Bayes."""
        return NaiveBayesReading(self, tree, sample)


class NaiveBayesReading(Reading):
    """A tree with a naive Bayes at each leaf."""

    def __init__(self, estimator: NaiveBayes, tree: Tree, sample: Sample) -> None:
        super().__init__(tree, sample)
        self.estimator = estimator
        self.answering = first_with_rows(tree.parent, tree.is_empty)

    def predict(self, rows: Rows) -> Probabilities:
        """Fit one naive Bayes at each node that is asked, and ask it."""
        if self.tree.attribute[0] == LEAF:
            return self._predict_by_all(rows)
        tree, own, asked_of = self.tree, self.sample.features, rows.features
        labels = self.sample.labels
        routes = route_rows(tree, asked_of, rows.at)
        nodes = self.answering[routes.leaf]
        asked, of_route = np.unique(nodes, return_inverse=True)
        asking = np.repeat(rows.at, np.diff(routes.start))
        place = (tree.row_start, tree.row_end)
        own_rows, own_weights, *normals = _normals(
            asked,
            *place,
            tree.rows,
            tree.row_weights,
            labels,
            own.numbers,
            tree.n_classes,
        )
        at_node = (*place, own_rows, own_weights)
        factors = densities(
            asked_of.numbers[:, asking].T, *(part[of_route] for part in normals)
        )
        answers = _naive_bayes(
            asked,
            np.argsort(of_route, kind="stable"),
            of_route,
            asking,
            *at_node,
            labels,
            own.codes,
            asked_of.codes,
            own.slot,
            own.n_values,
            tree.n_classes,
            factors,
            tree.attribute,
            tree.parent,
            self.estimator.tested,
        )
        return routes.mix(answers)

    def _predict_by_all(self, asked: Rows) -> Probabilities:
        """Return what all rows of a tree without a test say."""
        tree, own, labels = self.tree, self.sample.features, self.sample.labels
        # pruning leaves the rows of other nodes behind
        rows = tree.node_rows(0)
        weights = tree.row_weights[tree.row_start[0] : tree.row_end[0]]
        factors = np.empty((asked.at.shape[0], 0, tree.n_classes))
        if own.numbers.shape[0] > 0:
            order, precision = sort_by_all(own.numbers, rows)
            rows, weights = rows[order], weights[order]
            normals = fit_normals(
                own.numbers, labels, rows, weights, precision, tree.n_classes
            )
            numbers = asked.features.numbers[:, asked.at].T
            factors = densities(numbers, precision, *normals)
        return fit_and_predict(
            own.codes,
            asked.features.codes,
            own.slot,
            own.n_values,
            labels,
            rows,
            weights,
            tree.n_classes,
            asked.at,
            factors,
        )


@kernel
def _normals(
    asked: Ints,
    row_start: Ints,
    row_end: Ints,
    rows: Ints,
    row_weights: Floats,
    labels: Ints,
    numbers: Floats,
    n_classes: int,
) -> tuple[Ints, Floats, Floats, Floats, Floats]:
    """Fit the normal distributions of each node in `asked`.

    Also return rows and weights, those of each such node in Weka's order.
    """
    shape = (asked.shape[0], numbers.shape[0], n_classes)
    precision = np.empty(shape[:2])
    means = np.empty(shape)
    deviations = np.empty(shape)
    own_rows, own_weights = rows.copy(), row_weights.copy()
    if numbers.shape[0] > 0:
        for k in range(asked.shape[0]):
            start, end = row_start[asked[k]], row_end[asked[k]]
            order, precision[k] = sort_by_all(numbers, rows[start:end])
            own_rows[start:end] = rows[start:end][order]
            own_weights[start:end] = row_weights[start:end][order]
            means[k], deviations[k] = fit_normals(
                numbers,
                labels,
                own_rows[start:end],
                own_weights[start:end],
                precision[k],
                n_classes,
            )
    return own_rows, own_weights, precision, means, deviations


@kernel
def _naive_bayes(
    asked: Ints,
    by_node: Ints,
    of_route: Ints,
    asking: Ints,
    row_start: Ints,
    row_end: Ints,
    rows: Ints,
    row_weights: Floats,
    labels: Ints,
    codes: Ints,
    asked_codes: Ints,
    slot: Ints,
    n_values: Ints,
    n_classes: int,
    factors: Floats,
    attribute: Ints,
    parent: Ints,
    tested: bool,
) -> Floats:
    """Answer each route; `by_node` are the routes sorted by the node they ask."""
    answers = np.empty((asking.shape[0], n_classes))
    k = 0
    for position in range(asked.shape[0]):
        start, end = row_start[asked[position]], row_end[asked[position]]
        counts = count(
            codes, labels, rows[start:end], row_weights[start:end], n_values, n_classes
        )
        if not tested:
            up = parent[asked[position]]
            while up != LEAF:
                a = attribute[up]
                if slot[a] < 0:  # factors of 1
                    counts.cells[counts.first[a] : counts.first[a] + n_values[a]] = 1.0
                    counts.known[a] = 1.0
                up = parent[up]
        while k < by_node.shape[0] and of_route[by_node[k]] == position:
            route = by_node[k]
            predict(
                counts, asked_codes, slot, asking[route], factors[route], answers[route]
            )
            k += 1
    return answers
