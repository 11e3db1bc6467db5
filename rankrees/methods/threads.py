"""Doing the same for several things, one after the other or side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
Made = TypeVar("Made")


def in_threads(
    function: Callable[[T], Made], items: Iterable[T], n_jobs: int = 1
) -> list[Made]:
    """Return what a function makes of each item, in order.

    Threads are enough: kernels run without Python's lock. `n_jobs` is joblib's, so that
    -1 means as many threads as there are processors.
    """
    if n_jobs == 1:
        return [function(item) for item in items]
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=n_jobs, prefer="threads")
    found: list[Made] = parallel(delayed(function)(item) for item in items)
    return found
