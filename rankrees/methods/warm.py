"""Compiling the kernels before there is any hurry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset
from rankrees.errors import RankreesError
from rankrees.kernel import watch
from rankrees.methods.component import Combiner, Estimator, Grower, components
from rankrees.methods.fitted import Fitted
from rankrees.methods.method import AnyMethod, Method
from rankrees.methods.sample import Rows
from rankrees.methods.task import Task, make_task
from rankrees.metrics.registry import score_all
from rankrees.split.weka_folds import weka_folds
from rankrees.trees.features import make_features

_LABELS = np.array([0, 1] * 8, dtype=np.int32)


def warm_up(
    say: Callable[[str], None] | None = None,
    methods: Iterable[AnyMethod] | None = None,
    *,
    numbers: bool = True,
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
    numbers, gaps
        Whether there may be numeric attributes, and missing values; both have kernels
        of their own.
    """
    codes, column = np.repeat([0, 1], 8), np.arange(16.0)
    other, numeric = Attribute("other", ("c", "d")), Attribute("numeric")
    nominal = [_toy_task(other, codes)]
    mixed = []
    if gaps:
        mixed.append(_toy_task(other, np.where(column > 13, MISSING_CODE, codes)))
    if numbers:
        mixed.append(_toy_task(numeric, column))
    if numbers and gaps:
        mixed.append(_toy_task(numeric, np.where(column > 13, np.nan, column)))
    wanted = _all_parts() if methods is None else dict.fromkeys(methods)
    steps = [
        partial(_run, method, task)
        for method in wanted
        if isinstance(method, Method)
        for task in (nominal if method.tree.nominal_only else nominal + mixed)
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
        asked = task.with_leak(_LABELS)  # what some methods want, others do not see it
        proba = cast(Fitted[Rows], method.fit(task.sample)).predict(asked.rows)
        score_all(proba, _LABELS[task.rows.at])


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
