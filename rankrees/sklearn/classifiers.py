"""The classifiers: which method each stands for."""

from __future__ import annotations

import operator
from typing import Any

from rankrees.combiners.bagging import Bagging
from rankrees.combiners.derc import Derc
from rankrees.estimators.naive_bayes import NaiveBayes
from rankrees.growers.c45 import C44, C45
from rankrees.growers.ci_tree import CITree
from rankrees.growers.lazy_tree import LazyTree
from rankrees.growers.nb_tree import NBTree
from rankrees.growers.pet import Pet
from rankrees.growers.root import Root
from rankrees.methods.component import Estimator
from rankrees.methods.method import Method
from rankrees.preprocess.discretize import EqualWidth
from rankrees.preprocess.missing import ReplaceMissing
from rankrees.preprocess.step import Step
from rankrees.sklearn.base import MethodClassifier, read_with


def _seed(random_state: int | None) -> int:
    return 1 if random_state is None else operator.index(random_state)


class C45Classifier(MethodClassifier):
    """C4.5 release 8 as Weka's J48 has it; see `rankrees.growers.c45`.

    Parameters
    ----------
    confidence, min_leaf, pruned, collapse, raising
        Those of J48: -C, -M, and the absence of -U, -O and -S.
    estimator
        How probabilities are read off the tree: a name, with parameters in brackets
        (`m-branch[m=2]`), or an instance.
    """

    def __init__(
        self,
        confidence: float = 0.25,
        min_leaf: int = 2,
        pruned: bool = True,
        collapse: bool = True,
        raising: bool = True,
        estimator: str | Estimator = "frequency",
    ) -> None:
        self.confidence = confidence
        self.min_leaf = min_leaf
        self.pruned = pruned
        self.collapse = collapse
        self.raising = raising
        self.estimator = estimator

    def _method(self) -> Method:
        tree = C45(
            self.confidence, self.min_leaf, self.pruned, self.collapse, self.raising
        )
        return Method(tree, read_with(self.estimator))


class C44Classifier(MethodClassifier):
    """C4.4: C4.5 neither pruned nor collapsed, read with Laplace's estimate.

    Parameters
    ----------
    min_leaf
        Least weight of two branches of a split.
    estimator
        As in `C45Classifier`.
    """

    def __init__(
        self, min_leaf: int = 2, estimator: str | Estimator = "laplace"
    ) -> None:
        self.min_leaf = min_leaf
        self.estimator = estimator

    def _method(self) -> Method:
        return Method(C44(min_leaf=self.min_leaf), read_with(self.estimator))


class LazyTreeClassifier(MethodClassifier):
    """LazyTree: a small tree whose leaves let near rows vote.

    Parameters
    ----------
    min_split, min_leaf, inner_folds, threshold, shuffled
        See `rankrees.growers.lazy_tree`.
    estimator
        As in `C45Classifier`.
    """

    def __init__(
        self,
        min_split: float = 30.0,
        min_leaf: int = 2,
        inner_folds: int = 5,
        threshold: float = 0.0,
        shuffled: bool = False,
        estimator: str | Estimator = "lazy",
    ) -> None:
        self.min_split = min_split
        self.min_leaf = min_leaf
        self.inner_folds = inner_folds
        self.threshold = threshold
        self.shuffled = shuffled
        self.estimator = estimator

    def _method(self) -> Method:
        tree = LazyTree(
            min_split=self.min_split,
            min_leaf=self.min_leaf,
            inner_folds=self.inner_folds,
            threshold=self.threshold,
            shuffled=self.shuffled,
        )
        return Method(tree, read_with(self.estimator))


class PETClassifier(MethodClassifier):
    """A probability estimation tree by one of several split criteria.

    Parameters
    ----------
    criterion
        gain-ratio, gain, gini, dkm, mauc, mauc-all or msee.
    estimator
        As in `C45Classifier`.
    pruning
        K of cardinality pruning; 0 prunes nothing.
    min_leaf
        Least weight of two branches of a split.
    """

    def __init__(
        self,
        criterion: Any = "gain-ratio",
        estimator: str | Estimator = "m-branch",
        pruning: float = 0.0,
        min_leaf: int = 2,
    ) -> None:
        self.criterion = criterion
        self.estimator = estimator
        self.pruning = pruning
        self.min_leaf = min_leaf

    def _method(self) -> Method:
        tree = Pet(
            criterion=self.criterion, cardinality=self.pruning, min_leaf=self.min_leaf
        )
        return Method(tree, read_with(self.estimator))


