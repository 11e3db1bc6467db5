"""Run many methods on one fold, growing each tree once."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from rankrees.methods.fitted import Fitted
from rankrees.methods.method import AnyMethod, Method
from rankrees.methods.sample import LeakedRows, Rows
from rankrees.methods.task import Task


@dataclass(frozen=True, eq=False)
class Prediction:
    """What one method said about a fold's test rows, and what that took.

    `fit_s` is the time to grow, also where the tree was shared with an earlier method;
    an ensemble and a whole method have no single tree.
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
    found: dict[str, Prediction | Exception] = {}
    for method in methods:
        try:
            found[method.id] = _predict(task, method, leak_from)
        except Exception as error:  # one method's failure must not lose the others
            found[method.id] = error
    return found


def _predict(
    task: Task, method: AnyMethod, leak_from: NDArray[np.int32] | None
) -> Prediction:
    if method.asks_for is LeakedRows:
        if leak_from is None:
            raise ValueError(f"{method.id} reads test labels outside `published`")
        task = task.with_leak(leak_from)
    start = time.perf_counter()
    if isinstance(method, Method):
        learnt = method.learn(task.sample)
        start, fit_s = time.perf_counter(), learnt.seconds
        fitted = method.assemble(learnt, task.sample)
    else:
        fitted = method.fit(task.sample)
        fit_s = time.perf_counter() - start
        start += fit_s
    # a test set, leaked or not, is what every model can be asked with
    proba = cast(Fitted[Rows], fitted).predict(task.rows)
    score_s = time.perf_counter() - start
    tree = fitted.tree
    if tree is None:
        return Prediction(proba, None, None, fit_s, score_s)
    return Prediction(proba, tree.n_leaves, tree.n_nodes, fit_s, score_s)
