"""AUC-CITree: splits after which naive Bayes ranks best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from rankrees.bayes.blocks import make_lines
from rankrees.bayes.tree_auc import prune_ci
from rankrees.bayes.tree_grow import grow_by_bayes, make_tree
from rankrees.bayes.tree_nodes import INNER_AUCS, SMALL_PARTS, Rule
from rankrees.errors import RankreesError
from rankrees.methods.component import Departures, Grower, later, register
from rankrees.methods.sample import Sample
from rankrees.ranges import ROWS, Range
from rankrees.trees.tree import Tree


@register("ci-tree")
@dataclass(frozen=True)
class CITree(Grower):
    """The conditional independence tree learnt by AUC; nominal values only.

    At a node, each attribute that is left divides the rows by its values. A naive Bayes
    in each part is cross-validated; the predictions of all parts together have one AUC,
    and the attribute with the highest wins, even if the node's own is higher. It goes
    on until rows or attributes run out. Then, bottom up, children are removed where a
    naive Bayes in their place ranks no worse. Read it with the estimator `naive-bayes`.

    Parameters
    ----------
    inner_auc
        The AUC inside (see `rankrees list metrics`): `auc_unb`, which the group's later
        papers report, `auc_2004`, which this one does, or Hand & Till's `auc`.
    inner_folds
        Blocks of the cross-validation.
    min_rows
        A part with fewer rows is not cross-validated, and is not split.
    shuffled
        Whether the rows of a part are shuffled and stratified first; otherwise the
        blocks run in the order of the training set.
    keep_tested
        Whether attributes tested on the way stay in the naive Bayes of a part. Read the
        tree accordingly: with `naive-bayes: {tested: false}` where they do not.
    pooled
        Whether the predictions of all parts are put together and have one AUC, as the
        text says. Otherwise each part has its own, and their mean weighted by rows
        counts; a part with too few rows, or without an AUC, has 0.5.
    prune
        What a naive Bayes leaf in the place of a node is compared with: its `children`
        as leaves (the split as it was chosen), the leaves of its `subtree`, or `none`.
    min_split
        A node with fewer rows is not split; `min_rows` where that is more.
    small_grow, small_prune
        What a part with fewer than `min_rows` says of its rows, while splits are chosen
        and while pruning: all classes are equally likely (`uniform`), or all but the
        right one (`wrong`), or none (`zero`); or its rows are `left-out`.

    Notes
    -----
    Choices, where the paper is silent: all of the above parameters but `inner_folds`,
    `min_rows` and `uniform`; a node with rows of one class is a leaf; an attribute with
    one value at a node is passed over; the first of equal attributes wins.

    References
    ----------
    Su & Zhang, Learning conditional independence tree for ranking (ICDM 2004).
    """

    reference = "Su & Zhang 2004"
    nominal_only = True
    read_with = "naive-bayes[tested=false]"
    use = "for ranking where attributes depend on each other; nominal data only"

    inner_auc: Literal["auc_unb", "auc", "auc_2004"] = "auc_unb"
    inner_folds: Annotated[int, Range(2, 10_000)] = 5
    min_rows: Annotated[int, Range(2, ROWS)] = 5
    shuffled: bool = False
    keep_tested: bool = False
    pooled: bool = True
    prune: Literal["children", "subtree", "none"] = "children"
    min_split: Annotated[int, Range(0, ROWS)] = later(0)
    small_grow: Literal["uniform", "wrong", "zero", "left-out"] = later("uniform")
    small_prune: Literal["uniform", "wrong", "zero", "left-out"] = later("uniform")

    departures: ClassVar[Departures] = {
        "ci-tree-old-curve": {"inner_auc": "auc_2004"},
        "ci-tree-subtree": {"prune": "subtree"},
        "ci-tree-tested-stay": {"keep_tested": True},
        "ci-tree-small-parts": {"small_grow": "left-out", "small_prune": "wrong"},
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.min_rows < self.inner_folds:
            raise RankreesError("min_rows is at least inner_folds")

    def grow(self, sample: Sample) -> Tree:
        """Grow and prune a tree."""
        lines = make_lines(sample.features, sample.labels, sample.rows, self.name)
        rule = Rule(
            by_auc=True,
            min_split=max(self.min_split, self.min_rows),
            min_part=self.min_rows,
            n_folds=self.inner_folds,
            shuffled=self.shuffled,
            keep_tested=self.keep_tested,
            pooled=self.pooled,
            min_gain=0.0,
            inner_auc=INNER_AUCS.index(self.inner_auc),
            small_grow=SMALL_PARTS.index(self.small_grow),
            small_prune=SMALL_PARTS.index(self.small_prune),
        )
        grown = grow_by_bayes(lines, sample.n_classes, rule)
        if self.prune != "none":
            prune_ci(lines, grown, rule, self.prune == "children")
        return make_tree(grown, lines.rows)
