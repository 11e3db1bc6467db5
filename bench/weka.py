"""Weka 3.9.7 in one JVM that answers questions: WekaTimes.java, compiled, running."""

from __future__ import annotations

import base64
import os
import subprocess
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from rankrees.errors import RankreesError
from rankrees.models.weka import java_command
from tests.weka import get_weka

SOURCE = Path(__file__).resolve().parent / "WekaTimes.java"


class Jvm:
    """A running WekaTimes.

    Parameters
    ----------
    folder
        Where the compiled program and Weka's own settings go.
    """

    def __init__(self, folder: Path) -> None:
        get_weka.java_tool("java")
        get_weka.java_tool("javac")  # before the jar is fetched for nothing
        jar = get_weka.weka_jar()
        if not (folder / "WekaTimes.class").is_file():
            get_weka.compile_java(str(SOURCE), folder, str(jar))
        environment = {**os.environ, "WEKA_HOME": str(folder / "wekafiles")}
        self._process = subprocess.Popen(
            java_command([folder, jar], "WekaTimes"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )

    def __enter__(self) -> Jvm:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _ask(self, *words: object) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(*words, sep="\t", file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise RankreesError(f"Weka fails on: {' '.join(map(str, words))}")
        return answer

    def load(self, arff: Path) -> None:
        """Read and filter a data set, and make the ten folds of run 1."""
        self._ask("load", arff.resolve())

    def load_raw(self, arff: Path) -> None:
        """Read a data set as it is, and make the ten folds of run 1."""
        self._ask("raw", arff.resolve())

    def time(
        self, learner: str, passes: int, seconds: float, n_classes: int
    ) -> tuple[float, NDArray[np.float64]]:
        """Return CPU milliseconds per fold (train and predict), and all distributions.

        The mean over all passes; there are at least `passes` and as many as `seconds`
        of CPU time have room for.
        """
        mean, numbers = self._ask("time", passes, seconds, learner).split("\t")
        proba = np.frombuffer(base64.b64decode(numbers), dtype=">f8")
        return float(mean) / 1e6, proba.astype(np.float64).reshape(-1, n_classes)

    def cross_validate(self, learner: str, runs: int) -> int:
        """Train and predict in all folds of the runs; return the rows predicted."""
        return int(self._ask("cross", runs, learner))
