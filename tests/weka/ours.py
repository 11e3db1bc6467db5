"""The same folds, trees and texts by rankrees, in the order of WekaReference.java."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from rankrees.combiners.adaboost import AdaBoostM1
from rankrees.combiners.bagging import Bagging
from rankrees.data.dataset import Dataset
from rankrees.estimators.leaf import Frequency, Laplace
from rankrees.estimators.naive_bayes import NaiveBayes
from rankrees.growers.c45 import C44, C45
from rankrees.growers.nb_tree import NBTree
from rankrees.growers.root import Root
from rankrees.methods.component import Grower
from rankrees.methods.method import Method
from rankrees.methods.prediction import predict_fold
from rankrees.methods.task import make_task
from rankrees.preprocess.pipeline import STEPS, prepare_dataset
from rankrees.split.weka_folds import weka_folds
from rankrees.trees.features import make_features
from rankrees.trees.text import tree_text
from rankrees.trees.tree import LEAF, Tree

J48 = "weka.classifiers.trees.J48"
BAG = f"weka.classifiers.meta.Bagging -P 100 -S 1 -I 10 -print -W {J48}"

TREES = {
    J48: Method(C45(), Frequency()),
    f"{J48} -A": Method(C45(), Laplace()),
    f"{J48} -S": Method(C45(raising=False), Frequency()),
    f"{J48} -U -A -O": Method(C44(), Laplace()),
}
"""Weka's command line -> the method that must give the same trees and numbers."""

BAGS = {
    BAG: Method(C45(), Frequency(), Bagging()),
    f"{BAG} -- -U -A -O": Method(C44(), Laplace(), Bagging()),
}

NB = "weka.classifiers.bayes.NaiveBayes"

BAYES = {
    NB: Method(Root(), NaiveBayes()),
    f"weka.classifiers.meta.Bagging -P 50 -S 1 -I 15 -W {NB}": Method(
        Root(), NaiveBayes(), Bagging(bags=15, percent=50)
    ),
}

BOOSTS = {
    f"weka.classifiers.meta.AdaBoostM1 -P 100 -S 1 -I 15 -W {NB}": Method(
        Root(), NaiveBayes(), AdaBoostM1(rounds=15)
    ),
    f"weka.classifiers.meta.AdaBoostM1 -Q -P 100 -S 1 -I 15 -W {NB}": Method(
        Root(), NaiveBayes(), AdaBoostM1(rounds=15, resample=True)
    ),
}

NB_TREES = {"WekaReference$NBTree": Method(NBTree(), NaiveBayes())}
"""Compared in the mode `filtered` only: these want nominal values."""

MODES = {
    "filtered": ("replace-missing", "discretize-equal-width"),
    "raw": (),
}
"""Mode -> the preprocessing steps that stand for Weka's filters."""

N_FOLDS = 10


def prepared(dataset: Dataset, mode: str) -> Dataset:
    """Apply the steps of a mode."""
    return prepare_dataset(dataset, [STEPS[name]() for name in MODES[mode]])


def results(
    dataset: Dataset, methods: Mapping[str, Method]
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Yield model text and distributions, fold by fold, method by method (run 1).

    Parameters
    ----------
    dataset
        The prepared data.
    methods
        By Weka's command line.
    """
    table = make_features(dataset)
    for fold in weka_folds(dataset.labels, 1, N_FOLDS):
        task = make_task(dataset, table, fold.train, fold.test)
        grown: dict[Grower, Tree] = {}
        for method in methods.values():
            if isinstance(method.combine, Bagging):
                learnt = method.learn(task.sample)
                text = "".join(
                    f"{_text(tree, method.tree, dataset)}\n\n" for tree in learnt.trees
                )
                fitted = method.assemble(learnt, task.sample)
                yield text, fitted.predict(task.rows)
                continue
            if method.tree not in grown:
                grown[method.tree] = method.tree.grow(task.sample)
            tree = grown[method.tree]
            text = _text(tree, method.tree, dataset)
            yield text, method.estimator.fit(tree, task.sample).predict(task.rows)


def distributions(
    dataset: Dataset, methods: Mapping[str, Method]
) -> Iterator[NDArray[np.float64]]:
    """Yield what `results` does, of methods without a text of their own."""
    table = make_features(dataset)
    for fold in weka_folds(dataset.labels, 1, N_FOLDS):
        task = make_task(dataset, table, fold.train, fold.test)
        found = predict_fold(task, methods.values())
        for method in methods.values():
            prediction = found[method.id]
            if isinstance(prediction, Exception):
                raise prediction
            yield prediction.proba


def _text(tree: Tree, grower: Grower, dataset: Dataset) -> str:
    if isinstance(grower, NBTree):
        return _nb_tree_text(tree, dataset)
    pruned = isinstance(grower, C45) and grower.pruned
    heading = f"J48 {'pruned' if pruned else 'unpruned'} tree\n------------------\n"
    return heading + tree_text(tree, dataset)


def _nb_tree_text(tree: Tree, dataset: Dataset) -> str:
    """Return the tree with its leaves by number, counted depth first as Weka does."""
    number = {int(node): i for i, node in enumerate(tree.nodes)}
    lines = [": NB0"] if tree.attribute[0] == LEAF else [""]

    def write(node: int, depth: int) -> None:
        attribute = dataset.attributes[tree.attribute[node]]
        assert attribute.values is not None
        for b, value in enumerate(attribute.values):
            child = int(tree.first_child[node]) + b
            line = f"{'|   ' * depth}{attribute.name} = {value}"
            if tree.attribute[child] == LEAF:
                lines.append(f"{line}: NB {number[child]}")
            else:
                lines.append(line)
                write(child, depth + 1)

    if tree.attribute[0] != LEAF:
        write(0, 0)
    return (
        "\n".join(lines)
        + f"\n\nNumber of Leaves  : \t{tree.n_leaves}\n"
        + f"\nSize of the tree : \t{tree.n_nodes}\n"
    )
