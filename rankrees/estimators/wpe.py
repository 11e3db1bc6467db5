"""WPE: the rows of the leaf vote, weighted by how alike they are to the instance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import kernel
from rankrees.methods.component import Departures, Estimator, published_only, register
from rankrees.methods.task import Task
from rankrees.trees.kernels import LEAF, Floats, Ints
from rankrees.trees.route import route_rows
from rankrees.trees.similarity import add_weights, similarity_row
from rankrees.trees.structure import Tree


@register("wpe")
@dataclass(frozen=True)
class WPE(Estimator):
    """Weighted probability estimation at the leaf.

    A training row of the leaf weighs the number of attribute values it shares with the
    instance, plus 1; P(c) = (sum of weights of class c + 1/C) / (sum of weights + 1).
    An empty leaf uses its nearest ancestor that has rows.

    Parameters
    ----------
    label_leak
        Count the TEST label as one more attribute: what Wang & Zhang's program did.
    stale_chain
        Find an empty leaf's ancestor along stale parent pointers.

    References
    ----------
    Wang & Zhang 2006, eq. 5-6 (W).
    """

    reference = "Wang & Zhang 2006, eq. 5-6 (W)"
    use = "on nominal or discretised data; it breaks the ties within a leaf"
    departures: ClassVar[Departures] = {
        "label-leak": {"label_leak": True},
        "stale-parents": {"stale_chain": True},
    }

    label_leak: bool = published_only(False)
    stale_chain: bool = published_only(False)

    def predict(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Weigh the rows of each test row's leaf."""
        routes = route_rows(tree, task.table, task.test)
        answering = first_with_rows(
            tree.chain_parent if self.stale_chain else tree.parent, tree.is_empty
        )
        similarity = task.table.similarity
        # the division by the sum changes last bits only, but those decide ties
        return normalise_rows(
            _wpe(
                routes.start,
                answering[routes.leaf],
                routes.weight,
                task.test,
                seen_labels(task),
                task.labels,
                tree.row_start,
                tree.row_end,
                tree.rows,
                tree.row_weights,
                tree.n_classes,
                similarity.matrix,
                similarity.codes,
                similarity.numbers,
                similarity.slot,
            )
        )


def seen_labels(task: Task) -> NDArray[np.int32]:
    """Return the test labels if they are leaked, else -1 for each test row."""
    if task.leaked_labels is None:
        return np.full(task.test.shape[0], -1, dtype=np.int32)
    return task.leaked_labels[task.test]


@kernel
def first_with_rows(up: Ints, is_empty: NDArray[np.bool_]) -> Ints:
    """Return for each node itself, or its nearest ancestor along `up` with rows."""
    answering = np.empty(up.shape[0], dtype=np.int32)
    for node in range(up.shape[0]):
        at = node
        while is_empty[at] and up[at] != LEAF:
            at = up[at]
        answering[node] = at
    return answering


@kernel
def _wpe(
    start: Ints,
    nodes: Ints,
    shares: Floats,
    test: Ints,
    test_labels: Ints,
    labels: Ints,
    row_start: Ints,
    row_end: Ints,
    rows: Ints,
    row_weights: Floats,
    n_classes: int,
    matrix: Ints,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
) -> Floats:
    proba = np.zeros((test.shape[0], n_classes))
    by_class = np.zeros(n_classes)
    buffer = np.zeros(codes.shape[1], dtype=matrix.dtype)
    for i in range(test.shape[0]):
        shared = similarity_row(test[i], matrix, codes, numbers, slot, buffer)
        for k in range(start[i], start[i + 1]):
            node = nodes[k]
            add_weights(
                shared,
                test_labels[i],
                labels,
                rows,
                row_weights,
                row_start[node],
                row_end[node],
                by_class,
            )
            total = by_class.sum()
            for c in range(n_classes):
                proba[i, c] += (
                    shares[k] * (by_class[c] + 1.0 / n_classes) / (total + 1.0)
                )
    return proba
