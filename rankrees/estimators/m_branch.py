"""m-branch smoothing: each node's estimate is the prior of the node below it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.leaf import LeafEstimator
from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Departures, published_only, register
from rankrees.methods.sample import Sample
from rankrees.methods.terms import UNIFORM, Probabilities, Term, normalised, scaled
from rankrees.ranges import ROWS, Range
from rankrees.trees.chains import make_chains
from rankrees.trees.kernels import LEAF
from rankrees.trees.tree import Tree


@register("m-branch")
@dataclass(frozen=True)
class MBranch(LeafEstimator):
    """m-branch: p^0 = 1/C, and down the path p^j = (n^j + m p^(j-1)) / (N^j + m).

    Parameters
    ----------
    m
        The m, or the M of an adaptive m.
    adaptive
        m = M (1 + (1 - 1/h) sqrt(N)) at a node of height h, N = training rows.
    height
        What the height of a node is: steps down to the leaf in question plus one
        (`path`), or to the lowest leaf below the node plus one (`node`).
    normalise
        Divide each distribution by its sum (which is 1 but for rounding).

    References
    ----------
    Ferri, Flach & Hernández-Orallo 2003; adaptive m with `path` heights as in the M
    columns of Wang & Zhang 2006.
    """

    reference = "Ferri et al. 2003; Wang & Zhang 2006 (M)"
    use = "for ranking with deep, unpruned trees"
    departures: ClassVar[Departures] = {
        "stale-parents": {"stale_chain": True},
        "unnormalised": {"normalise": False},
    }

    m: Annotated[float, Range(0, ROWS, above=True)] = 4.0
    adaptive: bool = False
    height: Literal["path", "node"] = "path"
    normalise: bool = True
    stale_chain: bool = published_only(False)

    def leaf_proba(self, tree: Tree, sample: Sample) -> NDArray[np.float64]:
        """Return the estimates at the end of each leaf's chain."""
        chains = make_chains(tree, stale=self.stale_chain)
        proba = _m_branch(
            chains.leaves,
            chains.start,
            chains.nodes,
            heights(tree.nodes, tree.parent),
            tree.counts,
            tree.totals,
            self.m,
            self.adaptive,
            self.height == "node",
            tree.n_rows,
        )
        return normalise_rows(proba) if self.normalise else proba

    def leaf_terms(
        self, tree: Tree, sample: Sample, leaf: int, proba: Probabilities
    ) -> list[Term]:
        """Unroll the recursion into weights of n_j/N_j, and of 1/C above the root."""
        chain = make_chains(tree, stale=self.stale_chain).of(leaf)
        height = heights(tree.nodes, tree.parent)
        uniform = np.full(tree.n_classes, 1.0 / tree.n_classes)
        terms = [Term(UNIFORM, uniform, np.ones(tree.n_classes))]
        for k, node in enumerate(map(int, chain)):
            m = self.m
            if self.adaptive:
                h = height[node] if self.height == "node" else len(chain) - k
                m = adaptive_m(m, float(h), tree.n_rows)
            total = float(tree.totals[node])
            kept = m / (total + m)
            terms = scaled(terms, kept)
            local = tree.counts[node] / total if total > 0 else uniform
            terms.append(Term(node, local, np.full(tree.n_classes, 1.0 - kept)))
        return normalised(terms) if self.normalise else terms


@kernel
def heights(nodes: Ints, parent: Ints) -> Ints:
    """Return 1 for a leaf, else 1 + the largest height among the sons."""
    height = np.ones(parent.shape[0], dtype=np.int64)
    for k in range(nodes.shape[0] - 1, -1, -1):
        up = parent[nodes[k]]
        if up != LEAF:
            height[up] = max(height[up], height[nodes[k]] + 1)
    return height


@kernel
def adaptive_m(m: float, height: float, n_train: float) -> float:
    """Return M (1 + (1 - 1/h) sqrt(N))."""
    return m * (1.0 + (1.0 - 1.0 / height) * math.sqrt(n_train))


@kernel
def _m_branch(
    leaves: Ints,
    start: Ints,
    nodes: Ints,
    node_heights: Ints,
    counts: Floats,
    totals: Floats,
    m: float,
    adaptive: bool,
    node_height: bool,
    n_train: float,
) -> Floats:
    n_classes = counts.shape[1]
    proba = np.zeros(counts.shape)
    for i in range(leaves.shape[0]):
        for c in range(n_classes):
            q = 1.0 / n_classes
            for k in range(start[i], start[i + 1]):
                node = nodes[k]
                node_m = m
                if adaptive:
                    h = float(start[i + 1] - k)
                    if node_height:
                        h = float(node_heights[node])
                    node_m = adaptive_m(m, h, n_train)
                q = (counts[node, c] + node_m * q) / (totals[node] + node_m)
            proba[leaves[i], c] = q
    return proba
