"""How the time and memory of trees and estimators grow with the size of the data.

    python bench/growth.py [--quick]

Synthetic data: every attribute is uniform over its values; the class is the sum of the
first three values, in as many equal parts as there are classes, and for every tenth row
a random one. So trees grow deep enough to be of interest, whatever the size. One thing
is varied at a time, the others stay at 10,000 rows, 20 attributes, 10 values, 2
classes. "C, gaps" is C where one value in a hundred is missing, so that rows must be
compared one by one. Exponents are slopes of a straight line through the logarithms of
the last three sizes, where fixed costs no longer show; memory is the largest extra
memory of a process that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a plain script

from bench import common
from rankrees.combiners.bagging import Bagging
from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset
from rankrees.estimators.combination import Combination
from rankrees.estimators.leaf import Frequency
from rankrees.estimators.wpe import WPE
from rankrees.growers.c45 import C44, C45
from rankrees.methods.method import Method
from rankrees.methods.task import Task, make_task
from rankrees.trees.features import make_features

SIZES = {"rows": 10_000, "attributes": 20, "values": 10, "classes": 2}

VARIED = {
    "rows": (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000),
    "attributes": (10, 30, 100, 300, 1_000),
    "values": (2, 5, 10, 20, 50, 100),
    "classes": (2, 5, 10, 20, 50),
}

COMPARED_ROWS = (500, 1_000, 2_000, 4_000, 8_000)
"""Rows where all training rows are compared with all others."""

GAPS = 0.01


def make_data(
    rows: int, attributes: int, values: int, classes: int, gaps: float = 0.0
) -> Task:
    """Return a made-up fold: nine tenths for training, one tenth for the test."""
    random = np.random.default_rng(1)
    columns = random.integers(0, values, (attributes, rows), dtype=np.int32)
    score = columns[:3].sum(axis=0) + random.random(rows)
    labels = (score * classes / (3 * (values - 1) + 1)).astype(np.int32)
    noisy = random.random(rows) < 0.1
    labels[noisy] = random.integers(0, classes, int(noisy.sum()))
    if gaps:
        columns[random.random(columns.shape) < gaps] = MISSING_CODE
    names = tuple(str(v) for v in range(values))
    dataset = Dataset(
        "made-up",
        tuple(Attribute(f"a{i}", names) for i in range(attributes)),
        Attribute("class", tuple(str(c) for c in range(classes))),
        tuple(columns),
        labels,
    )
    order = random.permutation(rows).astype(np.int32)
    cut = rows - rows // 10
    return make_task(dataset, make_features(dataset), order[:cut], order[cut:])


def grow_c45(task: Task) -> object:
    """Grow a pruned tree."""
    return C45().grow(task.sample)


def grow_c44(task: Task) -> object:
    """Grow an unpruned tree."""
    return C44().grow(task.sample)


def bag_c45(task: Task) -> object:
    """Grow and ask ten pruned trees."""
    return (
        Method(C45(), Frequency(), Bagging(bags=10)).fit(task.sample).predict(task.rows)
    )


def read_wpe(task: Task) -> object:
    """Grow an unpruned tree and read it by WPE."""
    return Method(C44(), WPE()).fit(task.sample).predict(task.rows)


def read_combination(task: Task) -> object:
    """Grow an unpruned tree and read it by C; comparing the rows is part of it."""
    return Method(C44(), Combination()).fit(task.sample).predict(task.rows)


CALLS: dict[str, Callable[[Task], object]] = {
    "C4.5": grow_c45,
    "C4.4": grow_c44,
    "Bagging": bag_c45,
    "W": read_wpe,
    "C": read_combination,
    "C, gaps": read_combination,
}


def measure(call: str, sizes: dict[str, float]) -> tuple[float, float]:
    """Return CPU seconds and mebibytes of one call, in a process of its own."""
    words = [sys.executable, __file__, "--measure", json.dumps([call, sizes])]
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
    seconds, mebibytes = json.loads(done.stdout)
    return seconds, mebibytes


def measure_here(call: str, sizes: dict[str, Any]) -> tuple[float, float]:
    """Do what `measure` says, in this process."""
    CALLS[call](make_data(200, 5, 5, sizes["classes"]))  # compiled code is loaded
    task = make_data(**sizes)
    # laid out once per data set
    task.sample.features.positions  # noqa: B018
    task.sample.features.one_hot  # noqa: B018
    before = _forget_peak()
    times = []
    while len(times) < 3 or (sum(times) < 0.3 and len(times) < 50):
        start = time.process_time()
        CALLS[call](make_task_again(task))
        times.append(time.process_time() - start)
        if sum(times) > 10:
            break
    return min(times), (_in_status("VmHWM") - before) / 1024


def _forget_peak() -> int:
    """Let the peak of this process's memory be what it has now, in kB (Linux)."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _in_status("VmRSS")


