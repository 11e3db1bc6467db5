"""WPE: the rows of the leaf vote, weighted by how alike they are to the instance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Departures, Estimator, published_only, register
from rankrees.methods.reading import Reading
from rankrees.methods.sample import LeakedRows, Rows, Sample
from rankrees.methods.terms import Probabilities, Term, answering_leaves, normalised
from rankrees.trees.kernels import LEAF
from rankrees.trees.route import route_rows
from rankrees.trees.similarity_votes import (
    Candidates,
    Voters,
    make_ballot,
    make_candidates,
    make_voters,
    vote,
)
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

    def fit(self, tree: Tree, sample: Sample) -> Reading:
        """Return the tree with the rows of its leaves ready to vote."""
        up = tree.chain_parent if self.stale_chain else tree.parent
        answering = first_with_rows(up, tree.is_empty)
        return WPEReading(tree, sample, answering, leaks=self.label_leak)


class WPEReading(Reading):
    """A tree whose leaves' rows vote on a row.

    Parameters
    ----------
    answering
        The node whose rows vote, for each leaf.
    leaks
        Whether the labels of `LeakedRows` count.
    """

    def __init__(
        self,
        tree: Tree,
        sample: Sample,
        answering: NDArray[np.int32],
        *,
        leaks: bool,
    ) -> None:
        super().__init__(tree, sample)
        self.answering = answering
        self.leaks = leaks
        self.voters = make_voters(tree, sample.features, sample.labels)

    def predict(self, rows: Rows) -> Probabilities:
        """Weigh the rows of each row's leaf."""
        routes = route_rows(self.tree, rows.features, rows.at)
        votes = _wpe(
            self.voters,
            make_candidates(self.voters, self.sample.features, rows.features),
            routes.start,
            self.answering[routes.leaf],
            routes.in_turn(self.answering, together=self.voters.is_counted),
            routes.row,
            routes.weight,
            rows.at,
            seen_labels(rows, leaks=self.leaks),
        )
        # the division by the sum changes last bits only, but those decide ties
        return normalise_rows(votes)

    def terms(self, rows: Rows) -> list[Term]:
        """Return what each node says that answers for the row."""
        routes = self.routes_of_one(rows)
        voted = votes_of_nodes(
            self.voters,
            make_candidates(
                self.voters, self.sample.features, rows.features, matrix=False
            ),
            self.answering[routes.leaf],
            rows.at[0],
            seen_labels(rows, leaks=self.leaks)[0],
        )
        return normalised(
            Term(int(self.answering[leaf]), voted[k], np.full_like(voted[k], share))
            for k, (leaf, share) in enumerate(answering_leaves(routes))
        )


def seen_labels(rows: Rows, *, leaks: bool) -> NDArray[np.int32]:
    """Return the labels where they are there and leak, else -1 for each row."""
    if leaks and isinstance(rows, LeakedRows):
        return rows.labels
    return np.full(rows.at.shape[0], -1, dtype=np.int32)


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
def wpe_estimate(by_class: Floats, c: int, total: float, share: float) -> float:
    """Return a share of (votes of class c + 1/C) / (all votes + 1)."""
    return float(share * (by_class[c] + 1.0 / by_class.shape[0]) / (total + 1.0))


@kernel
def votes_of_nodes(
    voters: Voters, candidates: Candidates, nodes: Ints, row: int, label: int
) -> Floats:
    """Return (nodes, classes) what WPE says of a single row at each of some nodes."""
    estimates = np.empty((nodes.shape[0], voters.n_classes))
    by_class = np.zeros(voters.n_classes)
    ballot = make_ballot(voters, candidates, 1)
    for k in range(nodes.shape[0]):
        vote(voters, candidates, ballot, 0, nodes[k], row, label, by_class)
        total = by_class.sum()
        for c in range(voters.n_classes):
            estimates[k, c] = wpe_estimate(by_class, c, total, 1.0)
    return estimates


@kernel
def _wpe(
    voters: Voters,
    candidates: Candidates,
    start: Ints,
    nodes: Ints,
    turn: Ints,
    row_of: Ints,
    shares: Floats,
    rows: Ints,
    labels: Ints,
) -> Floats:
    n_classes = voters.n_classes
    by_class = np.zeros(n_classes)
    ballot = make_ballot(voters, candidates, 1)
    answers = np.empty((nodes.shape[0], n_classes))
    for k in turn:
        i = row_of[k]
        vote(voters, candidates, ballot, 0, nodes[k], rows[i], labels[i], by_class)
        total = by_class.sum()
        for c in range(n_classes):
            answers[k, c] = wpe_estimate(by_class, c, total, shares[k])
    proba = np.zeros((rows.shape[0], n_classes))
    for i in range(rows.shape[0]):
        for k in range(start[i], start[i + 1]):
            for c in range(n_classes):
                proba[i, c] += answers[k, c]
    return proba
