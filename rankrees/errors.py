"""The errors that a user can cause, each with the exit code it ends in."""

from __future__ import annotations

import signal
from pathlib import Path


class RankreesError(Exception):
    """Anything the user can mend; the command line prints it and exits with 2."""

    exit_code = 2


class FileError(RankreesError):
    """A file that says something wrong, at a known place.

    Parameters
    ----------
    path
        The file as the user named it.
    line
        Line number counting from 1, or None where the whole file is meant.
    message
        What was found and what was expected.
    """

    def __init__(self, path: str | Path, line: int | None, message: str) -> None:
        self.path = str(path)
        self.line = line
        self.message = message
        where = self.path if line is None else f"{self.path}:{line}"
        super().__init__(f"{where}: {message}")

    def __reduce__(self) -> tuple[type, tuple[str, int | None, str]]:
        return type(self), (self.path, self.line, self.message)


class ArffError(FileError):
    """An ARFF file that cannot be read as a classification data set."""


class TableError(FileError):
    """A table of the user's (CSV, Parquet) that cannot be used as it is."""


class ConfigError(FileError):
    """A configuration file with a wrong key or value."""


class ScoresError(FileError):
    """A file of scores that cannot be read or compared."""


class OutputError(FileError):
    """A file that cannot be written, or must not be."""


class DataNotFoundError(RankreesError):
    """A data set that is in none of the places where we look."""


class StoreError(RankreesError):
    """A result store that cannot be used: foreign, newer, damaged or taken."""


class ComparisonError(RankreesError):
    """Scores that cannot be compared: holes, duplicates or unpaired folds."""


class InterruptedRunError(KeyboardInterrupt):
    """A run that was stopped, by Ctrl-C or the signal `signum`.

    What it had finished is in the store.
    """

    def __init__(self, store: str | Path, signum: int = signal.SIGINT) -> None:
        super().__init__(
            f"interrupted; finished folds are kept in {store}, give the same command "
            "again to go on"
        )
        self.signum = signum
