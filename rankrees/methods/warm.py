"""Compiling the kernels before there is any hurry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import Attribute, Dataset
from rankrees.errors import RankreesError
from rankrees.kernel import watch
from rankrees.methods.component import Combiner, Estimator, Grower, components
from rankrees.methods.method import AnyMethod, Method
from rankrees.methods.task import Task, make_task
from rankrees.metrics.registry import score_all
from rankrees.split.weka_folds import weka_folds
from rankrees.trees.features import make_features

_LABELS = np.array([0, 1] * 8, dtype=np.int32)


def warm_up(
    say: Callable[[str], None] | None = None,
    methods: Iterable[AnyMethod] | None = None,
    *,
    gaps: bool = True,
) -> None:
    """Run methods once on toy data sets, so that their kernels are compiled.

    Worker processes then find the compiled kernels on disk instead of racing to make
    them.

    Parameters
    ----------
    say
        Is told how far it is, where something has to be compiled.
    methods
        Those whose kernels are needed; by default, every registered part is run.
    gaps
        Whether there may be missing values, which have kernels of their own.
    """
    numbers = np.arange(16.0)
    mixed = [_toy_task(Attribute("numeric"), numbers)]
    if gaps:
        mixed.append(
            _toy_task(Attribute("numeric"), np.where(numbers > 13, np.nan, numbers))
        )
    nominal = _toy_task(Attribute("other", ("c", "d")), np.repeat([0, 1], 8))
    wanted = _all_parts() if methods is None else dict.fromkeys(methods)
    steps = [
        partial(_run, method, task)
        for method in wanted
        if isinstance(method, Method)
        for task in ([nominal] if method.tree.nominal_only else [nominal, *mixed])
    ]
    for k, step in enumerate(steps, 1):
        news = f"rankrees: compiling, once: {k} of {len(steps)}"
        _telling(step, partial(say, news) if say is not None else None)


def _telling(step: Callable[[], None], tell: Callable[[], None] | None) -> None:
    """Do a step; tell once if something is compiled meanwhile."""
    compiled: list[str] = []

    def notice(name: str) -> None:
        if not compiled and tell is not None:
            tell()
        compiled.append(name)

    stop = watch(notice)
    try:
        step()
    finally:
        stop()


def _all_parts() -> Iterator[Method]:
    """Yield methods that have every registered part in one of them."""
    growers: list[Grower] = [cls() for cls in components("tree").values()]  # type: ignore[misc]
    estimators: list[Estimator] = [cls() for cls in components("estimator").values()]  # type: ignore[misc]
    combiners: list[Combiner] = [cls() for cls in components("combiner").values()]  # type: ignore[misc]
    for grower in growers:
        for estimator in estimators:
            yield Method(grower, estimator)
    for combiner in combiners:
        yield Method(growers[0], estimators[0], combiner)


def _run(method: Method, task: Task) -> None:
    # a method may refuse some data, and a combiner some estimators
    with suppress(RankreesError):
        if method.combine is not None:
            proba = method.combine.predict(method.tree, method.estimator, task)
        else:
            tree = method.tree.grow(task, task.train)
            proba = method.estimator.predict(tree, task)
        score_all(proba, _LABELS[task.test])


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
    task = make_task(dataset, make_features(dataset), fold.train, fold.test)
    return task.with_leak(_LABELS)
