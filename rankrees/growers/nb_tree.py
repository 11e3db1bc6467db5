"""NBTree: splits that save naive Bayes errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rankrees.bayes.blocks import make_lines
from rankrees.bayes.tree_grow import grow_by_bayes, make_tree
from rankrees.bayes.tree_nodes import Rule
from rankrees.methods.component import Grower, register
from rankrees.methods.sample import Sample
from rankrees.ranges import ROWS, Range
from rankrees.trees.tree import Tree


@register("nb-tree")
@dataclass(frozen=True)
class NBTree(Grower):
    """A tree with naive Bayes at the leaves, as Weka grows it; nominal values only.

    At a node naive Bayes is cross-validated, and so it is in the parts of each split;
    the split with the fewest errors is taken if it saves enough of them. Parts with
    fewer rows than blocks count as wrong altogether, and two must be larger. Read it
    with the estimator `naive-bayes`.

    Parameters
    ----------
    min_split
        Least rows of a node that is split.
    min_gain
        Least relative decrease of the errors.
    inner_folds
        Blocks of the cross-validation: in the order of the training set at a node,
        shuffled and stratified in its parts.

    References
    ----------
    Kohavi, Scaling up the accuracy of naive-Bayes classifiers: a decision-tree hybrid
    (KDD 1996); Weka 3.6's NBTree.
    """

    reference = "Kohavi 1996; Weka's NBTree"
    nominal_only = True
    read_with = "naive-bayes"
    use = "where naive Bayes does well but for a few strong attributes"

    min_split: Annotated[int, Range(0, ROWS)] = 30
    min_gain: Annotated[float, Range(0, 1)] = 0.05
    inner_folds: Annotated[int, Range(2, 10_000)] = 5

    def grow(self, sample: Sample) -> Tree:
        """Grow a tree."""
        lines = make_lines(sample.features, sample.labels, sample.rows, self.name)
        rule = Rule(
            by_auc=False,
            min_split=max(self.min_split, self.inner_folds),
            min_part=self.inner_folds,
            n_folds=self.inner_folds,
            shuffled=False,
            keep_tested=True,
            pooled=True,
            min_gain=self.min_gain,
        )
        grown = grow_by_bayes(lines, sample.n_classes, rule)
        return make_tree(grown, lines.rows)
