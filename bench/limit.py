"""How close growing a tree comes to what the machine can do.

    python bench/limit.py

To choose its splits, C4.5 must count the rows of each node that can be divided, but
where the counts are those of the node above less those of the other sons. A row is
counted by adding its line, a byte for each value of each attribute; for that its number
and the line have to be read. The machine's limits are measured with two plain loops
that do nothing else: one that adds a line over and over, and one that reads memory from
one end to the other. The time that a tree would take at the nearer limit is compared
with the time it takes.

Choosing a split from the counts, dividing rows and building the tree are not part of
the limit, so 100 % cannot be reached.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a plain script

from bench import common
from rankrees.growers.c45 import C44
from rankrees.kernel import kernel
from rankrees.methods.task import Task
from rankrees.trees.tree import LEAF, Tree

ROW_BYTES = 4
"""What is read of a row besides its line: its number."""


@kernel
def _add_line(line: NDArray[np.uint64], sums: NDArray[np.uint64], times: int) -> None:
    for _ in range(times):
        for k in range(line.shape[0]):
            sums[k] += line[k]


@kernel
def _read(words: NDArray[np.int64]) -> int:
    total = 0
    for i in range(words.shape[0]):
        total += words[i]
    return total


def _seconds(call: Callable[[], object]) -> float:
    call()
    least = np.inf
    for _ in range(30):
        start = time.process_time_ns()
        call()
        least = min(least, (time.process_time_ns() - start) / 1e9)
    return float(least)


def machine_limits() -> dict[str, float]:
    """Return bytes added per second, and bytes read from the second-level cache."""
    line, sums = np.zeros(64, dtype=np.uint64), np.zeros(64, dtype=np.uint64)
    times = 2**12
    words = np.zeros(2**16, dtype=np.int64)
    adding = min(_seconds(lambda: _add_line(line, sums, times)) for _ in range(3))
    reading = min(_seconds(lambda: _read(words)) for _ in range(3))
    return {
        "additions_per_s": times * line.nbytes / adding,
        "bytes_per_s": words.nbytes / reading,
    }


def needed(tree: Tree, task: Task) -> tuple[int, int]:
    """Return the additions and the bytes that an unpruned tree needs at least."""
    sizes = tree.row_end - tree.row_start
    may_be_divided = (sizes >= 4) & (tree.counts.max(axis=1) < sizes)
    n_rows = int(sizes[0]) if may_be_divided[0] else 0
    for node in tree.nodes:
        if tree.attribute[node] != LEAF:
            first = tree.first_child[node]
            sons = slice(first, first + tree.n_children[node])
            all_counted = int(sizes[sons][may_be_divided[sons]].sum())
            n_rows += min(all_counted, int(sizes[node] - sizes[sons].max()))
    line = int(task.sample.features.value_start[-1])
    return n_rows * line, n_rows * (line + ROW_BYTES)


def measure(name: str, limits: dict[str, float]) -> dict[str, Any]:
    """Compare the trees of a data set's ten folds with the limits."""
    data = common.prepared(name)
    tasks = data.tasks()
    ms, trees = common.mean_ms(
        lambda: [lambda t=t: C44().grow(t.sample) for t in tasks], 5, 0.5
    )
    sums = np.array([needed(x, t) for x, t in zip(trees, tasks, strict=True)])
    additions, n_bytes = sums.mean(axis=0)
    by_adding = 1e3 * additions / limits["additions_per_s"]
    by_reading = 1e3 * n_bytes / limits["bytes_per_s"]
    limit = max(by_adding, by_reading)
    return {
        "additions": additions,
        "bytes": n_bytes,
        "limit_ms": limit,
        "grow_ms": ms,
        "share": limit / ms,
    }


def report(limits: dict[str, float], sets: dict[str, Any]) -> str:
    """Return the table as Markdown."""
    rows = [
        [
            name,
            f"{of['additions'] / 1e3:,.1f}",
            f"{of['bytes'] / 1e3:,.1f}",
            f"{of['limit_ms']:.3f}",
            f"{of['grow_ms']:.3f}",
            f"{100 * of['share']:.0f} %",
        ]
        for name, of in sets.items()
    ]
    heading = ["data set", "1,000 additions", "kB", "limit ms", "C4.4 ms", "reached"]
    return (
        f"This machine adds {limits['additions_per_s'] / 1e9:.0f} billion bytes to "
        f"others in a second and reads {limits['bytes_per_s'] / 1e9:.0f} GB/s from its "
        f"second-level cache.\n\n{common.markdown(rows, heading)}"
    )


def plot(limits: dict[str, float], sets: dict[str, Any], path: Path) -> None:
    """Draw the two limits over additions per byte, and where the trees are."""
    plt = common.pyplot()
    figure, axes = plt.subplots(figsize=(6, 3.8), layout="constrained")
    intensity = np.geomspace(0.1, 10, 50)
    roof = np.minimum(limits["bytes_per_s"] * intensity, limits["additions_per_s"])
    axes.loglog(intensity, roof, color="black", label="the machine's limits")
    for name, of in sets.items():
        at = of["additions"] / of["bytes"]
        axes.loglog(at, 1e3 * of["additions"] / of["grow_ms"], "o", label=name)
    axes.set_xlabel("additions per byte")
    axes.set_ylabel("additions per second")
    axes.legend(frameon=False, fontsize="x-small", loc="lower left")
    figure.savefig(path, metadata={"Date": None})


def main() -> int:
    """Run the benchmark."""
    limits = machine_limits()
    sets = {name: measure(name, limits) for name in common.SETS}
    text = report(limits, sets)
    print(text)
    common.keep("limit", {"limits": limits, "sets": sets})
    plot(limits, sets, common.FOLDER / "limit.svg")
    common.fill("limit", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
