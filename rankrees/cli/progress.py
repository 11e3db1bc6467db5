"""Showing how far a run is: a bar on a terminal, else a line per data set."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rankrees.cli.options import say
from rankrees.names import visible

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from rankrees.experiment.outcome import FoldOutcome
    from rankrees.experiment.plan import Job

    Report = Callable[[list[FoldOutcome]], None]


class Terminal:
    """Tells everything on standard error; where `quiet`, only what bears on results."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet

    def warn(self, message: str) -> None:
        """Tell something that bears on the results."""
        say(f"rankrees: {message}")

    def say(self, message: str) -> None:
        """Tell what is being done."""
        if not self._quiet:
            say(f"rankrees: {message}")

    def show_line(self, line: str) -> None:
        """Show a line as it is."""
        say(line)

    def folds(self, jobs: Iterable[Job]) -> AbstractContextManager[Report]:
        """Show how far the folds are."""
        return show_progress(jobs, quiet=self._quiet)


@contextmanager
def show_progress(jobs: Iterable[Job], *, quiet: bool) -> Iterator[Report]:
    """Give a function to call with the outcomes of each finished fold."""
    left = Counter(job.dataset for job in jobs)
    if quiet or not left:
        yield lambda outcomes: None
    elif sys.stderr.isatty():
        with _bar(left) as report:
            yield report
    else:
        yield _lines(left)


def _lines(left: Counter[str]) -> Report:
    total, start = dict(left), time.monotonic()

    def report(outcomes: list[FoldOutcome]) -> None:
        dataset = outcomes[0].computation.dataset
        left[dataset] -= 1
        if left[dataset] == 0:
            n_done = sum(1 for n in left.values() if n == 0)
            seconds = time.monotonic() - start
            say(
                f"[{n_done}/{len(total)}] {dataset}: {total[dataset]} folds done "
                f"({seconds:.0f} s since the start)"
            )

    return report


@contextmanager
def _bar(left: Counter[str]) -> Iterator[Report]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("folds", total=left.total())

        def report(outcomes: list[FoldOutcome]) -> None:
            dataset = outcomes[0].computation.dataset
            progress.update(task, advance=1, description=f"folds: {visible(dataset)}")

        yield report
