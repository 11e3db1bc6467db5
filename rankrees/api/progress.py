"""How a function of the program tells how far it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from rankrees.experiment.outcome import FoldOutcome
from rankrees.experiment.plan import Job

FoldReport = Callable[[list[FoldOutcome]], None]
"""Called with the outcomes of each finished fold."""


class Progress(Protocol):
    """Who is told what happens; `Silent` tells nobody."""

    def warn(self, message: str) -> None:
        """Tell something that bears on the results: data that are not there, say."""

    def say(self, message: str) -> None:
        """Tell what is being done, for people who wait."""

    def show_line(self, line: str) -> None:
        """Show a line of a download's own progress as it is."""

    def folds(self, jobs: Sequence[Job]) -> AbstractContextManager[FoldReport]:
        """Give a function to call with the outcomes of each finished fold."""


class Silent:
    """Tells nobody."""

    def warn(self, message: str) -> None:
        """Tell nobody."""

    def say(self, message: str) -> None:
        """Tell nobody."""

    def show_line(self, line: str) -> None:
        """Tell nobody."""

    def folds(self, jobs: Sequence[Job]) -> AbstractContextManager[FoldReport]:
        """Give a function that does nothing."""
        return nullcontext(lambda outcomes: None)


class Remarks:
    """A progress that keeps all warnings and hands everything on."""

    def __init__(self, to: Progress | None = None) -> None:
        self.warnings: list[str] = []
        self._to: Progress = to or Silent()

    def warn(self, message: str) -> None:
        """Keep a warning, and tell it."""
        self.warnings.append(message)
        self._to.warn(message)

    def say(self, message: str) -> None:
        """Tell what is being done."""
        self._to.say(message)

    def show_line(self, line: str) -> None:
        """Show a line as it is."""
        self._to.show_line(line)

    def folds(self, jobs: Sequence[Job]) -> AbstractContextManager[FoldReport]:
        """Give the function of the progress behind."""
        return self._to.folds(jobs)
