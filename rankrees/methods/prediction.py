"""Run many methods on one fold, growing each tree once."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankrees.methods.component import Grower
from rankrees.methods.method import AnyMethod, WholeMethod
from rankrees.methods.task import Task
from rankrees.trees.tree import Tree


@dataclass(frozen=True, eq=False)
class Prediction:
    """What one method said about a fold's test rows, and what that took.

    `fit_s` is the time to grow the tree, also where the tree was shared with an
    earlier method; the time of an ensemble or of a whole method is all in `score_s`,
    and it has no single tree.
    """

    proba: NDArray[np.float64]
    n_leaves: int | None
    n_nodes: int | None
    fit_s: float
    score_s: float


def predict_fold(
    task: Task,
    methods: Iterable[AnyMethod],
    leak_from: NDArray[np.int32] | None = None,
) -> dict[str, Prediction | Exception]:
    """Return the predictions of each method, by method id.

    Parameters
    ----------
    task
        The fold, without test labels.
    methods
        What to run. Methods with the same tree share it.
    leak_from
        Labels of all rows, for those methods of the published protocol that read the
        test labels; None (the described protocol) makes such a method an error.

    Returns
    -------
    dict
        A method that failed has its exception in place of a prediction.
    """
    grown: dict[Grower, tuple[Tree, float]] = {}
    found: dict[str, Prediction | Exception] = {}
    for method in methods:
        try:
            found[method.id] = _predict(task, method, leak_from, grown)
        except Exception as error:  # one method's failure must not lose the others
            found[method.id] = error
    return found


def _predict(
    task: Task,
    method: AnyMethod,
    leak_from: NDArray[np.int32] | None,
    grown: dict[Grower, tuple[Tree, float]],
) -> Prediction:
    seen = task
    if method.reads_test_labels:
        if leak_from is None:
            raise ValueError(f"{method.id} reads test labels outside `published`")
        seen = task.with_leak(leak_from)
    if isinstance(method, WholeMethod):
        start = time.perf_counter()
        proba = method.model.predict(seen)
        return Prediction(proba, None, None, 0.0, time.perf_counter() - start)
    if method.combine is not None:
        start = time.perf_counter()
        proba = method.combine.predict(method.tree, method.estimator, seen)
        return Prediction(proba, None, None, 0.0, time.perf_counter() - start)
    if method.tree not in grown:
        start = time.perf_counter()
        # other methods share the tree, so it never sees a leak
        tree = method.tree.grow(task, task.train)
        grown[method.tree] = (tree, time.perf_counter() - start)
    tree, fit_s = grown[method.tree]
    start = time.perf_counter()
    proba = method.estimator.predict(tree, seen)
    score_s = time.perf_counter() - start
    return Prediction(proba, tree.n_leaves, tree.n_nodes, fit_s, score_s)
