"""Probability estimation trees: splits by several criteria, cardinality pruning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np

from rankrees.methods.component import Grower, register
from rankrees.methods.sample import Sample
from rankrees.ranges import ROWS, Range
from rankrees.trees.grow import grow_by_criterion
from rankrees.trees.kernels import SMALL
from rankrees.trees.pet_kernels import cut_small_leaves
from rankrees.trees.tree import LEAF, Tree


@register("pet")
@dataclass(frozen=True)
class Pet(Grower):
    """A tree for probabilities: not collapsed, and pruned by cardinality alone.

    Parameters
    ----------
    criterion
        What a split is chosen by, see `rankrees.trees.criteria`. With `gain-ratio` and
        without pruning the tree is C4.4's.
    min_leaf
        Least weight of two branches of a split (J48 -M).
    improving
        Split only where that is worth more than the node left alone. False: wherever a
        split is possible (but by gain-ratio, which stops as C4.5 does); that matters to
        msee, whose trees are a quarter larger then.
    cardinality
        K of the pruning rule; 0 prunes nothing.
    cardinality_rule
        The bound: `2K/c` as printed, or `2Kc`; c is the number of declared classes.
    prune_by
        Whose cardinality the bound is for. `node`: a node that holds less than the
        bound is a leaf. `leaf`: while all sons of a node are leaves, and one that is
        not empty holds less than the bound, the node becomes a leaf.

    Notes
    -----
    Choices, where the paper is silent:

    - Splits are C4.5's: one branch per declared value, two of which need `min_leaf`, a
      nominal attribute once on a path; two sides of a threshold, with C4.5's least
      weight of a side. So trees differ by the criterion and nothing else.
    - Worth more than the node left alone is: a decrease in impurity, an AUC above 1/2,
      a decrease in the expected squared error. C4.5 too wants a gain.
    - A threshold is found by the criterion itself, without C4.5's correction of gain.
    - "A node is pruned when Card(l) < 2K/c" is read as: nothing grows below such a
      node. With c >= 2, K = 1 prunes nothing then, and the bound has an effect only
      above 2 `min_leaf`, since smaller nodes are never split.

    References
    ----------
    Ferri, Flach & Hernández-Orallo, Improving the AUC of probabilistic estimation trees
    (ECML 2003).
    """

    reference = "Ferri, Flach & Hernández-Orallo 2003"
    use = "to try split criteria or cardinality pruning"
    read_with = "m-branch"

    criterion: Literal[
        "gain-ratio", "gain", "gini", "dkm", "mauc", "mauc-all", "msee"
    ] = "gain-ratio"
    min_leaf: Annotated[int, Range(1, ROWS)] = 2
    improving: bool = True
    cardinality: Annotated[float, Range(0, ROWS)] = 0.0
    cardinality_rule: Literal["2K/c", "2Kc"] = "2K/c"
    prune_by: Literal["node", "leaf"] = "node"

    def grow(self, sample: Sample) -> Tree:
        """Grow and prune a tree."""
        tree = self._unpruned(sample)
        bound = self.bound(sample.n_classes)
        if bound == 0:
            return tree
        attribute = tree.attribute.copy()
        n_children = tree.n_children.copy()
        if self.prune_by == "leaf":
            cut_small_leaves(
                attribute, tree.first_child, n_children, tree.totals, bound
            )
        else:
            attribute[bound - tree.totals > SMALL] = LEAF
        leaf = attribute == LEAF
        n_children[leaf] = 0
        threshold = np.where(leaf, np.nan, tree.threshold)
        return tree.cut(attribute, n_children, threshold)

    def _unpruned(self, sample: Sample) -> Tree:
        """Grow the tree, or take that of another K: the sweep grows it once a fold."""
        key = ("unpruned", self.criterion, self.min_leaf, self.improving)
        return sample.memo.once(
            key,
            lambda: grow_by_criterion(
                sample.features,
                sample.labels,
                sample.n_classes,
                sample.rows,
                criterion=self.criterion,
                min_leaf=self.min_leaf,
                floor=0.0 if self.improving else -np.inf,
            ),
        )

    def bound(self, n_classes: int) -> float:
        """Return the cardinality below which a node is pruned."""
        if self.cardinality_rule == "2Kc":
            return 2.0 * self.cardinality * n_classes
        return 2.0 * self.cardinality / n_classes