def _in_status(name: str) -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    found = re.search(rf"^{name}:\s*(\d+) kB$", status, re.MULTILINE)
    assert found is not None
    return int(found[1])


def make_task_again(task: Task) -> Task:
    """Return the same fold without anything that was remembered of its rows."""
    vars(task.sample.features).pop("similarity", None)
    return task


def exponent(sizes: list[int], seconds: list[float]) -> float:
    """Return the slope of log seconds over log size, from the last three points."""
    return float(np.polyfit(np.log(sizes[-3:]), np.log(seconds[-3:]), 1)[0])


def curves(quick: bool) -> dict[str, dict[str, Any]]:
    """Measure all curves."""
    found: dict[str, dict[str, Any]] = {}
    for varied, all_sizes in VARIED.items():
        for call in ("C4.5", "C4.4", "Bagging", "W", "C"):
            sizes = all_sizes[:3] if quick else all_sizes
            if call in ("Bagging", "C"):
                sizes = tuple(n for n in sizes if n <= 100_000)
            found[f"{call} by {varied}"] = curve(call, varied, sizes, SIZES)
    sizes = COMPARED_ROWS[:3] if quick else COMPARED_ROWS
    with_gaps = {**SIZES, "gaps": GAPS}
    found["C, gaps by rows"] = curve("C, gaps", "rows", sizes, with_gaps)
    return found


def curve(
    call: str, varied: str, sizes: tuple[int, ...], others: Mapping[str, float]
) -> dict[str, Any]:
    """Measure one curve."""
    points = [measure(call, {**others, varied: size}) for size in sizes]
    seconds = [point[0] for point in points]
    slope = exponent(list(sizes), seconds)
    print(f"{call} by {varied}: exponent {slope:.2f}", file=sys.stderr, flush=True)
    return {
        "sizes": list(sizes),
        "seconds": seconds,
        "mebibytes": [point[1] for point in points],
        "exponent": slope,
    }


def report(found: dict[str, dict[str, Any]]) -> str:
    """Return the table as Markdown."""
    rows = [
        [
            name,
            f"{of['sizes'][0]:,} to {of['sizes'][-1]:,}",
            f"{1e3 * of['seconds'][0]:.2f} to {1e3 * of['seconds'][-1]:,.1f}",
            f"{of['mebibytes'][-1]:.0f}",
            f"{of['exponent']:.2f}",
        ]
        for name, of in found.items()
    ]
    heading = ["what, by what", "sizes", "CPU ms", "MiB at the last", "exponent"]
    return common.markdown(rows, heading)


def plot(found: dict[str, dict[str, Any]], path: Path) -> None:
    """Draw the curves, one panel for each thing that is varied."""
    plt = common.pyplot()
    figure, panels = plt.subplots(1, 4, figsize=(13, 3.4), layout="constrained")
    for axes, varied in zip(panels, VARIED, strict=True):
        for name, of in found.items():
            if name.endswith(f" by {varied}"):
                label = f"{name.split(' by ')[0]}: {of['exponent']:.2f}"
                axes.loglog(of["sizes"], of["seconds"], marker=".", label=label)
        axes.set_xlabel(varied)
        axes.legend(frameon=False, title="exponents", fontsize="small")
    panels[0].set_ylabel("CPU seconds")
    figure.savefig(path, metadata={"Date": None})


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few sizes; no files")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure_here(*json.loads(options.measure))))
        return 0
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    found = curves(options.quick)
    text = report(found)
    print(text)
    if not options.quick:
        common.keep("growth", {"fixed": SIZES, "curves": found})
        plot(found, common.FOLDER / "growth.svg")
        common.fill("growth", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
