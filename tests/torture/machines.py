"""Real processes for the torture: the program, and a Dask scheduler with workers."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STARTUP_S = 180
"""Compiling the kernels may come first."""


class Program:
    """`rankrees` in processes of its own, on stores in a folder of its own."""

    def __init__(self, folder: Path, config: str, *choice: str) -> None:
        self.folder = folder
        self.config = config
        self.choice = choice

    def command(self, name: str, store: Path, *more: str) -> list[str]:
        program = [sys.executable, "-m", "rankrees", name, "--config", self.config]
        return [*program, *self.choice, "--store", str(store), *more]

    def start(self, store: Path, *more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command("run", store, "-q", *more),
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # so that its own workers can be killed with it
        )

    def run(self, store: Path, *more: str, ok: bool = True) -> tuple[int, str]:
        """Run to the end; return the exit code and what was said."""
        process = self.start(store, *more)
        _, said = process.communicate(timeout=900)
        if ok and process.returncode != 0:
            raise SystemExit(f"exit {process.returncode}: {said}")
        return process.returncode, said

    def export(self, store: Path) -> bytes:
        done = subprocess.run(
            self.command("export", store, "-o", "-"),
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        return done.stdout


def kill(process: subprocess.Popen[str]) -> str:
    """Kill a program and all its workers without a warning; return what it said."""
    if process.poll() is None:  # the number of one that ended may be another's by now
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    return process.communicate()[1]


def of_session(leader: int) -> list[int]:
    """Return the processes that belong to a session and still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, _, session = path.read_text().rpartition(")")[2].split()[:4]
            if int(session) == leader and state != "Z":
                found.append(int(path.parent.name))
    return found


def n_folds(store: Path) -> int:
    """Return how many results a store has; it must be whole."""
    if not store.exists():
        return 0
    with closing(sqlite3.connect(store)) as db:
        ((answer,),) = db.execute("PRAGMA integrity_check").fetchall()
        assert answer == "ok", answer
        known = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not known:
            return 0
        return int(db.execute("SELECT count(*) FROM fold_result").fetchone()[0])


def wait_for(condition, process=None, seconds: float = STARTUP_S) -> bool:
    """Wait until something is so; False if the process ended before."""
    end = time.monotonic() + seconds
    while not condition():
        if process is not None and process.poll() is not None:
            return False
        if time.monotonic() > end:
            raise SystemExit("waited too long")
        time.sleep(0.02)
    return True


class Machines:
    """A Dask scheduler and workers without nannies, each a process of its own.

    `tls` are the options that name their certificates, if they are to ask for them.
    """

    def __init__(self, n_workers: int = 2, tls: Sequence[str] = ()) -> None:
        self._tls = tls
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"{'tls' if tls else 'tcp'}://127.0.0.1:{port}"
        self._scratch = tempfile.TemporaryDirectory(prefix="rankrees-dask-")
        self.scheduler = self._start(
            *("scheduler", "--host", "127.0.0.1", "--port", str(port)),
            *("--no-dashboard", "--protocol", self.address.partition(":")[0]),
        )
        wait_for(lambda: _answers(port), self.scheduler)
        self.workers = [self._worker() for _ in range(n_workers)]

    def __enter__(self) -> Machines:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self._scratch.cleanup()

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words, *self._tls],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    def _worker(self) -> subprocess.Popen[bytes]:
        return self._start(
            *("worker", self.address, "--nthreads", "1", "--no-nanny"),
            *("--no-dashboard", "--local-directory", self._scratch.name),
        )

    def replace_one(self, number: int) -> None:
        """Kill a worker without a warning and start another in its place."""
        self.workers[number].kill()
        self.workers[number].wait()
        self.workers[number] = self._worker()


def _answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0
