"""Estimators that give each leaf one distribution: frequency, Laplace, m-estimate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.methods.component import Departures, Estimator, register
from rankrees.methods.task import Task
from rankrees.trees.route import route_rows
from rankrees.trees.structure import LEAF, Tree


@dataclass(frozen=True)
class LeafEstimator(Estimator):
    """An estimator whose answer depends on the leaf alone."""

    def leaf_proba(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Return (nodes, classes) probabilities; only the leaves' rows are used."""
        raise NotImplementedError

    def predict(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Drop the test rows down the tree and look their leaves up."""
        routes = route_rows(tree, task.table, task.test)
        return routes.spread(self.leaf_proba(tree, task))


def answering_nodes(tree: Tree) -> NDArray[np.int32]:
    """Return for each leaf the node whose rows answer: its parent where it is empty.

    Weka's J48 answers a branch that no training row took with the distribution of the
    node above it (which is never empty).
    """
    nodes = np.arange(tree.attribute.shape[0], dtype=np.int32)
    return np.where(tree.is_empty & (tree.parent != LEAF), tree.parent, nodes)


@register("frequency")
@dataclass(frozen=True)
class Frequency(LeafEstimator):
    """Relative frequencies n_c/N of the leaf; an empty leaf answers as its parent.

    References
    ----------
    Weka's J48 without -A.
    """

    reference = "Quinlan 1993; Weka's J48"
    use = "for classification; in a ranking, leaves with the same shares tie"

    def leaf_proba(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Return the frequencies."""
        nodes = answering_nodes(tree)
        totals = tree.totals[nodes]
        totals[totals == 0.0] = 1.0  # an empty training set: all zero, as in Weka
        proba: NDArray[np.float64] = tree.counts[nodes] / totals[:, None]
        return proba


@register("laplace")
@dataclass(frozen=True)
class Laplace(LeafEstimator):
    """Laplace estimate (n_c + 1)/(N + C); an empty leaf answers as its parent.

    Parameters
    ----------
    variant
        `textbook`, or `weka34`: the Laplace of the Weka of 2004-2006, (n_c + 1)/(N + k)
        with k the number of classes present at the leaf's PARENT (at the root: at the
        root), 1/k for every class in an empty leaf, and nothing renormalised, so that
        a distribution may sum to more than 1.

    References
    ----------
    Provost & Domingos 2003; Weka's J48 -A.
    """

    reference = "Provost & Domingos 2003; Weka's J48 -A"
    use = "as the plain choice for ranking"
    departures: ClassVar[Departures] = {"weka34-laplace": {"variant": "weka34"}}

    variant: Literal["textbook", "weka34"] = "textbook"

    def leaf_proba(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Return the smoothed frequencies."""
        if self.variant == "weka34":
            return _weka34_laplace(tree)
        nodes = answering_nodes(tree)
        proba: NDArray[np.float64] = (tree.counts[nodes] + 1.0) / (
            tree.totals[nodes] + tree.n_classes
        )[:, None]
        return proba


def _weka34_laplace(tree: Tree) -> NDArray[np.float64]:
    above = np.where(tree.parent == LEAF, 0, tree.parent)
    present = np.count_nonzero(tree.counts > 0.0, axis=1)[above]
    proba: NDArray[np.float64] = (tree.counts + 1.0) / (tree.totals + present)[:, None]
    return proba


@register("m-estimate")
@dataclass(frozen=True)
class MEstimate(LeafEstimator):
    """m-estimate (n_c + m/C)/(N + m); an empty leaf answers as its parent.

    References
    ----------
    Cestnik 1990; Ferri, Flach & Hernández-Orallo 2003 with m = 4.
    """

    reference = "Cestnik 1990; Ferri et al. 2003, m = 4"
    use = "in place of `laplace`, to choose how strongly to smooth"

    m: float = 4.0

    def leaf_proba(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Return the smoothed frequencies."""
        nodes = answering_nodes(tree)
        proba: NDArray[np.float64] = (tree.counts[nodes] + self.m / tree.n_classes) / (
            tree.totals[nodes] + self.m
        )[:, None]
        return proba
