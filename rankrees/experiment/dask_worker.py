"""What happens on a Dask worker: the same as in a worker process of our own."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pickle
import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator
from functools import cache
from typing import Any

from rankrees.data.catalog import cache_dir
from rankrees.data.dataset import Dataset
from rankrees.errors import RankreesError
from rankrees.experiment.fingerprint import fingerprint
from rankrees.experiment.outcome import FoldOutcome
from rankrees.experiment.plan import Job, Source
from rankrees.experiment.provenance import cpu_name
from rankrees.experiment.worker import run_jobs
from rankrees.methods.warm import warm_up

Fingerprint = tuple[tuple[str, str], ...]

_one_fold_at_a_time = threading.Lock()
"""A worker's threads share its memory, and their times would not be those of one."""

_KEPT_BYTES = 128 * 2**20
_FETCH_S = 5
_kept: OrderedDict[str, tuple[Dataset, int]] = OrderedDict()
"""Data sets of this worker and their sizes, the last used one last.

Not left to Dask: it drops a worker's copy as soon as no job that waits needs it, and
would send it again with the next one.
"""

received: Counter[str] = Counter()
"""How many times each data set came to this worker."""


class VersionsDifferError(RankreesError):
    """A worker on which the same job might give other bits."""


def describe_worker() -> dict[str, Any]:
    """Return what a worker is made of, and where it runs."""
    return {"versions": fingerprint(), "cpu": cpu_name(), "host": os.uname().nodename}


def check_versions(expected: Fingerprint, found: Fingerprint, where: str) -> None:
    """Refuse a worker that has other versions than the program that sends the jobs."""
    here = dict(found)
    for name, version in expected:
        if here.get(name) != version:
            raise VersionsDifferError(
                f"{where} has {name} {here.get(name, 'of no version')}, but here it "
                f"is {version}: results might differ; install the same on all machines"
            )


def data_key(digest: str) -> str:
    """Return the name of the task that holds a data set."""
    return f"rankrees-data-{digest}"


def hold(packed: bytes) -> bytes:
    """Keep a data set in the memory of a worker, from where others can get it."""
    return packed


def run_chunk(
    digest: str, packed: bytes, memory: int | None, expected: Fingerprint
) -> list[list[FoldOutcome]]:
    """Run jobs of one data set; return the outcomes job by job.

    The jobs come packed: a worker of another version may not be able to unpack them,
    and workers may join while a run goes on, so each job looks at the versions first.
    """
    check_versions(expected, fingerprint(), f"the worker on {os.uname().nodename}")
    jobs: tuple[Job, ...]
    source: Source
    with _one_fold_at_a_time:
        dataset = _dataset(digest)
        source, jobs = pickle.loads(packed)
        _compile()
        return run_jobs(source, jobs, memory, dataset)


def _dataset(digest: str) -> Dataset:
    if digest not in _kept:
        packed = _fetch(digest)
        received[digest] += 1
        _kept[digest] = pickle.loads(packed), len(packed)
        while len(_kept) > 1 and sum(n for _, n in _kept.values()) > _KEPT_BYTES:
            _kept.popitem(last=False)
    _kept.move_to_end(digest)
    return _kept[digest][0]


def _fetch(digest: str) -> bytes:
    """Get a data set from the worker that holds it.

    If none does (it was lost and has to be put somewhere again, for which this very
    thread may be needed), the job steps back and is dealt again.
    """
    import asyncio
    import concurrent.futures

    from distributed import Future, Reschedule, get_client

    # said to be there, so that it is asked for at once
    future = Future(data_key(digest), client=get_client(), state="memory")
    try:
        packed: bytes = future.result(timeout=_FETCH_S)
    except (
        TimeoutError,
        OSError,
        asyncio.CancelledError,
        concurrent.futures.CancelledError,
    ):
        raise Reschedule from None
    finally:
        future.release()
    return packed


@cache
def _compile() -> None:
    with _one_process_at_a_time():
        warm_up()


@contextlib.contextmanager
def _one_process_at_a_time() -> Iterator[None]:
    """Let the first worker on a machine compile; the others find it done."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # without a cache folder all compile
            cache_dir().mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context((cache_dir() / "compile.lock").open("ab"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
