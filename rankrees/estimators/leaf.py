"""Estimators that give each leaf one distribution: frequency, Laplace, m-estimate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Departures, Estimator, register
from rankrees.methods.task import Task
from rankrees.ranges import ROWS, Range
from rankrees.trees.kernels import SMALL
from rankrees.trees.plain import PlainTree
from rankrees.trees.route import answer_rows
from rankrees.trees.tree import LEAF, Tree, sum_row


@dataclass(frozen=True)
class LeafEstimator(Estimator):
    """An estimator whose answer depends on the leaf alone."""

    def leaf_proba(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Return (nodes, classes) probabilities; only the leaves' rows are used."""
        raise NotImplementedError

    def predict(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Drop the test rows down the tree and look their leaves up."""
        return answer_rows(tree, task.features, task.test, self.leaf_proba(tree, task))


def answering_nodes(tree: Tree) -> NDArray[np.int32]:
    """Return for each leaf the node whose rows answer: its parent where it is empty.

    Weka's J48 answers a branch that no training row took with the distribution of the
    node above it (which is never empty).
    """
    nodes = np.arange(tree.attribute.shape[0], dtype=np.int32)
    return np.where(tree.is_empty & (tree.parent != LEAF), tree.parent, nodes)


def smoothed(tree: Tree, per_class: float, per_leaf: float) -> NDArray[np.float64]:
    """Return (n_c + `per_class`)/(N + `per_leaf`) of each leaf, 0 off the leaves.

    An empty leaf answers as its parent. Where there is nothing to divide by (no
    training rows at all), everything is 0, as in Weka.
    """
    return _smoothed(
        tree.attribute,
        tree.first_child,
        tree.n_children,
        tree.counts,
        per_class,
        per_leaf,
    )


@kernel
def _smoothed(
    attribute: Ints,
    first_child: Ints,
    n_children: Ints,
    counts: Floats,
    per_class: float,
    per_leaf: float,
) -> Floats:
    proba = np.zeros(counts.shape)
    # what waits: a node and the node above it
    waiting = [(0, 0)]
    while len(waiting) > 0:
        leaf, above = waiting.pop()
        if attribute[leaf] != LEAF:
            first = first_child[leaf]
            for child in range(first, first + n_children[leaf]):
                waiting.append((child, leaf))
            continue
        node = leaf
        total = sum_row(counts[node])
        if total < SMALL:
            node = above
            total = sum_row(counts[node])
        total += per_leaf
        if total != 0.0:
            # np.divide never asks whether it is by 0, so several go at a time
            for c in range(counts.shape[1]):
                proba[leaf, c] = np.divide(counts[node, c] + per_class, total)
    return proba


@dataclass(frozen=True)
class Smoothed(LeafEstimator):
    """A leaf's frequencies, with something added to each class and to the whole."""

    def added(self, n_classes: int) -> tuple[float, float]:
        """Return what is added to the rows of each class, and to those of the leaf."""
        raise NotImplementedError

    def leaf_proba(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Return the smoothed frequencies."""
        return smoothed(tree, *self.added(task.n_classes))

    def predict(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Drop the test rows down the tree and ask their leaves."""
        if isinstance(tree, PlainTree):
            per_class, per_leaf = self.added(task.n_classes)
            return tree.answer(task.test, per_class, per_leaf)
        return super().predict(tree, task)


@register("frequency")
@dataclass(frozen=True)
class Frequency(Smoothed):
    """Relative frequencies n_c/N of the leaf; an empty leaf answers as its parent.

    References
    ----------
    Weka's J48 without -A.
    """

    reference = "Quinlan 1993; Weka's J48"
    use = "for classification; in a ranking, leaves with the same shares tie"

    def added(self, n_classes: int) -> tuple[float, float]:
        """Return what is added: nothing."""
        return 0.0, 0.0


@register("laplace")
@dataclass(frozen=True)
class Laplace(Smoothed):
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

    def added(self, n_classes: int) -> tuple[float, float]:
        """Return what is added: a row of each class."""
        return 1.0, float(n_classes)

    def leaf_proba(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Return the smoothed frequencies."""
        if self.variant == "weka34":
            return _weka34_laplace(tree)
        return super().leaf_proba(tree, task)

    def predict(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Drop the test rows down the tree and ask their leaves."""
        if self.variant == "weka34":
            return LeafEstimator.predict(self, tree, task)
        return super().predict(tree, task)


def _weka34_laplace(tree: Tree) -> NDArray[np.float64]:
    above = np.where(tree.parent == LEAF, 0, tree.parent)
    present = np.count_nonzero(tree.counts > 0.0, axis=1)[above]
    proba: NDArray[np.float64] = (tree.counts + 1.0) / (tree.totals + present)[:, None]
    return proba


@register("m-estimate")
@dataclass(frozen=True)
class MEstimate(Smoothed):
    """m-estimate (n_c + m/C)/(N + m); an empty leaf answers as its parent.

    References
    ----------
    Cestnik 1990; Ferri, Flach & Hernández-Orallo 2003 with m = 4.
    """

    reference = "Cestnik 1990; Ferri et al. 2003, m = 4"
    use = "in place of `laplace`, to choose how strongly to smooth"

    m: Annotated[float, Range(0, ROWS)] = 4.0

    def added(self, n_classes: int) -> tuple[float, float]:
        """Return what is added: m rows, the same of each class."""
        return self.m / n_classes, float(self.m)
