"""Shrinkage: a mixture of the estimates on the path, weighted by DIW."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.leaf import LeafEstimator
from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Departures, published_only, register
from rankrees.methods.sample import Sample
from rankrees.methods.terms import UNIFORM, Probabilities, Term, normalised
from rankrees.ranges import Range
from rankrees.trees.chains import Chains, make_chains, own_weights
from rankrees.trees.tree import Tree


@register("shrinkage")
@dataclass(frozen=True)
class Shrinkage(LeafEstimator):
    """Shrinkage with weights by deterministic instance weighting (DIW).

    On each node of the path the local estimate is (n_c + 1/C)/(N + 1); above the root
    stands a uniform node with 1/|D|. For each leaf and class the weights start equal;
    each training row of the leaf is taken out of all nodes of the path and adds
    w_i P^i / sum(w P) to beta_i; the betas, normalised, are the new weights. A leaf
    without rows keeps equal weights.

    Parameters
    ----------
    iterations
        How often the weights are re-estimated; one pass in the paper.
    leave_one_out
        Take the row out (Step 2 of the paper); Wang & Zhang's program did not, and
        then all rows of a leaf say the same.
    empty_leaf
        `kept`: a leaf without rows is part of its own chain; `dropped`: it is not, and
        the weights are those that its parent would get (Wang & Zhang's program).

    References
    ----------
    Wang & Zhang 2006, section 3, eq. 1-4 (S).
    """

    reference = "Wang & Zhang 2006, eq. 1-4 (S)"
    use = "for ranking with one tree where every node of a path should count"
    departures: ClassVar[Departures] = {
        "stale-parents": {"stale_chain": True},
        "no-leave-one-out": {"leave_one_out": False},
        "empty-leaf-dropped": {"empty_leaf": "dropped"},
    }

    iterations: Annotated[int, Range(1, 1_000_000)] = 1
    leave_one_out: bool = True
    empty_leaf: Literal["kept", "dropped"] = "kept"
    stale_chain: bool = published_only(False)

    def leaf_proba(self, tree: Tree, sample: Sample) -> NDArray[np.float64]:
        """Mix the local estimates of each leaf's chain."""
        chains = self._chains(tree)
        return normalise_rows(
            _shrink(
                chains.leaves,
                chains.start,
                chains.nodes,
                tree.counts,
                tree.totals,
                sample.labels,
                tree.is_reachable,
                tree.row_start,
                tree.row_end,
                tree.rows,
                tree.row_weights,
                self.iterations,
                self.leave_one_out,
            )
        )

    def leaf_terms(
        self, tree: Tree, sample: Sample, leaf: int, proba: Probabilities
    ) -> list[Term]:
        """Return what each node of the leaf's chain says, with its learnt weight."""
        chain = self._chains(tree).of(leaf)
        weights = path_weights(
            chain,
            tree.counts,
            tree.totals,
            sample.labels,
            tree.is_reachable,
            tree.row_start,
            tree.row_end,
            tree.rows,
            tree.row_weights,
            self.iterations,
            self.leave_one_out,
        )
        above = np.full(tree.n_classes, 1.0 / tree.n_rows)
        terms = [Term(UNIFORM, above, weights[:, 0])]
        for j, node in enumerate(map(int, chain)):
            local = [
                local_estimate(tree.counts, tree.totals, node, c)
                for c in range(tree.n_classes)
            ]
            terms.append(Term(node, np.array(local), weights[:, j + 1]))
        return normalised(terms)

    def _chains(self, tree: Tree) -> Chains:
        dropped = self.empty_leaf == "dropped"
        return make_chains(tree, stale=self.stale_chain, drop_empty_leaf=dropped)


@kernel
def local_estimate(counts: Floats, totals: Floats, node: int, c: int) -> float:
    """Return what a node says of a class: (n_c + 1/C)/(N + 1)."""
    return float((counts[node, c] + 1.0 / counts.shape[1]) / (totals[node] + 1.0))


@kernel
def _shrink(
    leaves: Ints,
    start: Ints,
    nodes: Ints,
    counts: Floats,
    totals: Floats,
    labels: Ints,
    in_tree: NDArray[np.bool_],
    row_start: Ints,
    row_end: Ints,
    rows: Ints,
    row_weights: Floats,
    iterations: int,
    leave_one_out: bool,
) -> Floats:
    proba = np.zeros(counts.shape)
    uniform = 1.0 / (row_end[0] - row_start[0])
    for i in range(leaves.shape[0]):
        chain = nodes[start[i] : start[i + 1]]
        weights = path_weights(
            chain,
            counts,
            totals,
            labels,
            in_tree,
            row_start,
            row_end,
            rows,
            row_weights,
            iterations,
            leave_one_out,
        )
        for c in range(counts.shape[1]):
            mixture = weights[c, 0] * uniform
            for j in range(chain.shape[0]):
                mixture += weights[c, j + 1] * local_estimate(
                    counts, totals, chain[j], c
                )
            proba[leaves[i], c] = mixture
    return proba


@kernel
def path_weights(
    chain: Ints,
    counts: Floats,
    totals: Floats,
    labels: Ints,
    in_tree: NDArray[np.bool_],
    row_start: Ints,
    row_end: Ints,
    rows: Ints,
    row_weights: Floats,
    iterations: int,
    leave_one_out: bool,
) -> Floats:
    """Return (classes, 1 + nodes) weights of a leaf's chain, the uniform node first."""
    k = chain.shape[0]
    local = np.empty(k + 1)
    local[0] = 1.0 / (row_end[0] - row_start[0])
    own = own_weights(chain, in_tree, row_start, row_end, rows, row_weights)
    leaf_labels = labels[rows[row_start[chain[k - 1]] : row_end[chain[k - 1]]]]
    weights = np.full((counts.shape[1], k + 1), 1.0 / (k + 1))
    for c in range(counts.shape[1]):
        for _ in range(iterations):
            if leave_one_out:
                _leave_one_out_pass(
                    chain, c, counts, totals, leaf_labels, own, local, weights[c]
                )
            else:
                for j in range(k):
                    local[j + 1] = local_estimate(counts, totals, chain[j], c)
                _all_in_pass(local, weights[c])
    return weights


@kernel
def _all_in_pass(local: Floats, weights: Floats) -> None:
    """One pass in which every row says the same: normalised twice, as published."""
    total = 0.0
    for j in range(local.shape[0]):
        weights[j] *= local[j]
        total += weights[j]
    again = 0.0
    for j in range(local.shape[0]):
        weights[j] /= total
        again += weights[j]
    for j in range(local.shape[0]):
        weights[j] /= again


@kernel
def _leave_one_out_pass(
    chain: Ints,
    c: int,
    counts: Floats,
    totals: Floats,
    leaf_labels: Ints,
    own: Floats,
    local: Floats,
    weights: Floats,
) -> None:
    """One pass of DIW: every row of the leaf is taken out of the path in its turn."""
    if leaf_labels.shape[0] == 0:
        return
    beta = np.zeros(weights.shape[0])
    for x in range(leaf_labels.shape[0]):
        total = weights[0] * local[0]
        for j in range(chain.shape[0]):
            n_c = counts[chain[j], c]
            if leaf_labels[x] == c:
                n_c -= own[x, j]
            n = totals[chain[j]] - own[x, j]
            local[j + 1] = (n_c + 1.0 / counts.shape[1]) / (n + 1.0)
            total += weights[j + 1] * local[j + 1]
        for j in range(weights.shape[0]):
            beta[j] += weights[j] * local[j] / total
    total = beta.sum()
    for j in range(weights.shape[0]):
        weights[j] = beta[j] / total
