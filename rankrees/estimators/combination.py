"""Combination: shrinkage whose local estimate on every node is WPE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.diw import instance_weighting_pass
from rankrees.estimators.normalise import normalise_rows
from rankrees.estimators.wpe import seen_labels, votes_of_nodes, wpe_estimate
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Departures, Estimator, published_only, register
from rankrees.methods.reading import Reading
from rankrees.methods.sample import Rows, Sample
from rankrees.methods.terms import (
    UNIFORM,
    Probabilities,
    Term,
    answering_leaves,
    normalised,
)
from rankrees.ranges import Range
from rankrees.trees.chains import longest, make_chains, own_weights
from rankrees.trees.route import route_rows
from rankrees.trees.similarity_votes import (
    Ballot,
    Candidates,
    Voters,
    make_ballot,
    make_candidates,
    make_voters,
    n_known,
    vote,
)
from rankrees.trees.tree import Tree


@register("combination")
@dataclass(frozen=True)
class Combination(Estimator):
    """DIW over the WPE estimates of all nodes on the path.

    While the weights of a leaf are learnt, each of its training rows x is ranked by WPE
    on every node of the path, x itself taken out and its class label counted as one
    more attribute; at test time the label is not known and not counted.

    Parameters
    ----------
    iterations
        How often the weights are re-estimated; one pass in the paper's tables, many in
        its Figure 3.
    taken_out
        Where x is taken out: of all nodes of the path (`path`), or of the last one only
        (`leaf`: Wang & Zhang's program).
    empty_leaf
        `kept`: a leaf without rows stays in its chain, with equal weights; `dropped`:
        it is not part of it (Wang & Zhang's program).
    normalise
        Divide each distribution by its sum: `always`, or only where the weights were
        `iterated` more than once (Wang & Zhang's tables were made without the division,
        their Figure 3 with it).
    label_leak
        Count the TEST label too: what Wang & Zhang's program did.

    References
    ----------
    Wang & Zhang 2006, section 5 (C).
    """

    reference = "Wang & Zhang 2006, section 5 (C)"
    use = "to weigh the nodes of a path as well as the rows of each"
    departures: ClassVar[Departures] = {
        "label-leak": {"label_leak": True},
        "stale-parents": {"stale_chain": True},
        "leaf-only-removal": {"taken_out": "leaf"},
        "empty-leaf-dropped": {"empty_leaf": "dropped"},
        "unnormalised": {"normalise": "iterated"},
    }

    iterations: Annotated[int, Range(1, 1_000_000)] = 1
    taken_out: Literal["path", "leaf"] = "path"
    empty_leaf: Literal["kept", "dropped"] = "kept"
    normalise: Literal["always", "iterated"] = "always"
    label_leak: bool = published_only(False)
    stale_chain: bool = published_only(False)

    def fit(self, tree: Tree, sample: Sample) -> Reading:
        """Return the tree, whose leaves learn their weights when they are asked."""
        return CombinationReading(self, tree, sample)


class CombinationReading(Reading):
    """A tree on whose paths the rows of each node vote."""

    def __init__(self, estimator: Combination, tree: Tree, sample: Sample) -> None:
        super().__init__(tree, sample)
        self.estimator = estimator
        self.chains = make_chains(
            tree,
            stale=estimator.stale_chain,
            drop_empty_leaf=estimator.empty_leaf == "dropped",
        )
        self.voters = make_voters(tree, sample.features, sample.labels)
        # those of leaf i's chain begin at row start[i] + i, the uniform node first
        n_weights = int(self.chains.start[-1]) + tree.n_leaves
        self._weights = np.zeros((n_weights, tree.n_classes))
        self._is_learnt = np.zeros(tree.n_leaves, dtype=np.bool_)

    def predict(self, rows: Rows) -> Probabilities:
        """Learn the weights of the leaves that are needed, then mix."""
        chains = self.chains
        routes = route_rows(self.tree, rows.features, rows.at)
        leaf_index = chains.index[routes.leaf]
        features = self.sample.features
        self._learn(leaf_index, matrix=rows.features is features)
        proba = routes.mix(
            _mix(
                self.voters,
                make_candidates(self.voters, features, rows.features),
                routes.in_turn(chains.index, together=self.voters.is_counted),
                Asking(routes.row, leaf_index, rows.at, self._labels(rows)),
                chains.start,
                chains.nodes,
                self._weights,
                self.tree.n_rows,
            )
        )
        return normalise_rows(proba) if self._is_normalised else proba

    def terms(self, rows: Rows) -> list[Term]:
        """Return what each node of the path says, with its learnt weight."""
        chains, own = self.chains, self.sample.features
        routes = self.routes_of_one(rows)
        self._learn(chains.index[routes.leaf], matrix=False)
        candidates = make_candidates(self.voters, own, rows.features, matrix=False)
        above = np.full(self.tree.n_classes, 1.0 / self.tree.n_rows)
        found: list[Term] = []
        for leaf, share in answering_leaves(routes):
            first = int(chains.start[chains.index[leaf]] + chains.index[leaf])
            chain = chains.of(leaf)
            label = self._labels(rows)[0]
            voted = votes_of_nodes(self.voters, candidates, chain, rows.at[0], label)
            found.append(Term(UNIFORM, above, share * self._weights[first]))
            for j, node in enumerate(map(int, chain)):
                weight = share * self._weights[first + j + 1]
                found.append(Term(node, voted[j], weight))
        return normalised(found) if self._is_normalised else found

    @property
    def _is_normalised(self) -> bool:
        estimator = self.estimator
        return estimator.normalise == "always" or estimator.iterations > 1

    def _labels(self, rows: Rows) -> NDArray[np.int32]:
        return seen_labels(rows, leaks=self.estimator.label_leak)

    def _learn(self, leaf_index: NDArray[np.int32], *, matrix: bool) -> None:
        """Learn the weights of those leaves that were not asked before."""
        needed = np.zeros(self.tree.n_leaves, dtype=np.bool_)
        needed[leaf_index] = True
        needed &= ~self._is_learnt
        if not needed.any():
            return
        own = self.sample.features
        _learn_weights(
            self.voters,
            make_candidates(self.voters, own, own, matrix=matrix),
            needed,
            self.chains.start,
            self.chains.nodes,
            self.tree.is_reachable,
            Learning(
                self.tree.n_rows,
                self.estimator.iterations,
                self.estimator.taken_out == "leaf",
            ),
            self._weights,
        )
        self._is_learnt |= needed


class Learning(NamedTuple):
    """How weights are learnt: see `Combination`."""

    n_train: float
    iterations: int
    leaf_only: bool


class Asking(NamedTuple):
    """The routes of the rows that are asked about: row, leaf, and what is asked."""

    row_of: Ints
    leaf_index: Ints
    rows: Ints
    labels: Ints


@kernel
def _learn_weights(
    voters: Voters,
    candidates: Candidates,
    needed: NDArray[np.bool_],
    start: Ints,
    nodes: Ints,
    in_tree: NDArray[np.bool_],
    learning: Learning,
    weights: Floats,
) -> None:
    ballot = make_ballot(voters, candidates, longest(start))
    for i in range(start.shape[0] - 1):
        if not needed[i]:
            continue
        chain = nodes[start[i] : start[i + 1]]
        k = chain.shape[0]
        own = weights[start[i] + i : start[i + 1] + i + 1]
        own[:] = 1.0 / (k + 1)
        if voters.row_start[chain[k - 1]] == voters.row_end[chain[k - 1]]:
            continue
        local = _local_estimates(voters, candidates, ballot, chain, in_tree, learning)
        for _ in range(learning.iterations):
            instance_weighting_pass(local, own)


@kernel
def _local_estimates(
    voters: Voters,
    candidates: Candidates,
    ballot: Ballot,
    chain: Ints,
    in_tree: NDArray[np.bool_],
    learning: Learning,
) -> Floats:
    """Return (leaf rows, 1 + nodes, classes) WPE estimates with the row taken out."""
    n_classes = voters.n_classes
    k = chain.shape[0]
    first, last = voters.row_start[chain[k - 1]], voters.row_end[chain[k - 1]]
    local = np.empty((last - first, k + 1, n_classes))
    at_node = own_weights(
        chain,
        in_tree,
        voters.row_start,
        voters.row_end,
        voters.rows,
        voters.row_weights,
    )
    by_class = np.zeros(n_classes)
    for x in range(last - first):
        row = voters.rows[first + x]
        label = voters.labels[row]
        # all values, plus 1, plus 1 for its own label
        itself = n_known(voters, row) + 2.0
        local[x, 0, :] = 1.0 / learning.n_train
        for j in range(k):
            vote(voters, candidates, ballot, j, chain[j], row, label, by_class)
            if j == k - 1 or not learning.leaf_only:
                by_class[label] -= itself * at_node[x, j]
            total = by_class.sum()
            for c in range(n_classes):
                local[x, j + 1, c] = wpe_estimate(by_class, c, total, 1.0)
    return local


@kernel
def _mix(
    voters: Voters,
    candidates: Candidates,
    turn: Ints,
    asking: Asking,
    start: Ints,
    nodes: Ints,
    weights: Floats,
    n_train: float,
) -> Floats:
    """Return (routes, classes) the mixture of the local estimates on each path."""
    n_classes = voters.n_classes
    mixtures = np.empty((asking.row_of.shape[0], n_classes))
    by_class = np.zeros(n_classes)
    ballot = make_ballot(voters, candidates, longest(start))
    for r in turn:
        leaf = asking.leaf_index[r]
        i = asking.row_of[r]
        row, label = asking.rows[i], asking.labels[i]
        own = weights[start[leaf] + leaf : start[leaf + 1] + leaf + 1]
        for c in range(n_classes):
            mixtures[r, c] = own[0, c] * (1.0 / n_train)
        for j in range(start[leaf + 1] - start[leaf]):
            node = nodes[start[leaf] + j]
            vote(voters, candidates, ballot, j, node, row, label, by_class)
            total = by_class.sum()
            for c in range(n_classes):
                local = wpe_estimate(by_class, c, total, 1.0)
                mixtures[r, c] += own[j + 1, c] * local
    return mixtures
