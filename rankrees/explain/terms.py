"""Taking an estimate apart: a weighted sum of what single nodes say.

For every estimator the terms add up to its own probability but for rounding: the tests
compare the two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import singledispatch

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.combination import Combination
from rankrees.estimators.leaf import LeafEstimator, answering_nodes
from rankrees.estimators.ling_yan import LingYan
from rankrees.estimators.m_branch import MBranch, heights
from rankrees.estimators.shrinkage import Shrinkage, path_weights
from rankrees.estimators.wpe import WPE, first_with_rows
from rankrees.methods.component import Estimator
from rankrees.methods.task import Task
from rankrees.trees.chains import make_chains
from rankrees.trees.kernels import branch_of
from rankrees.trees.route import Routes, route_rows
from rankrees.trees.similarity import add_weights, similarity_row
from rankrees.trees.tree import LEAF, Tree

UNIFORM = -1
"""The node of a term that stands above the root and knows nothing."""

Probabilities = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Term:
    """What one node says (`local`), and how much that counts, class by class."""

    node: int
    local: Probabilities
    weight: Probabilities

    @property
    def contribution(self) -> Probabilities:
        """What the node adds to the probabilities."""
        product: Probabilities = self.weight * self.local
        return product


def explain(estimator: Estimator, tree: Tree, task: Task) -> list[Term]:
    """Return the terms whose contributions add up to the estimate for the test row.

    Parameters
    ----------
    estimator, tree
        How the probability is found. An estimator that is not known here is one term:
        its answer, at the leaf that counts most.
    task
        A task with one test row.
    """
    if task.test.shape[0] != 1:
        raise ValueError("one row is explained at a time")
    return _terms(estimator, tree, task, route_rows(tree, task.features, task.test))


@singledispatch
def _terms(estimator: Estimator, tree: Tree, task: Task, routes: Routes) -> list[Term]:
    proba = estimator.predict(tree, task)[0]
    heaviest = int(routes.leaf[np.argmax(routes.weight)])
    return [Term(heaviest, proba, np.ones_like(proba))]


@_terms.register
def _(estimator: LeafEstimator, tree: Tree, task: Task, routes: Routes) -> list[Term]:
    proba = estimator.leaf_proba(tree, task)
    answering = answering_nodes(tree)
    return [
        Term(int(answering[leaf]), proba[leaf], np.full(tree.n_classes, share))
        for leaf, share in _answers(routes)
    ]


@_terms.register
def _(estimator: MBranch, tree: Tree, task: Task, routes: Routes) -> list[Term]:
    """p_j = (n_j + m p_(j-1))/(N_j + m), unrolled into weights of n_j/N_j and 1/C."""
    chains = make_chains(tree, stale=estimator.stale_chain)
    height = heights(tree.nodes, tree.parent)
    n_train = float(tree.row_end[0] - tree.row_start[0])
    found: list[Term] = []
    for leaf, share in _answers(routes):
        i = chains.index[leaf]
        chain = chains.nodes[chains.start[i] : chains.start[i + 1]]
        uniform = np.full(tree.n_classes, 1.0 / tree.n_classes)
        terms = [Term(UNIFORM, uniform, np.ones(tree.n_classes))]
        for k, node in enumerate(map(int, chain)):
            m = estimator.m
            if estimator.adaptive:
                h = height[node] if estimator.height == "node" else len(chain) - k
                m *= 1.0 + (1.0 - 1.0 / h) * math.sqrt(n_train)
            total = float(tree.totals[node])
            kept = m / (total + m)
            terms = [replace(term, weight=term.weight * kept) for term in terms]
            local = tree.counts[node] / total if total > 0 else uniform
            terms.append(Term(node, local, np.full(tree.n_classes, 1.0 - kept)))
        divided = _divided(terms) if estimator.normalise else terms
        found += _scaled(divided, share)
    return found


@_terms.register
def _(estimator: Shrinkage, tree: Tree, task: Task, routes: Routes) -> list[Term]:
    dropped = estimator.empty_leaf == "dropped"
    chains = make_chains(tree, stale=estimator.stale_chain, drop_empty_leaf=dropped)
    found: list[Term] = []
    for leaf, share in _answers(routes):
        i = chains.index[leaf]
        chain = chains.nodes[chains.start[i] : chains.start[i + 1]]
        weights = path_weights(
            chain,
            tree.counts,
            tree.totals,
            task.labels,
            tree.is_reachable,
            tree.row_start,
            tree.row_end,
            tree.rows,
            tree.row_weights,
            estimator.iterations,
            estimator.leave_one_out,
        )
        terms = [_uniform(tree, weights[:, 0])]
        for j, node in enumerate(map(int, chain)):
            counts, total = tree.counts[node], tree.totals[node]
            local = (counts + 1.0 / tree.n_classes) / (total + 1.0)
            terms.append(Term(node, local, weights[:, j + 1]))
        found += _scaled(_divided(terms), share)
    return found


@_terms.register
def _(estimator: WPE, tree: Tree, task: Task, routes: Routes) -> list[Term]:
    up = tree.chain_parent if estimator.stale_chain else tree.parent
    answering = first_with_rows(up, tree.is_empty)
    return _divided(
        Term(
            int(answering[leaf]),
            _wpe(tree, task, int(answering[leaf])),
            np.full(tree.n_classes, share),
        )
        for leaf, share in _answers(routes)
    )


@_terms.register
def _(estimator: Combination, tree: Tree, task: Task, routes: Routes) -> list[Term]:
    dropped = estimator.empty_leaf == "dropped"
    chains = make_chains(tree, stale=estimator.stale_chain, drop_empty_leaf=dropped)
    needed = np.zeros(tree.n_leaves, dtype=np.bool_)
    needed[chains.index[routes.leaf]] = True
    weights = estimator.path_weights(tree, task, chains, needed)
    found: list[Term] = []
    for leaf, share in _answers(routes):
        i = int(chains.index[leaf])
        first = int(chains.start[i]) + i
        found.append(_uniform(tree, share * weights[first]))
        chain = chains.nodes[chains.start[i] : chains.start[i + 1]]
        for j, node in enumerate(map(int, chain)):
            weight = share * weights[first + j + 1]
            found.append(Term(node, _wpe(tree, task, node), weight))
    if estimator.normalise == "always" or estimator.iterations > 1:
        return _divided(found)
    return found


@_terms.register
def _(estimator: LingYan, tree: Tree, task: Task, routes: Routes) -> list[Term]:
    answering = answering_nodes(tree)
    found = []
    for leaf in map(int, tree.leaves):
        counts = tree.counts[answering[leaf]]
        present = estimator.classes == "present"
        added = np.count_nonzero(counts) if present else tree.n_classes
        local = (counts + 1.0) / (tree.totals[answering[leaf]] + added)
        weight = estimator.decay ** _n_failed(tree, task, leaf)
        found.append(Term(leaf, local, np.full(tree.n_classes, weight)))
    return _divided(found)


def _answers(routes: Routes) -> Iterable[tuple[int, float]]:
    """Yield the leaves that answer, each with its share."""
    return zip(routes.leaf.tolist(), routes.weight.tolist(), strict=True)


def _uniform(tree: Tree, weight: Probabilities) -> Term:
    """Return the uniform node of shrinkage: 1/|D| for each class."""
    n_train = float(tree.row_end[0] - tree.row_start[0])
    return Term(UNIFORM, np.full(tree.n_classes, 1.0 / n_train), weight)


def _scaled(terms: Iterable[Term], factor: float) -> list[Term]:
    return [replace(term, weight=term.weight * factor) for term in terms]


def _divided(terms: Iterable[Term]) -> list[Term]:
    """Divide by the sum over all classes, as the estimators do at the end."""
    terms = list(terms)
    total = float(sum(term.contribution.sum() for term in terms))
    return _scaled(terms, 1.0 / total) if total else terms


def _wpe(tree: Tree, task: Task, node: int) -> Probabilities:
    """Return what WPE says of the test row at a node."""
    alike = task.features.similarity
    arrays = (alike.matrix, alike.codes, alike.numbers, alike.slot)
    buffer = np.zeros(alike.codes.shape[1], dtype=alike.matrix.dtype)
    shared = similarity_row(task.test[0], *arrays, buffer)
    votes = np.zeros(tree.n_classes)
    start, end = tree.row_start[node], tree.row_end[node]
    add_weights(shared, -1, task.labels, tree.rows, tree.row_weights, start, end, votes)
    proba: Probabilities = (votes + 1.0 / tree.n_classes) / (votes.sum() + 1.0)
    return proba


def _n_failed(tree: Tree, task: Task, leaf: int) -> int:
    """Return how many tests on the way to a leaf the test row fails."""
    failed, node = 0, leaf
    features = task.features
    while (above := int(tree.parent[node])) != LEAF:
        taken = branch_of(
            features.codes,
            features.numbers,
            features.slot,
            tree.attribute[above],
            tree.threshold[above],
            task.test[0],
        )
        failed += taken != node - tree.first_child[above]
        node = above
    return failed
