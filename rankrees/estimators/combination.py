"""Combination: shrinkage whose local estimate on every node is WPE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.diw import instance_weighting_pass
from rankrees.estimators.normalise import normalise_rows
from rankrees.estimators.wpe import seen_labels
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Departures, Estimator, published_only, register
from rankrees.methods.task import Task
from rankrees.ranges import Range
from rankrees.trees.chains import Chains, longest, make_chains, own_weights
from rankrees.trees.route import route_rows
from rankrees.trees.similarity_votes import (
    Ballot,
    Voters,
    make_ballot,
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

    def predict(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Learn the weights of the leaves that are needed, then mix."""
        chains = make_chains(
            tree, stale=self.stale_chain, drop_empty_leaf=self.empty_leaf == "dropped"
        )
        routes = route_rows(tree, task.features, task.test)
        needed = np.zeros(tree.n_leaves, dtype=np.bool_)
        needed[chains.index[routes.leaf]] = True
        weights = self.path_weights(tree, task, chains, needed)
        voters = make_voters(tree, task.features, task.labels)
        proba = routes.mix(
            _mix(
                voters,
                routes.in_turn(chains.index, together=voters.is_counted),
                routes.row,
                chains.index[routes.leaf],
                task.test,
                seen_labels(task),
                chains.start,
                chains.nodes,
                weights,
                float(tree.row_end[0] - tree.row_start[0]),
            )
        )
        if self.normalise == "always" or self.iterations > 1:
            proba = normalise_rows(proba)
        return proba

    def path_weights(
        self, tree: Tree, task: Task, chains: Chains, needed: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return (chain positions + leaves, classes) weights of the needed leaves.

        The weights of leaf i's chain begin at row start[i] + i, the uniform node first.
        """
        weights: NDArray[np.float64] = _learn_weights(
            make_voters(tree, task.features, task.labels),
            needed,
            chains.start,
            chains.nodes,
            tree.is_reachable,
            float(tree.row_end[0] - tree.row_start[0]),
            self.iterations,
            self.taken_out == "leaf",
        )
        return weights


@kernel
def _learn_weights(
    voters: Voters,
    needed: NDArray[np.bool_],
    start: Ints,
    nodes: Ints,
    in_tree: NDArray[np.bool_],
    n_train: float,
    iterations: int,
    leaf_only: bool,
) -> Floats:
    n_leaves = start.shape[0] - 1
    weights = np.zeros((start[-1] + n_leaves, voters.n_classes))
    ballot = make_ballot(voters, longest(start))
    for i in range(n_leaves):
        if not needed[i]:
            continue
        chain = nodes[start[i] : start[i + 1]]
        k = chain.shape[0]
        own = weights[start[i] + i : start[i + 1] + i + 1]
        own[:] = 1.0 / (k + 1)
        if voters.row_start[chain[k - 1]] == voters.row_end[chain[k - 1]]:
            continue
        local = _local_estimates(voters, ballot, chain, in_tree, n_train, leaf_only)
        for _ in range(iterations):
            instance_weighting_pass(local, own)
    return weights


@kernel
def _local_estimates(
    voters: Voters,
    ballot: Ballot,
    chain: Ints,
    in_tree: NDArray[np.bool_],
    n_train: float,
    leaf_only: bool,
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
        local[x, 0, :] = 1.0 / n_train
        for j in range(k):
            vote(voters, ballot, j, chain[j], row, label, by_class)
            if j == k - 1 or not leaf_only:
                by_class[label] -= itself * at_node[x, j]
            total = by_class.sum()
            for c in range(n_classes):
                local[x, j + 1, c] = (by_class[c] + 1.0 / n_classes) / (total + 1.0)
    return local


@kernel
def _mix(
    voters: Voters,
    turn: Ints,
    row_of: Ints,
    leaf_index: Ints,
    test: Ints,
    test_labels: Ints,
    start: Ints,
    nodes: Ints,
    weights: Floats,
    n_train: float,
) -> Floats:
    """Return (routes, classes) the mixture of the local estimates on each path."""
    n_classes = voters.n_classes
    mixtures = np.empty((row_of.shape[0], n_classes))
    by_class = np.zeros(n_classes)
    ballot = make_ballot(voters, longest(start))
    for r in turn:
        leaf = leaf_index[r]
        i = row_of[r]
        own = weights[start[leaf] + leaf : start[leaf + 1] + leaf + 1]
        for c in range(n_classes):
            mixtures[r, c] = own[0, c] * (1.0 / n_train)
        for j in range(start[leaf + 1] - start[leaf]):
            node = nodes[start[leaf] + j]
            vote(voters, ballot, j, node, test[i], test_labels[i], by_class)
            total = by_class.sum()
            for c in range(n_classes):
                local = (by_class[c] + 1.0 / n_classes) / (total + 1.0)
                mixtures[r, c] += own[j + 1, c] * local
    return mixtures
