"""Running jobs, in this process or in several, and keeping what comes back."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING

from rankrees.errors import RankreesError
from rankrees.experiment.chunks import Chunk
from rankrees.experiment.interrupts import Interrupts, obey_only
from rankrees.experiment.outcome import FoldOutcome
from rankrees.experiment.plan import Job, Source
from rankrees.experiment.worker import run_jobs

if TYPE_CHECKING:
    from rankrees.experiment.dask_client import Cluster


class WorkerLostError(RankreesError):
    """A worker process that died; what was finished is kept."""

    exit_code = 1


def run_all(
    chunks: Sequence[Chunk],
    keep: Callable[[list[FoldOutcome]], None],
    *,
    n_workers: int,
    report: Callable[[list[FoldOutcome]], None],
    interrupts: Interrupts,
    memory: int | None = None,
    cluster: Cluster | None = None,
) -> int:
    """Run all chunks, keep each fold as it comes, and return the number of failures.

    Parameters
    ----------
    keep
        Called with what was computed on each fold, to keep it for good.
    report
        Called after each fold has been kept.
    interrupts
        A Ctrl-C in this process waits until the running fold is kept; workers are
        stopped in the middle of theirs.
    memory
        Bytes that a worker may use, all in all.
    cluster
        Where to send the jobs instead of to `n_workers` processes on this machine.
    """
    n_failed = 0
    if not chunks:
        return n_failed
    if cluster is not None:
        arriving = cluster.results(chunks, memory)
    else:
        arriving = _results(chunks, n_workers, memory)
    elsewhere = cluster is not None or n_workers > 1
    with closing(arriving) as results:
        while True:
            with interrupts.at_once() if elsewhere else nullcontext():
                fold_outcomes = next(results, None)
            if fold_outcomes is None:
                return n_failed
            interrupts.check(patience=1)  # the second one may have broken the fold
            for outcomes in fold_outcomes:
                keep(outcomes)
                n_failed += sum(outcome.error is not None for outcome in outcomes)
                report(outcomes)
            interrupts.check()


def _work(
    source: Source, jobs: Sequence[Job], memory: int | None, parent: int
) -> list[list[FoldOutcome]]:
    obey_only(parent)
    return run_jobs(source, jobs, memory)


def _results(
    chunks: Sequence[Chunk], n_workers: int, memory: int | None
) -> Generator[list[list[FoldOutcome]], None, None]:
    if n_workers == 1:
        for chunk in chunks:
            for job in chunk.jobs:
                yield run_jobs(chunk.source, [job], memory)
        return
    from joblib import Parallel, delayed, parallel_config
    from joblib.externals.loky import get_reusable_executor
    from joblib.externals.loky.process_executor import BrokenProcessPool

    # whoever stops a run knows that its tasks were cancelled
    warnings.filterwarnings("ignore", ".* tasks .*", UserWarning, "joblib")
    finished = False
    try:
        with parallel_config("loky", n_jobs=n_workers, inner_max_num_threads=1):
            parallel = Parallel(return_as="generator_unordered", batch_size=1)
            yield from parallel(
                delayed(_work)(chunk.source, chunk.jobs, memory, os.getpid())
                for chunk in chunks
            )
        finished = True
    except BrokenProcessPool:
        raise WorkerLostError(
            "a worker process died (was it out of memory?); finished folds are kept, "
            "run again to go on, with fewer workers (-j)"
        ) from None
    finally:
        if not finished:
            get_reusable_executor().shutdown(wait=True, kill_workers=True)
