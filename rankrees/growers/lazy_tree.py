"""LazyTree: splits that a lazy estimator does not lose by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rankrees.methods.component import Grower, register
from rankrees.methods.likeness import Numeric, likeness_of
from rankrees.methods.sample import Sample
from rankrees.ranges import ROWS, Range
from rankrees.trees.grow import grow_c45
from rankrees.trees.lazy_kernels import cut
from rankrees.trees.tree import Tree


@register("lazy-tree")
@dataclass(frozen=True)
class LazyTree(Grower):
    """C4.5's choice of splits, each kept if lazy estimation gets no worse by it.

    The paper says that a node of fewer than 30 instances is not split, and that a split
    is kept if its relative gain of accuracy is not negative. How the accuracy is found
    it leaves open; here, as in NBTree, it is that of the lazy estimator in a
    cross-validation inside the node, against the sum of cross-validations inside each
    branch, where a branch with fewer rows than blocks has everything wrong. Nothing is
    pruned or collapsed.

    A split depends on the rows of its node alone. So the whole C4.5 tree is grown first
    and then cut from the top, which comes to the same as stopping.

    Parameters
    ----------
    min_split
        Least weight of a node that is split.
    min_leaf
        Least weight of two branches of a split (J48 -M).
    inner_folds
        Blocks of the cross-validation; 5 in NBTree.
    threshold
        Least relative gain (A_branches - A_node) / A_node; NBTree asks for 5 % of the
        errors.
    shuffled
        Whether a node's rows are shuffled and stratified first, as NBTree does with
        those of a branch; otherwise the blocks run in the order of the training set, as
        NBTree's at a node do.
    numeric
        When two numeric values differ; see the estimator `lazy`.

    References
    ----------
    Liang & Yan 2006; Kohavi 1996 (NBTree).
    """

    reference = "Liang & Yan 2006"
    use = "with the estimator `lazy`, on data with few, nominal attributes"
    read_with = "lazy"

    min_split: Annotated[float, Range(0, ROWS)] = 30.0
    min_leaf: Annotated[int, Range(1, ROWS)] = 2
    inner_folds: Annotated[int, Range(2, 10_000)] = 5
    threshold: Annotated[float, Range(-1, ROWS)] = 0.0
    shuffled: bool = False
    numeric: Numeric = "equal"

    def grow(self, sample: Sample) -> Tree:
        """Grow C4.5's tree and cut it where a split does not pay."""
        tree = grow_c45(
            sample.features,
            sample.labels,
            sample.n_classes,
            sample.rows,
            None,
            confidence=0.25,
            min_leaf=self.min_leaf,
            pruned=False,
            collapse=False,
            raising=False,
        )
        compared = likeness_of(sample, self.numeric).own
        attribute, n_children = tree.attribute.copy(), tree.n_children.copy()
        cut(
            attribute,
            tree.first_child,
            n_children,
            tree.totals,
            tree.row_start,
            tree.row_end,
            tree.rows,
            tree.row_weights,
            sample.labelled,
            sample.labels,
            sample.n_classes,
            compared.codes,
            compared.numbers,
            compared.slot,
            float(self.min_split),
            self.threshold,
            self.inner_folds,
            self.shuffled,
        )
        return tree.cut(attribute, n_children, tree.threshold)
