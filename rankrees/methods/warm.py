"""Compiling the kernels before there is any hurry."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import Attribute, Dataset
from rankrees.kernel import is_compiled
from rankrees.methods.component import Combiner, Estimator, Grower, components
from rankrees.methods.method import Method
from rankrees.methods.prediction import predict_fold
from rankrees.methods.task import Task, make_task
from rankrees.metrics.registry import score_all
from rankrees.split.weka_folds import weka_folds
from rankrees.trees.features import make_features

_LABELS = np.array([0, 1] * 8, dtype=np.int32)


def warm_up(say: Callable[[str], None] | None = None) -> None:
    """Run every registered part once on a toy data set, so that all is compiled.

    Worker processes then find the compiled kernels on disk instead of racing to make
    them. `say` is told when that will take a while.
    """
    if say is not None and not is_compiled():
        say("rankrees: compiling the kernels, once; this takes about a minute")
    mixed = _toy_task(Attribute("numeric"), np.arange(16.0))
    nominal = _toy_task(Attribute("other", ("c", "d")), np.repeat([0, 1], 8))
    growers: list[Grower] = [cls() for cls in components("tree").values()]  # type: ignore[misc]
    estimators: list[Estimator] = [cls() for cls in components("estimator").values()]  # type: ignore[misc]
    combiners: list[Combiner] = [cls() for cls in components("combiner").values()]  # type: ignore[misc]
    for grower in growers:
        for task in [nominal] if grower.nominal_only else [mixed, nominal]:
            tree = grower.grow(task.sample)
            for estimator in estimators:
                proba = estimator.fit(tree, task.sample).predict(task.rows)
                score_all(proba, _LABELS[task.rows.at])
    for combiner in combiners:
        # one that is made for certain estimators fails, but has no kernels of its own
        predict_fold(mixed, [Method(growers[0], estimators[0], combiner)])


def _toy_task(attribute: Attribute, column: NDArray[np.generic]) -> Task:
    dataset = Dataset(
        "toy",
        (Attribute("nominal", ("a", "b")), attribute),
        Attribute("class", ("no", "yes")),
        (
            np.array([0, 0, 1, 1] * 4, dtype=np.int32),
            column.astype(np.int32) if attribute.is_nominal else column,
        ),
        _LABELS,
    )
    fold = weka_folds(dataset.labels, 1, 2)[0]
    return make_task(dataset, make_features(dataset), fold.train, fold.test)
