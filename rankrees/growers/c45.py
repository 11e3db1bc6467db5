"""C4.5 as Weka's J48 grows it, and C4.4."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rankrees.methods.component import WeightedGrower, register
from rankrees.methods.sample import Sample
from rankrees.ranges import ROWS, Range
from rankrees.trees.grow import grow_c45
from rankrees.trees.tree import Tree


@register("c45")
@dataclass(frozen=True)
class C45(WeightedGrower):
    """C4.5 release 8 as Weka's J48 has it.

    Parameters
    ----------
    confidence
        Confidence of the pruning estimate (J48 -C).
    min_leaf
        Least weight of two branches of a split (J48 -M).
    pruned
        Error-based pruning; False is J48 -U.
    collapse
        Collapse subtrees that save no training error; False is J48 -O.
    raising
        Subtree raising; False is J48 -S.

    References
    ----------
    Quinlan, C4.5: Programs for Machine Learning (1993); Weka 3.9.
    """

    reference = "Quinlan 1993; Weka's J48 -C 0.25 -M 2"
    use = "where a small tree that people can read matters most"

    confidence: Annotated[float, Range(0, 1, above=True, below=True)] = 0.25
    min_leaf: Annotated[int, Range(1, ROWS)] = 2
    pruned: bool = True
    collapse: bool = True
    raising: bool = True

    def grow(self, sample: Sample) -> Tree:
        """Grow, collapse and prune a tree."""
        return grow_c45(
            sample.features,
            sample.labels,
            sample.n_classes,
            sample.rows,
            sample.weights,
            self.confidence,
            self.min_leaf,
            self.pruned,
            self.collapse,
            self.raising,
        )


@register("c44")
@dataclass(frozen=True)
class C44(C45):
    """C4.4's tree: C4.5 without pruning and without collapsing.

    References
    ----------
    Provost & Domingos, Tree induction for probability-based ranking (2003); the tree of
    Weka's J48 -U -O. Its Laplace estimate is the estimator's part.
    """

    reference = "Provost & Domingos 2003; Weka's J48 -U -O"
    use = "for ranking, as Provost & Domingos advise: not pruned"
    read_with = "laplace"

    pruned: bool = False
    collapse: bool = False
