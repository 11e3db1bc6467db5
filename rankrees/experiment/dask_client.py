"""Sending jobs to the workers of a Dask scheduler.

Workers need rankrees and nothing else: no shared folder, no data. A data set is a task
of its own, called after its content, that one worker holds: the others get it from
there once, with their first job that needs it. If that worker is lost, it is put on
another one, and jobs are run again.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import queue
import re
import time
import warnings
from collections import Counter
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankrees.errors import RankreesError
from rankrees.experiment.dask_worker import (
    check_versions,
    data_key,
    describe_worker,
    hold,
    run_chunk,
)
from rankrees.experiment.fingerprint import fingerprint
from rankrees.experiment.worker import read_source

if TYPE_CHECKING:
    from distributed import Client, Future

    from rankrees.experiment.chunks import Chunk
    from rankrees.experiment.outcome import FoldOutcome

_ADDRESS = re.compile(r"(tcp|tls|wss?)://(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):[0-9]{1,5}")
_CONNECT_S = 10
_JOBS_PER_THREAD = 3
_LOOK_EVERY_S = 2.0
_PATIENCE_S = 60
_NEEDS_DASK = "--dask needs the package distributed: pip install 'rankrees[dask]'"


_CERTIFICATES = {"ca_file": "ca-file", "cert": "client.cert", "key": "client.key"}


def use_certificate(kind: str, path: Path) -> None:
    """Have connections to tls:// addresses made with a certificate file.

    `kind` is `ca_file` (who signed the others'), `cert` (ours) or `key` (its key).
    """
    try:
        from dask import config
    except ImportError:
        raise RankreesError(_NEEDS_DASK) from None
    config.set({f"distributed.comm.tls.{_CERTIFICATES[kind]}": str(path)})


class ClusterError(RankreesError):
    """A scheduler or workers that cannot be used; what was finished is kept."""

    exit_code = 1


class Cluster:
    """A connection to a Dask scheduler whose workers are fit for our jobs.

    Parameters
    ----------
    address
        Of the scheduler, such as `tcp://host:8786`.
    wait_s
        How long to wait for a first worker.
    """

    def __init__(self, address: str, *, wait_s: float = 30) -> None:
        self.address = address
        self._looked, self._threads = float("-inf"), 0
        if not _ADDRESS.fullmatch(address):
            raise RankreesError(
                f"{address!r} is no address of a Dask scheduler, such as "
                "tcp://host:8786"
            )
        try:
            from distributed import Client
        except ImportError:
            raise RankreesError(_NEEDS_DASK) from None
        # it tells of every lost connection, with tracebacks; we say it in a line
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client = Client(address, timeout=_CONNECT_S, set_as_default=False)
        except (OSError, TypeError) as error:  # the second: tls without certificates
            raise RankreesError(
                f"no Dask scheduler answers at {address} ({_one_line(error)}); "
                "`dask scheduler` starts one"
            ) from None
        try:
            self.workers = self._look_at_workers(wait_s)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the scheduler."""
        with contextlib.suppress(Exception):
            self._client.close(timeout=2)

    def _look_at_workers(self, wait_s: float) -> dict[str, dict[str, Any]]:
        try:
            self._client.wait_for_workers(1, timeout=wait_s)
        except TimeoutError:
            raise ClusterError(
                f"the scheduler at {self.address} has no workers; "
                f"`dask worker {self.address} --nthreads 1` starts one"
            ) from None
        found = self._client.run(describe_worker, on_error="return")
        for worker, one in found.items():
            if isinstance(one, Exception):
                raise ClusterError(
                    f"the worker {worker} cannot run rankrees ({_one_line(one)}); "
                    "install the same version on all machines"
                )
            check_versions(fingerprint(), one["versions"], f"the worker {worker}")
        return dict(found)

    def describe(self) -> dict[str, Any]:
        """Return what is kept of the cluster with the results."""
        hosts = sorted({one["host"] for one in self.workers.values()})
        cpus = sorted({one["cpu"] for one in self.workers.values()})
        return {
            "scheduler": self.address,
            "n_workers": len(self.workers),
            "hosts": hosts,
            "cpus": cpus,
        }

    def threads_per_worker(self) -> int:
        """Return the largest number of threads that a worker has."""
        return max(self._client.nthreads().values(), default=1)

    def results(
        self, chunks: Sequence[Chunk], memory: int | None
    ) -> Generator[list[list[FoldOutcome]], None, None]:
        """Yield the outcomes of each chunk, in the order in which they finish."""
        flow = _Flow(self._client, chunks, memory)
        try:
            while True:
                flow.fill(self._n_threads())
                if not flow.running:
                    return
                future = self._next(flow)
                yield self._outcome(future)
                flow.done(future)
        finally:
            flow.drop()

    def _next(self, flow: _Flow) -> Future:
        """Return the next finished chunk; give up when no one is left to wait for."""
        idle_since = time.monotonic()
        while True:
            try:
                return flow.finished.get(timeout=_LOOK_EVERY_S)
            except queue.Empty:
                pass
            n_threads = self._n_threads()
            flow.fill(n_threads)
            if n_threads:
                idle_since = time.monotonic()
            elif time.monotonic() - idle_since > _PATIENCE_S:
                raise ClusterError(
                    f"the scheduler at {self.address} has no workers any more; "
                    "finished folds are kept, run again to go on"
                )

    def _n_threads(self) -> int:
        """Return the number of the workers' threads; look only now and then."""
        if time.monotonic() - self._looked > _LOOK_EVERY_S:
            if self._client.status != "running":
                raise self._lost()
            try:
                self._threads = sum(self._client.nthreads().values())
            except (OSError, RuntimeError):
                raise self._lost() from None
            self._looked = time.monotonic()
        return self._threads

    def _lost(self) -> ClusterError:
        return ClusterError(
            f"the scheduler at {self.address} is lost; finished folds are kept, "
            "run again to go on"
        )

    def _outcome(self, future: Future) -> list[list[FoldOutcome]]:
        import asyncio
        import concurrent.futures

        from distributed import KilledWorker

        try:
            found: list[list[FoldOutcome]] = future.result(timeout=_CONNECT_S)
        except RankreesError:
            raise
        except KilledWorker:
            raise ClusterError(
                "several workers died of the same job (were they out of memory?); "
                "finished folds are kept, run again to go on, with a smaller --memory"
            ) from None
        except (
            asyncio.CancelledError,
            concurrent.futures.CancelledError,
            OSError,
        ):
            raise self._lost() from None
        except Exception as error:
            raise ClusterError(f"a job could not run: {_one_line(error)}") from None
        return found


class _Flow:
    """Which chunks are under way: a few for each thread, so that none waits long.

    All of them at once would fill the scheduler's memory, and would be in the way of
    others who use it.
    """

    def __init__(
        self, client: Client, chunks: Sequence[Chunk], memory: int | None
    ) -> None:
        self._client = client
        self._chunks = iter(chunks)
        self._memory = memory
        self._left = Counter(chunk.source.content_hash for chunk in chunks)
        self._data: dict[str, Future] = {}
        self.running: dict[Future, Chunk] = {}
        self.finished: queue.SimpleQueue[Future] = queue.SimpleQueue()

    def fill(self, n_threads: int) -> None:
        """Send chunks until enough are under way."""
        import cloudpickle

        while len(self.running) < max(1, n_threads) * _JOBS_PER_THREAD:
            chunk = next(self._chunks, None)
            if chunk is None:
                return
            self._hold_data_of(chunk)
            future = self._client.submit(
                run_chunk,
                chunk.source.content_hash,
                cloudpickle.dumps((chunk.source, chunk.jobs)),
                self._memory,
                fingerprint(),
                pure=False,
            )
            self.running[future] = chunk
            future.add_done_callback(self.finished.put)

    def _hold_data_of(self, chunk: Chunk) -> None:
        digest = chunk.source.content_hash
        if digest not in self._data:
            packed = pickle.dumps(read_source(chunk.source))
            with warnings.catch_warnings():
                # that a data set is large is no mistake of the user's
                warnings.simplefilter("ignore")
                self._data[digest] = self._client.submit(
                    hold, packed, key=data_key(digest), priority=1
                )

    def drop(self) -> None:
        """Let the scheduler forget what has not begun yet."""
        for future in (*self.running, *self._data.values()):
            future.release()

    def done(self, future: Future) -> None:
        """Forget a chunk, and a data set with its last one."""
        digest = self.running.pop(future).source.content_hash
        future.release()
        self._left[digest] -= 1
        if not self._left[digest]:
            self._data.pop(digest).release()


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text:.200}" if text else type(error).__name__
