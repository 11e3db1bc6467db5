"""Shrinkage over naive Bayes: every node of the path has a naive Bayes of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from rankrees.bayes.counts import Counts, count, predict
from rankrees.estimators.diw import instance_weighting_pass
from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Estimator, register
from rankrees.methods.likeness import comparable_features
from rankrees.methods.task import Task
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

    def predict(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Learn the weights of the leaves that are asked, and ask their paths."""
        features = comparable_features(task, "bins")
        chains = make_chains(tree, stale=False)
        routes = route_rows(tree, task.features, task.test)
        asked = chains.index[routes.leaf]
        answers = _ask_paths(
            np.argsort(asked, kind="stable"),
            asked,
            np.repeat(task.test, np.diff(routes.start)),
            chains.start,
            chains.nodes,
            tree.is_reachable,
            tree.row_start,
            tree.row_end,
            tree.rows,
            tree.row_weights,
            task.labels,
            features.codes,
            features.slot,
            features.n_values,
            tree.n_classes,
            self.iterations,
        )
        return normalise_rows(routes.mix(answers))


@kernel
def _ask_paths(
    by_leaf: Ints,
    asked: Ints,
    asking: Ints,
    start: Ints,
    nodes: Ints,
    in_tree: NDArray[np.bool_],
    row_start: Ints,
    row_end: Ints,
    rows: Ints,
    row_weights: Floats,
    labels: Ints,
    codes: Ints,
    slot: Ints,
    n_values: Ints,
    n_classes: int,
    iterations: int,
) -> Floats:
    """Answer each route; `by_leaf` are the routes sorted by the leaf they end at."""
    answers = np.empty((asking.shape[0], n_classes))
    uniform = 1.0 / (row_end[0] - row_start[0])
    nowhere = np.empty((0, n_classes))  # densities of numeric values: there are none
    proba = np.empty(n_classes)
    # neighbouring leaves share the upper part of their paths, and its counts
    path = np.full(nodes.shape[0], -1, dtype=np.int64)
    models = [count(codes, labels, rows[:0], row_weights[:0], n_values, n_classes)]
    k = 0
    while k < by_leaf.shape[0]:
        leaf = asked[by_leaf[k]]
        chain = nodes[start[leaf] : start[leaf + 1]]
        for j in range(chain.shape[0]):
            if path[j] != chain[j]:
                path[j] = chain[j]
                own = slice(row_start[chain[j]], row_end[chain[j]])
                model = count(
                    codes, labels, rows[own], row_weights[own], n_values, n_classes
                )
                if j < len(models):
                    models[j] = model
                else:
                    models.append(model)
        weights = np.full((chain.shape[0] + 1, n_classes), 1.0 / (chain.shape[0] + 1))
        first, last = row_start[chain[-1]], row_end[chain[-1]]
        if last > first:
            local = np.empty((last - first, chain.shape[0] + 1, n_classes))
            local[:, 0, :] = uniform
            taken = own_weights(chain, in_tree, row_start, row_end, rows, row_weights)
            for x in range(last - first):
                row = rows[first + x]
                for j in range(chain.shape[0]):
                    _predict_without(
                        models[j], codes, slot, row, labels[row], taken[x, j], proba
                    )
                    local[x, j + 1] = proba
            for _ in range(iterations):
                instance_weighting_pass(local, weights)
        while k < by_leaf.shape[0] and asked[by_leaf[k]] == leaf:
            answer = answers[by_leaf[k]]
            for c in range(n_classes):
                answer[c] = weights[0, c] * uniform
            for j in range(chain.shape[0]):
                predict(models[j], codes, slot, asking[by_leaf[k]], nowhere, proba)
                for c in range(n_classes):
                    answer[c] += weights[j + 1, c] * proba[c]
            k += 1
    return answers


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
