"""Shrinkage over naive Bayes: every node of the path has a naive Bayes of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankrees.bayes.counts import Counts, count, predict
from rankrees.estimators.diw import instance_weighting_pass
from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Estimator, register
from rankrees.methods.likeness import likeness_of
from rankrees.methods.reading import Reading
from rankrees.methods.sample import Rows, Sample
from rankrees.methods.terms import Probabilities
from rankrees.ranges import Range
from rankrees.trees.chains import make_chains, own_weights
from rankrees.trees.route import route_rows
from rankrees.trees.tree import Tree


@register("shrinkage-nb")
@dataclass(frozen=True)
class ShrinkageNB(Estimator):
    """DIW over the naive Bayes estimates of all nodes on the path.

    Like `combination`, with naive Bayes in place of WPE: while the weights of a leaf
    are learnt, each of its training rows is taken out of every node of the path and
    asked there. Above the root stands a uniform node with 1/|D|. A leaf without rows
    keeps equal weights. Numeric attributes are taken in ten bins of equal width over
    the training rows, as the paper's preprocessing has them.

    Parameters
    ----------
    iterations
        How often the weights are re-estimated.

    References
    ----------
    The future work that Wang & Zhang 2006 announce in their conclusions.
    """

    reference = "announced by Wang & Zhang 2006 as future work"

    iterations: Annotated[int, Range(1, 1_000_000)] = 1

    def fit(self, tree: Tree, sample: Sample) -> Reading:
        """Return the tree, whose paths learn their weights when they are asked."""
        return ShrinkageNBReading(self, tree, sample)


class ShrinkageNBReading(Reading):
    """A tree with a naive Bayes on each node of its paths."""

    def __init__(self, estimator: ShrinkageNB, tree: Tree, sample: Sample) -> None:
        super().__init__(tree, sample)
        self.estimator = estimator
        self.chains = make_chains(tree, stale=False)
        self.likeness = likeness_of(sample, "bins")

    def predict(self, rows: Rows) -> Probabilities:
        """Learn the weights of the leaves that are asked, and ask their paths."""
        tree, own = self.tree, self.likeness.own
        routes = route_rows(tree, rows.features, rows.at)
        asked = self.chains.index[routes.leaf]
        answers = _ask_paths(
            np.argsort(asked, kind="stable"),
            asked,
            np.repeat(rows.at, np.diff(routes.start)),
            self.likeness.of(rows).codes,
            self.chains.start,
            self.chains.nodes,
            Training(
                tree.is_reachable,
                tree.row_start,
                tree.row_end,
                tree.rows,
                tree.row_weights,
                self.sample.labels,
                own.codes,
                own.slot,
                own.n_values,
                tree.n_classes,
            ),
            self.estimator.iterations,
        )
        return normalise_rows(routes.mix(answers))


class Training(NamedTuple):
    """The training rows of a tree's nodes, and their values."""

    in_tree: NDArray[np.bool_]
    row_start: Ints
    row_end: Ints
    rows: Ints
    row_weights: Floats
    labels: Ints
    codes: Ints
    slot: Ints
    n_values: Ints
    n_classes: int


@kernel
def _model_of(training: Training, start: int, end: int) -> Counts:
    """Return the naive Bayes of some of the nodes' rows."""
    return count(
        training.codes,
        training.labels,
        training.rows[start:end],
        training.row_weights[start:end],
        training.n_values,
        training.n_classes,
    )


@kernel
def _ask_paths(
    by_leaf: Ints,
    asked: Ints,
    asking: Ints,
    asked_codes: Ints,
    start: Ints,
    nodes: Ints,
    training: Training,
    iterations: int,
) -> Floats:
    """Answer each route; `by_leaf` are the routes sorted by the leaf they end at."""
    n_classes, slot = training.n_classes, training.slot
    row_start, row_end = training.row_start, training.row_end
    answers = np.empty((asking.shape[0], n_classes))
    uniform = 1.0 / (row_end[0] - row_start[0])
    nowhere = np.empty((0, n_classes))  # densities of numeric values: there are none
    proba = np.empty(n_classes)
    # neighbouring leaves share the upper part of their paths, and its counts
    path = np.full(nodes.shape[0], -1, dtype=np.int64)
    models = [_model_of(training, 0, 0)]
    k = 0
    while k < by_leaf.shape[0]:
        leaf = asked[by_leaf[k]]
        chain = nodes[start[leaf] : start[leaf + 1]]
        for j in range(chain.shape[0]):
            if path[j] != chain[j]:
                path[j] = chain[j]
                model = _model_of(training, row_start[chain[j]], row_end[chain[j]])
                if j < len(models):
                    models[j] = model
                else:
                    models.append(model)
        weights = _path_weights(chain, models, training, uniform, iterations)
        while k < by_leaf.shape[0] and asked[by_leaf[k]] == leaf:
            answer = answers[by_leaf[k]]
            for c in range(n_classes):
                answer[c] = weights[0, c] * uniform
            for j in range(chain.shape[0]):
                row = asking[by_leaf[k]]
                predict(models[j], asked_codes, slot, row, nowhere, proba)
                for c in range(n_classes):
                    answer[c] += weights[j + 1, c] * proba[c]
            k += 1
    return answers


@kernel
def _path_weights(
    chain: Ints, models: list[Counts], training: Training, uniform: float, passes: int
) -> Floats:
    """Learn the weights of a leaf's path, each of its rows taken out in its turn."""
    rows, labels = training.rows, training.labels
    n_nodes, n_classes = chain.shape[0], training.n_classes
    weights = np.full((n_nodes + 1, n_classes), 1.0 / (n_nodes + 1))
    first, last = training.row_start[chain[-1]], training.row_end[chain[-1]]
    if last == first:
        return weights
    local = np.empty((last - first, n_nodes + 1, n_classes))
    local[:, 0, :] = uniform
    proba = np.empty(n_classes)
    taken = own_weights(
        chain,
        training.in_tree,
        training.row_start,
        training.row_end,
        rows,
        training.row_weights,
    )
    for x in range(last - first):
        row = rows[first + x]
        for j in range(n_nodes):
            _predict_without(
                models[j],
                training.codes,
                training.slot,
                row,
                labels[row],
                taken[x, j],
                proba,
            )
            local[x, j + 1] = proba
    for _ in range(passes):
        instance_weighting_pass(local, weights)
    return weights


@kernel
def _predict_without(
    model: Counts,
    codes: Ints,
    slot: Ints,
    row: int,
    label: int,
    weight: float,
    proba: Floats,
) -> None:
    """Ask about a training row as if it had not been counted."""
    _add(model, codes, row, label, -weight)
    predict(model, codes, slot, row, np.empty((0, proba.shape[0])), proba)
    _add(model, codes, row, label, weight)


@kernel
def _add(model: Counts, codes: Ints, row: int, label: int, weight: float) -> None:
    model.by_class[label] += weight
    for a in range(codes.shape[0]):
        value = codes[a, row]
        if value >= 0:
            model.cells[model.first[a] + value, label] += weight
            model.known[a, label] += weight
