"""The lazy estimator: the rows of the leaf vote, near ones more than far ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.wpe import first_with_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Estimator, register
from rankrees.methods.likeness import Numeric, comparable_features
from rankrees.methods.task import Task
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

    def predict(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Let the rows of each test row's leaf vote."""
        routes = route_rows(tree, task.features, task.test)
        answering = first_with_rows(tree.parent, tree.is_empty)
        compared = comparable_features(task, self.numeric)
        nodes = answering[routes.leaf]
        return _lazy(
            routes.start,
            nodes,
            np.argsort(nodes, kind="stable"),
            routes.weight,
            task.test,
            task.labels,
            tree.row_start,
            tree.row_end,
            tree.rows,
            tree.row_weights,
            tree.n_classes,
            compared.codes,
            compared.numbers,
            compared.slot,
        )


@kernel
def _lazy(
    start: Ints,
    nodes: Ints,
    by_node: Ints,
    shares: Floats,
    test: Ints,
    labels: Ints,
    row_start: Ints,
    row_end: Ints,
    rows: Ints,
    row_weights: Floats,
    n_classes: int,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
) -> Floats:
    """Answer the test rows node by node; `by_node` are the routes sorted by node."""
    n_routes = nodes.shape[0]
    asking = np.empty(n_routes, dtype=np.int32)
    for i in range(test.shape[0]):
        asking[start[i] : start[i + 1]] = i
    answers = np.zeros((test.shape[0], n_classes))
    distances = distance_table(codes.shape[0])
    mass = np.empty(n_classes)
    far = np.empty(n_classes)
    proba = np.empty(n_classes)
    first = 0
    while first < n_routes:
        node = nodes[by_node[first]]
        last = first
        while last < n_routes and nodes[by_node[last]] == node:
            last += 1
        routes = by_node[first:last]
        own = rows[row_start[node] : row_end[node]]
        weights = row_weights[row_start[node] : row_end[node]]
        n_own = own.shape[0]
        own_labels = labels[own]
        both = np.concatenate((own, test[asking[routes]]))
        own_codes, own_numbers = codes[:, both], numbers[:, both]
        shared = np.zeros(both.shape[0], dtype=np.uint16)
        for k in range(routes.shape[0]):
            fill_row(n_own + k, own_codes, own_numbers, slot, shared)
            mass[:] = 0.0
            far[:] = 0.0
            total = add_rows(
                shared, distances, own_labels, weights, 0, n_own, mass, far
            )
            vote(mass, far, total, proba)
            for c in range(n_classes):
                answers[asking[routes[k]], c] += shares[routes[k]] * proba[c]
        first = last
    return answers
