"""Estimators that give each leaf one distribution: frequency, Laplace, m-estimate."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.methods.component import Departures, Estimator, register
from rankrees.methods.reading import Reading
from rankrees.methods.sample import Rows, Sample
from rankrees.methods.terms import Probabilities, Term, answering_leaves, scaled
from rankrees.ranges import ROWS, Range
from rankrees.trees.route import answer_rows
from rankrees.trees.smoothing import answer_smoothed, answering_nodes, smoothed
from rankrees.trees.tree import LEAF, Tree


@dataclass(frozen=True)
class LeafEstimator(Estimator):
    """An estimator whose answer depends on the leaf alone."""

    def leaf_proba(self, tree: Tree, sample: Sample) -> NDArray[np.float64]:
        """Return (nodes, classes) probabilities; only the leaves' rows are used."""
        raise NotImplementedError

    def leaf_terms(
        self, tree: Tree, sample: Sample, leaf: int, proba: Probabilities
    ) -> list[Term]:
        """Return what makes the probabilities `proba` of a leaf.

        Unless an estimator knows better, that is what the node says whose rows answer.
        """
        node = int(answering_nodes(tree)[leaf])
        return [Term(node, proba, np.ones_like(proba))]

    def fit(self, tree: Tree, sample: Sample) -> Reading:
        """Return the tree with a distribution at each leaf."""
        return LeafReading(self, tree, sample)


class LeafReading(Reading):
    """A tree with a distribution at each leaf."""

    def __init__(self, estimator: LeafEstimator, tree: Tree, sample: Sample) -> None:
        super().__init__(tree, sample)
        self.estimator = estimator

    @cached_property
    def leaf_proba(self) -> Probabilities:
        """(nodes, classes) probabilities; only the leaves' rows mean something."""
        return self.estimator.leaf_proba(self.tree, self.sample)

    def predict(self, rows: Rows) -> Probabilities:
        """Drop the rows down the tree and look their leaves up."""
        return answer_rows(self.tree, rows.features, rows.at, self.leaf_proba)

    def terms(self, rows: Rows) -> list[Term]:
        """Take the distributions of the leaves apart that answer for a row."""
        tree, sample, found = self.tree, self.sample, []
        for leaf, share in answering_leaves(self.routes_of_one(rows)):
            proba = self.leaf_proba[leaf]
            terms = self.estimator.leaf_terms(tree, sample, leaf, proba)
            found += scaled(terms, share)
        return found


@dataclass(frozen=True)
class Smoothed(LeafEstimator):
    """A leaf's frequencies, with something added to each class and to the whole."""

    def added(self, n_classes: int) -> tuple[float, float]:
        """Return what is added to the rows of each class, and to those of the leaf."""
        raise NotImplementedError

    def leaf_proba(self, tree: Tree, sample: Sample) -> NDArray[np.float64]:
        """Return the smoothed frequencies."""
        return smoothed(tree, *self.added(sample.n_classes))

    def fit(self, tree: Tree, sample: Sample) -> Reading:
        """Return the tree with smoothed frequencies at its leaves."""
        return SmoothedReading(self, tree, sample)


class SmoothedReading(LeafReading):
    """A tree whose leaves are asked for their rows when a row gets to them."""

    estimator: Smoothed

    def predict(self, rows: Rows) -> Probabilities:
        """Drop the rows down the tree and ask their leaves."""
        added = self.estimator.added(self.sample.n_classes)
        return answer_smoothed(self.tree, rows.features, rows.at, *added)


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

    def leaf_proba(self, tree: Tree, sample: Sample) -> NDArray[np.float64]:
        """Return the smoothed frequencies."""
        if self.variant == "weka34":
            return _weka34_laplace(tree)
        return super().leaf_proba(tree, sample)

    def fit(self, tree: Tree, sample: Sample) -> Reading:
        """Return the tree with smoothed frequencies at its leaves."""
        if self.variant == "weka34":
            return LeafReading(self, tree, sample)
        return super().fit(tree, sample)


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