class BaggedPET(MethodClassifier):
    """Bags of probability estimation trees, as Weka's Bagging draws them.

    Parameters
    ----------
    criterion, estimator, pruning, min_leaf
        As in `PETClassifier`.
    n_estimators
        Number of trees.
    random_state
        Seed of the sampling: a whole number, since it is Java's; None is 1.
    n_jobs
        Threads that grow and ask the trees; -1 is as many as there are processors.
    """

    def __init__(
        self,
        criterion: Any = "gain-ratio",
        estimator: str | Estimator = "laplace",
        pruning: float = 0.0,
        min_leaf: int = 2,
        n_estimators: int = 10,
        random_state: int | None = 1,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.estimator = estimator
        self.pruning = pruning
        self.min_leaf = min_leaf
        self.n_estimators = n_estimators
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _method(self) -> Method:
        tree = Pet(
            criterion=self.criterion, cardinality=self.pruning, min_leaf=self.min_leaf
        )
        bags = Bagging(bags=self.n_estimators, seed=_seed(self.random_state))
        return Method(tree, read_with(self.estimator), bags)


class DERC(MethodClassifier):
    """Naive Bayes bags, re-chosen for each part of the rows that are asked about.

    Parameters
    ----------
    parts
        n of DERC(n): into how many parts the asked rows are dealt.
    over
        The ensemble that is chosen from: bagging or adaboost-m1.
    n_estimators
        Number of its members.
    neighbours, subsets
        See `rankrees.combiners.derc`.
    random_state
        Seed: a whole number, since it is Java's; None is 1.
    n_jobs
        Threads that train and ask the members.

    Notes
    -----
    The answer for a row depends on the other rows of the same call, as in the paper:
    ask about all rows of a ranking at once.
    """

    def __init__(
        self,
        parts: int = 1,
        over: Any = "bagging",
        n_estimators: int = 15,
        neighbours: int = 5,
        subsets: int = 5,
        random_state: int | None = 1,
        n_jobs: int | None = None,
    ) -> None:
        self.parts = parts
        self.over = over
        self.n_estimators = n_estimators
        self.neighbours = neighbours
        self.subsets = subsets
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _method(self) -> Method:
        chosen = Derc(
            parts=self.parts,
            over=self.over,
            size=self.n_estimators,
            neighbours=self.neighbours,
            subsets=self.subsets,
            seed=_seed(self.random_state),
        )
        return Method(Root(), NaiveBayes(), chosen)


class _NominalClassifier(MethodClassifier):
    """A method for nominal data; numbers are put into ten intervals of equal width.

    Missing values become means and modes first, as in the papers; both are fitted on
    the training rows.
    """

    def _steps(self) -> tuple[Step, ...]:
        return ReplaceMissing(scope="train"), EqualWidth(scope="train", bins=10)


class CITreeClassifier(_NominalClassifier):
    """The conditional independence tree, learnt by AUC, with naive Bayes leaves.

    Parameters
    ----------
    inner_auc, inner_folds, min_rows, prune
        See `rankrees.growers.ci_tree`.
    """

    def __init__(
        self,
        inner_auc: Any = "auc_unb",
        inner_folds: int = 5,
        min_rows: int = 5,
        prune: Any = "children",
    ) -> None:
        self.inner_auc = inner_auc
        self.inner_folds = inner_folds
        self.min_rows = min_rows
        self.prune = prune

    def _method(self) -> Method:
        tree = CITree(
            inner_auc=self.inner_auc,
            inner_folds=self.inner_folds,
            min_rows=self.min_rows,
            prune=self.prune,
        )
        return Method(tree, NaiveBayes(tested=False))


class NBTreeClassifier(_NominalClassifier):
    """NBTree: splits that save naive Bayes errors, naive Bayes at the leaves.

    Parameters
    ----------
    min_split, min_gain, inner_folds
        See `rankrees.growers.nb_tree`.
    """

    def __init__(
        self, min_split: int = 30, min_gain: float = 0.05, inner_folds: int = 5
    ) -> None:
        self.min_split = min_split
        self.min_gain = min_gain
        self.inner_folds = inner_folds

    def _method(self) -> Method:
        tree = NBTree(
            min_split=self.min_split,
            min_gain=self.min_gain,
            inner_folds=self.inner_folds,
        )
        return Method(tree, NaiveBayes())
