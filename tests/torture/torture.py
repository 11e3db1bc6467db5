"""What people do to long runs: power cuts, lost machines, full disks, two at once.

`make torture` runs it: minutes of killing, not a part of the test suite. Every trial
ends with an export that must equal, byte for byte, that of a run left in peace.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from machines import Machines, Program, kill, n_folds, of_session, wait_for

SETS = ("labor", "zoo", "iris", "glass", "hepatitis", "lymph")


def say(text: str) -> None:
    print(text, flush=True)


class Trial:
    """What all trials share: the program, the folder and the right answer."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.folder = folder
        self.rng = rng
        chosen = [word for name in SETS for word in ("-d", name)]
        self.program = Program(folder, "table3.yaml", *chosen)
        start = time.monotonic()
        peace = folder / "peace.sqlite"
        self.program.run(peace, "-j", "2")
        self.seconds = time.monotonic() - start
        self.n_folds = n_folds(peace)
        self.right = self.program.export(peace)

    def check(self, store: Path, what: str) -> None:
        assert n_folds(store) == self.n_folds, f"{what}: results are missing"
        same = self.program.export(store) == self.right
        assert same, f"{what}: the export differs"


def kill_and_resume(trial: Trial, n_rounds: int) -> str:
    """SIGKILL the run and its workers at random moments, then let it finish."""
    store = trial.folder / "killed.sqlite"
    before, in_midst, early = 0, 0, 0
    for number in range(n_rounds):
        process = trial.program.start(store, "-j", str(1 + number % 2))
        if number % 4 == 3:  # at any moment, also while it starts
            time.sleep(trial.rng.uniform(0, trial.seconds / 2))
        else:
            more = before + trial.rng.randint(1, max(1, trial.n_folds // n_rounds))
            if not wait_for(lambda goal=more: n_folds(store) >= goal, process):
                early += 1
        seen = n_folds(store)
        said = kill(process)
        assert "Traceback" not in said, said
        now = n_folds(store)
        assert now >= max(before, seen), "results were lost"
        in_midst += before < now < trial.n_folds
        before = now
    trial.program.run(store, "-j", "2")
    trial.check(store, "killed and resumed")
    return (
        f"{n_rounds} kills ({in_midst} of them after new results and before the end, "
        f"{early} too late), none lost: the export is equal"
    )


def kill_on_dask(trial: Trial, n_rounds: int) -> str:
    """Kill a worker in each round, and the run itself in every second one."""
    store = trial.folder / "dask.sqlite"
    before, runs = 0, 0
    with Machines() as machines:
        process = trial.program.start(store, "--dask", machines.address)
        for number in range(n_rounds):
            more = before + trial.rng.randint(1, max(1, trial.n_folds // n_rounds))
            wait_for(lambda goal=more: n_folds(store) >= goal, process)
            machines.replace_one(number % 2)
            if number % 2 and process.poll() is None:
                kill(process)
                process = trial.program.start(store, "--dask", machines.address)
                runs += 1
            now = n_folds(store)
            assert now >= before, "results were lost"
            before = now
        _, said = process.communicate(timeout=600)
        assert process.returncode == 0, said
    trial.check(store, "on Dask")
    return (
        f"{n_rounds} workers and {runs} runs killed, none of the results lost: "
        "the export is equal"
    )


def interrupt_on_dask(trial: Trial, _: int) -> str:
    """Ctrl-C, then the loss of the scheduler: exit codes 130 and 1, a whole store."""
    store = trial.folder / "interrupted.sqlite"
    with Machines() as machines:
        process = trial.program.start(store, "--dask", machines.address)
        wait_for(lambda: n_folds(store) > 0, process)
        os.kill(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert process.returncode == 130, (process.returncode, said)
        assert "give the same command again" in said, said
        first = n_folds(store)
        process = trial.program.start(store, "--dask", machines.address)
        wait_for(lambda: n_folds(store) > first, process)
        machines.scheduler.kill()
        _, said = process.communicate(timeout=120)
        assert process.returncode == 1, (process.returncode, said)
        assert "is lost; finished folds are kept" in said, said
        assert "Traceback" not in said, said
    trial.program.run(store, "-j", "2")
    trial.check(store, "interrupted on Dask")
    return (
        "exit 130 after Ctrl-C, 1 after the scheduler was killed; the export is equal"
    )


def fill_the_disk(trial: Trial, _: int) -> str:
    """Run on a disk that is too small, then on the same one made larger."""
    if os.geteuid() != 0:
        return "skipped: only root can mount a small disk"
    disk = trial.folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(disk)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        return "skipped: a small disk cannot be mounted here"
    try:
        store = disk / "full.sqlite"
        code, said = trial.program.run(store, "-j", "2", ok=False)
        assert code == 2, (code, said)
        assert "the disk is full; finished folds are kept" in said, said
        assert "Traceback" not in said, said
        kept = n_folds(store)
        assert 0 < kept < trial.n_folds, kept
        larger = ["mount", "-o", "remount,size=100M", str(disk)]
        subprocess.run(larger, check=True, capture_output=True)
        trial.program.run(store, "-j", "2")
        trial.check(store, "after the disk was full")
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    return f"a clear message, {kept} results kept, resumed: the export is equal"


def signals(trial: Trial, n_rounds: int) -> str:
    """SIGTERM, SIGHUP and SIGKILL to the run: nothing of it is left, nothing lost."""
    store = trial.folder / "signals.sqlite"
    expected = {signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGKILL: -9}
    before = 0
    for number in range(n_rounds):
        sent = list(expected)[number % 3]
        process = trial.program.start(store, "-j", str(1 + number // 3 % 2))
        in_time = wait_for(lambda goal=before: n_folds(store) > goal, process)
        if sent == signal.SIGHUP:  # a terminal tells every process of the session
            os.killpg(process.pid, sent)
        else:
            os.kill(process.pid, sent)
        gone = wait_for(lambda p=process: not of_session(p.pid), seconds=20)
        _, said = process.communicate(timeout=60)
        assert gone, f"processes are left after {sent!r}"
        assert "Traceback" not in said, said
        if in_time and n_folds(store) < trial.n_folds:
            assert process.returncode == expected[sent], (process.returncode, said)
            asked = sent != signal.SIGKILL
            assert ("give the same command again" in said) == asked, said
        before = n_folds(store)
    trial.program.run(store, "-j", "2")
    trial.check(store, "after signals")
    return f"{n_rounds} signals, no process left after any: the export is equal"


def two_at_once(trial: Trial, _: int) -> str:
    """A second run on the same store is refused with the first one's number."""
    store = trial.folder / "two.sqlite"
    first = trial.program.start(store, "-j", "1")
    wait_for(lambda: n_folds(store) > 0, first)
    code, said = trial.program.run(store, "-j", "1", ok=False)
    assert code == 2, (code, said)
    assert f"in use by another run (process {first.pid})" in said, said
    kill(first)
    trial.program.run(store, "-j", "2")
    trial.check(store, "two at once")
    return "the second was refused with the first one's number; a killed owner was not"


TRIALS: dict[str, Callable[[Trial, int], str]] = {
    "kill": kill_and_resume,
    "dask": kill_on_dask,
    "interrupt": interrupt_on_dask,
    "disk": fill_the_disk,
    "two": two_at_once,
    "signals": signals,
}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("trials", nargs="*", choices=[*TRIALS, []], help="default: all")
    words.add_argument("--rounds", type=int, default=20)
    words.add_argument("--seed", type=int, default=int(time.time()))
    chosen = words.parse_args()
    say(f"seed {chosen.seed}")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="rankrees-torture-") as folder:
        trial = Trial(Path(folder), random.Random(chosen.seed))
        say(f"left in peace: {trial.n_folds} results in {trial.seconds:.0f} s")
        for name in chosen.trials or TRIALS:
            start = time.monotonic()
            said = TRIALS[name](trial, chosen.rounds)
            say(f"{name}: {said} ({time.monotonic() - start:.0f} s)")
    say(f"all well after {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
