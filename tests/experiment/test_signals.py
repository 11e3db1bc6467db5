"""Signals that stop a run, and workers whose parent is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from click.testing import CliRunner

from rankrees.cli import main
from rankrees.experiment.interrupts import (
    Interrupts,
    Stopped,
    exit_code,
    stopped_by_signals,
)

WORKERS = """\
import os, sys, time
from joblib import Parallel, delayed
from rankrees.experiment.interrupts import obey_only

def work(parent):
    obey_only(parent)
    print("pid", os.getpid(), flush=True)
    time.sleep(120)

Parallel(n_jobs=2, batch_size=1)(delayed(work)(os.getpid()) for _ in range(2))
"""


def is_running(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_workers_end_after_their_parent_is_killed():
    """After `kill -9` of the parent its workers computed on, for hours if need be.

    And SIGTERM to the whole group, as from a service that ends, must not break them
    before the parent answers.
    """
    parent = subprocess.Popen(
        [sys.executable, "-c", WORKERS],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert parent.stdout is not None
    workers = [int(parent.stdout.readline().split()[1]) for _ in range(2)]
    try:
        for pid in workers:
            os.kill(pid, signal.SIGTERM)
            os.kill(pid, signal.SIGHUP)
        time.sleep(0.5)
        assert all(map(is_running, workers))
        parent.kill()
        end = time.monotonic() + 30
        while any(map(is_running, workers)) and time.monotonic() < end:
            time.sleep(0.1)
        assert not any(map(is_running, workers))
    finally:
        for pid in workers:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        parent.wait()
        parent.stdout.close()


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
)
def test_every_signal_is_heard_like_ctrl_c(number, code):
    """SIGTERM and SIGHUP killed the run: no message, no outcome in the store."""
    with Interrupts() as interrupts:
        os.kill(os.getpid(), number)
        with pytest.raises(Stopped) as stop:
            interrupts.check()
        assert exit_code(stop.value) == code
    with pytest.raises(KeyboardInterrupt) as other, stopped_by_signals():
        signal.raise_signal(number)
    assert exit_code(other.value) == code


def test_what_nohup_ignores_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stopped_by_signals(), Interrupts() as interrupts:
            os.kill(os.getpid(), signal.SIGHUP)
            assert interrupts.count == 0
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_command_that_is_told_to_end(monkeypatch):
    """The exit code is the shell's for that signal, whatever the command did."""

    def slow(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(5)

    monkeypatch.setattr("rankrees.data.catalog.Catalog.names", slow)
    result = CliRunner().invoke(main, ["datasets", "list"])
    assert result.exit_code == 143
    assert "interrupted" in result.stderr
