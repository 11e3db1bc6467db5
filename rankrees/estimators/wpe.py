"""WPE: the rows of the leaf vote, weighted by how alike they are to the instance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Departures, Estimator, published_only, register
from rankrees.methods.task import Task
from rankrees.trees.kernels import LEAF
from rankrees.trees.route import route_rows
from rankrees.trees.similarity_votes import Voters, make_ballot, make_voters, vote
from rankrees.trees.tree import Tree


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
        routes = route_rows(tree, task.features, task.test)
        answering = first_with_rows(
            tree.chain_parent if self.stale_chain else tree.parent, tree.is_empty
        )
        voters = make_voters(tree, task.features, task.labels)
        # the division by the sum changes last bits only, but those decide ties
        return normalise_rows(
            _wpe(
                voters,
                routes.start,
                answering[routes.leaf],
                routes.in_turn(answering, together=voters.is_counted),
                routes.row,
                routes.weight,
                task.test,
                seen_labels(task),
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
    voters: Voters,
    start: Ints,
    nodes: Ints,
    turn: Ints,
    row_of: Ints,
    shares: Floats,
    test: Ints,
    test_labels: Ints,
) -> Floats:
    n_classes = voters.n_classes
    by_class = np.zeros(n_classes)
    ballot = make_ballot(voters, 1)
    answers = np.empty((nodes.shape[0], n_classes))
    for k in turn:
        i = row_of[k]
        vote(voters, ballot, 0, nodes[k], test[i], test_labels[i], by_class)
        total = by_class.sum()
        for c in range(n_classes):
            answers[k, c] = shares[k] * (by_class[c] + 1.0 / n_classes) / (total + 1.0)
    proba = np.zeros((test.shape[0], n_classes))
    for i in range(test.shape[0]):
        for k in range(start[i], start[i + 1]):
            for c in range(n_classes):
                proba[i, c] += answers[k, c]
    return proba
