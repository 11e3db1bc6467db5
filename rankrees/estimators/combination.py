"""Combination: shrinkage whose local estimate on every node is WPE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.diw import instance_weighting_pass
from rankrees.estimators.normalise import normalise_rows
from rankrees.estimators.wpe import seen_labels
from rankrees.kernel import kernel
from rankrees.methods.component import Departures, Estimator, published_only, register
from rankrees.methods.task import Task
from rankrees.trees.chains import Chains, make_chains, own_weights
from rankrees.trees.kernels import Floats, Ints
from rankrees.trees.route import route_rows
from rankrees.trees.similarity import add_weights, similarity_row
from rankrees.trees.structure import Tree


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
    use = "to weigh the nodes of a path as well as the rows of each; slow on large sets"
    departures: ClassVar[Departures] = {
        "label-leak": {"label_leak": True},
        "stale-parents": {"stale_chain": True},
        "leaf-only-removal": {"taken_out": "leaf"},
        "empty-leaf-dropped": {"empty_leaf": "dropped"},
        "unnormalised": {"normalise": "iterated"},
    }

    iterations: int = 1
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
        routes = route_rows(tree, task.table, task.test)
        needed = np.zeros(tree.n_leaves, dtype=np.bool_)
        needed[chains.index[routes.leaf]] = True
        weights = self.path_weights(tree, task, chains, needed)
        similarity = task.table.similarity
        proba = _mix(
            routes.start,
            chains.index[routes.leaf],
            routes.weight,
            task.test,
            seen_labels(task),
            task.labels,
            chains.start,
            chains.nodes,
            weights,
            tree.row_start,
            tree.row_end,
            tree.rows,
            tree.row_weights,
            float(tree.row_end[0] - tree.row_start[0]),
            similarity.matrix,
            similarity.codes,
            similarity.numbers,
            similarity.slot,
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
        similarity = task.table.similarity
        weights: NDArray[np.float64] = _learn_weights(
            needed,
            chains.start,
            chains.nodes,
            task.labels,
            tree.n_classes,
            tree.is_reachable,
            tree.row_start,
            tree.row_end,
            tree.rows,
            tree.row_weights,
            float(tree.row_end[0] - tree.row_start[0]),
            self.iterations,
            self.taken_out == "leaf",
            similarity.matrix,
            similarity.codes,
            similarity.numbers,
            similarity.slot,
        )
        return weights


@kernel
def _learn_weights(
    needed: NDArray[np.bool_],
    start: Ints,
    nodes: Ints,
    labels: Ints,
    n_classes: int,
    in_tree: NDArray[np.bool_],
    row_start: Ints,
    row_end: Ints,
    rows: Ints,
    row_weights: Floats,
    n_train: float,
    iterations: int,
    leaf_only: bool,
    matrix: Ints,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
) -> Floats:
    n_leaves = start.shape[0] - 1
    weights = np.zeros((start[-1] + n_leaves, n_classes))
    for i in range(n_leaves):
        if not needed[i]:
            continue
        chain = nodes[start[i] : start[i + 1]]
        k = chain.shape[0]
        own = weights[start[i] + i : start[i + 1] + i + 1]
        own[:] = 1.0 / (k + 1)
        first, last = row_start[chain[k - 1]], row_end[chain[k - 1]]
        if first == last:
            continue
        local = _local_estimates(
            chain,
            labels,
            n_classes,
            in_tree,
            row_start,
            row_end,
            rows,
            row_weights,
            n_train,
            leaf_only,
            matrix,
            codes,
            numbers,
            slot,
        )
        for _ in range(iterations):
            instance_weighting_pass(local, own)
    return weights


@kernel
def _local_estimates(
    chain: Ints,
    labels: Ints,
    n_classes: int,
    in_tree: NDArray[np.bool_],
    row_start: Ints,
    row_end: Ints,
    rows: Ints,
    row_weights: Floats,
    n_train: float,
    leaf_only: bool,
    matrix: Ints,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
) -> Floats:
    """Return (leaf rows, 1 + nodes, classes) WPE estimates with the row taken out."""
    k = chain.shape[0]
    first, last = row_start[chain[k - 1]], row_end[chain[k - 1]]
    local = np.empty((last - first, k + 1, n_classes))
    at_node = own_weights(chain, in_tree, row_start, row_end, rows, row_weights)
    by_class = np.zeros(n_classes)
    buffer = np.zeros(codes.shape[1], dtype=matrix.dtype)
    for x in range(last - first):
        row = rows[first + x]
        shared = similarity_row(row, matrix, codes, numbers, slot, buffer)
        itself = shared[row] + 2.0  # all values, plus 1, plus 1 for its own label
        local[x, 0, :] = 1.0 / n_train
        for j in range(k):
            node = chain[j]
            add_weights(
                shared,
                labels[row],
                labels,
                rows,
                row_weights,
                row_start[node],
                row_end[node],
                by_class,
            )
            if j == k - 1 or not leaf_only:
                by_class[labels[row]] -= itself * at_node[x, j]
            total = by_class.sum()
            for c in range(n_classes):
                local[x, j + 1, c] = (by_class[c] + 1.0 / n_classes) / (total + 1.0)
    return local


@kernel
def _mix(
    route_start: Ints,
    leaf_index: Ints,
    shares: Floats,
    test: Ints,
    test_labels: Ints,
    labels: Ints,
    start: Ints,
    nodes: Ints,
    weights: Floats,
    row_start: Ints,
    row_end: Ints,
    rows: Ints,
    row_weights: Floats,
    n_train: float,
    matrix: Ints,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
) -> Floats:
    n_classes = weights.shape[1]
    proba = np.zeros((test.shape[0], n_classes))
    by_class = np.zeros(n_classes)
    mixture = np.zeros(n_classes)
    buffer = np.zeros(codes.shape[1], dtype=matrix.dtype)
    for i in range(test.shape[0]):
        shared = similarity_row(test[i], matrix, codes, numbers, slot, buffer)
        for r in range(route_start[i], route_start[i + 1]):
            leaf = leaf_index[r]
            own = weights[start[leaf] + leaf : start[leaf + 1] + leaf + 1]
            for c in range(n_classes):
                mixture[c] = own[0, c] * (1.0 / n_train)
            for j in range(start[leaf + 1] - start[leaf]):
                node = nodes[start[leaf] + j]
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
                    local = (by_class[c] + 1.0 / n_classes) / (total + 1.0)
                    mixture[c] += own[j + 1, c] * local
            for c in range(n_classes):
                proba[i, c] += shares[r] * mixture[c]
    return proba
