"""What the benchmarks share: data, methods, clocks, and where results are written."""

from __future__ import annotations

import json
import math
import os
import platform
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tabulate import tabulate

from rankrees.data.arff.reader import read_arff
from rankrees.data.catalog import Catalog
from rankrees.data.dataset import Dataset
from rankrees.errors import RankreesError
from rankrees.experiment.memory import settle_in
from rankrees.methods.task import Task, make_task
from rankrees.preprocess.discretize import EqualWidth
from rankrees.preprocess.missing import ReplaceMissing
from rankrees.preprocess.pipeline import prepare_dataset
from rankrees.split.weka_folds import weka_folds
from rankrees.trees.features import Features, make_features

FOLDER = Path(__file__).resolve().parent
RESULTS = FOLDER / "results.json"
README = FOLDER / "README.md"

SETS = (
    "iris",
    "vote",
    "credit-g",
    "segment",
    "kr-vs-kp",
    "splice",
    "mushroom",
    "waveform-5000",
    "letter",
)

N_FOLDS = 10


@dataclass(frozen=True, eq=False)
class Prepared:
    """A data set, filtered as in the tables (no missing value, ten bins) or raw."""

    name: str
    path: Path
    dataset: Dataset

    @cached_property
    def table(self) -> Features:
        """The data set as kernels read it; made once, as a worker does."""
        return make_features(self.dataset)

    def tasks(self) -> list[Task]:
        """Return the ten folds of run 1, new ones: nothing is remembered of others."""
        folds = weka_folds(self.dataset.labels, 1, N_FOLDS)
        return [make_task(self.dataset, self.table, f.train, f.test) for f in folds]


def prepared(name: str) -> Prepared:
    """Read and filter a data set; from then on, this process is like a worker."""
    settle_in()
    located = Catalog(None).find(name)
    if located is None:
        raise RankreesError(f"the data set {name} is not here")
    dataset = read_arff(located.path, name=name)
    steps = [ReplaceMissing(), EqualWidth()]
    return Prepared(name, located.path, prepare_dataset(dataset, steps))


def raw(path: Path) -> Prepared:
    """Read a data set as it is; from then on, this process is like a worker."""
    settle_in()
    return Prepared(path.stem, path, read_arff(path, name=path.stem))


def mean_ms(
    calls: Callable[[], Sequence[Callable[[], Any]]], passes: int, seconds: float
) -> tuple[float, list[Any]]:
    """Return the mean CPU milliseconds of a call, and what the last pass returned.

    Parameters
    ----------
    calls
        Makes the calls of one pass anew, say one for each fold; that is not timed.
    passes, seconds
        At least so many passes, and as many as fit into so many seconds of CPU time;
        the same again before that, as warm-up.
    """
    taken, n_calls = 0, 0
    found: list[Any] = []
    for _ in ("warm-up", "measured"):
        begin = time.thread_time()
        taken, n_calls, n_done = 0, 0, 0
        while n_done < passes or time.thread_time() - begin < seconds:
            n_done += 1
            made = calls()
            # a pass as a whole: asking for the time takes as long as a small model
            start = time.thread_time_ns()
            found = [call() for call in made]
            taken += time.thread_time_ns() - start
            n_calls += len(found)
    return taken / n_calls / 1e6, found


def geometric_mean(values: Iterable[float]) -> float:
    """Return exp of the mean of the logarithms."""
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs))


def machine() -> dict[str, Any]:
    """Return what the numbers depend on besides the code."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        found = re.search(r"^model name\s*: (.*)$", cpuinfo.read_text(), re.MULTILINE)
        model = found[1] if found else model
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "scikit-learn": version("scikit-learn"),
        "date": time.strftime("%Y-%m-%d"),
    }


def keep(section: str, content: dict[str, Any]) -> None:
    """Write one section of results.json; the others stay."""
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.is_file() else {}
    kept[section] = {"machine": machine(), **content}
    text = json.dumps(dict(sorted(kept.items())), indent=1)
    RESULTS.write_text(text + "\n", encoding="utf-8")


def fill(section: str, text: str) -> None:
    """Put a text between `<!-- bench SECTION -->` and `<!-- end -->` of README.md."""
    block = re.compile(
        rf"(<!-- bench {re.escape(section)} -->\n).*?(<!-- end -->)", re.DOTALL
    )
    before = README.read_text("utf-8")
    after, n = block.subn(lambda m: f"{m[1]}\n{text}\n\n{m[2]}", before)
    if n != 1:
        raise RankreesError(f"{README} has no block for {section}")
    README.write_text(after, encoding="utf-8")


def markdown(rows: Iterable[Sequence[object]], headers: Sequence[str]) -> str:
    """Return a Markdown table; all cells are ready texts or plain integers."""
    align = ["left"] + ["right"] * (len(headers) - 1)
    return tabulate(
        rows, headers, tablefmt="github", colalign=align, disable_numparse=True
    )


def pyplot() -> Any:
    """Return matplotlib's pyplot, set so that the same numbers give the same file."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "rankrees"
    import matplotlib.pyplot as plt

    return plt
