"""The four tables from an empty store against Weka's share of them, on two cores.

    python bench/tables.py [--datasets iris,vote] [--jobs 2]

rankrees computes all 14 methods of Tables 1-4 under both protocols, 5 x 10 folds, with
two worker processes and an empty store; compiling its kernels, which is done once after
an installation, is timed apart. Weka 3.9.7 computes only
what it has: J48 and Bagging of J48, pruned and unpruned, the same folds, in two JVMs
side by side that share the data sets; it keeps and scores nothing. Wall times, so the
machine should have nothing else to do. RANKREES_DATA names the folder of all 35 sets.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a plain script

from bench import common
from bench.weka import Jvm
from rankrees.config.load import load_config
from rankrees.data.catalog import Catalog
from rankrees.errors import RankreesError
from tests.weka.get_weka import NoWekaError

TABLES = ("table3", "table4", "table1", "table2")
J48 = "weka.classifiers.trees.J48"
BAGGING = f"weka.classifiers.meta.Bagging -P 100 -S 1 -I 10 -W {J48}"
LEARNERS = (J48, f"{J48} -U -A -O", BAGGING, f"{BAGGING} -- -U -A -O")


def compile_kernels(folder: Path) -> float:
    """Return the wall seconds of compiling everything into a folder."""
    start = time.perf_counter()
    program = (
        "from rankrees.methods.discovery import load_all\n"
        "from rankrees.methods.warm import warm_up\n"
        "load_all()\nwarm_up()"
    )
    words = [sys.executable, "-c", program]
    subprocess.run(
        words, cwd=common.FOLDER.parent, env=_environment(folder), check=True
    )
    return time.perf_counter() - start


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "NUMBA_CACHE_DIR": str(folder / "kernels")}


def run_ours(names: list[str], jobs: int, folder: Path) -> float:
    """Return the wall seconds of all four tables, from an empty store."""
    chosen = [word for name in names for word in ("--dataset", name)]
    start = time.perf_counter()
    for table in TABLES:
        words = [sys.executable, "-m", "rankrees", "run", "--quiet", "--config", table]
        words += ["--store", str(folder / "store.sqlite"), "--jobs", str(jobs)]
        subprocess.run(
            words + chosen,
            cwd=common.FOLDER.parent,
            env=_environment(folder),
            check=True,
            stdout=subprocess.DEVNULL,
        )
    return time.perf_counter() - start


def run_weka(paths: list[Path], runs: int, jobs: int, folder: Path) -> float:
    """Return the wall seconds of Weka's learners, JVMs side by side."""
    waiting: SimpleQueue[Path] = SimpleQueue()
    for path in sorted(paths, key=lambda path: -path.stat().st_size):
        waiting.put(path)

    def work() -> None:
        with Jvm(folder) as jvm:
            while True:
                try:
                    path = waiting.get_nowait()
                except Empty:
                    return
                jvm.load(path)
                for learner in LEARNERS:
                    jvm.cross_validate(learner, runs)

    with Jvm(folder):
        pass  # compiled before the clock starts
    start = time.perf_counter()
    with ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(work) for _ in range(jobs)]:
            done.result()
    return time.perf_counter() - start


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--datasets", help="names with commas between; writes no file")
    parser.add_argument("--jobs", type=int, default=2, help="processes; default: 2")
    options = parser.parse_args()
    experiment = load_config("table3")
    names = list(experiment.datasets)
    if options.datasets:
        names = options.datasets.split(",")
    catalog = Catalog(None)
    found = {name: located.path for name in names if (located := catalog.find(name))}
    try:
        with tempfile.TemporaryDirectory() as folder:
            compiling = compile_kernels(Path(folder))
            ours = run_ours(list(found), options.jobs, Path(folder))
            paths = list(found.values())
            theirs = run_weka(paths, experiment.runs, options.jobs, Path(folder))
    except NoWekaError as error:
        print(f"bench-tables skipped: {error}")
        return 0
    except RankreesError as error:
        print(f"bench-tables failed: {error}")
        return 1
    content: dict[str, Any] = {
        "datasets": list(found),
        "jobs": options.jobs,
        "compiling_s": compiling,
        "rankrees_s": ours,
        "weka_s": theirs,
        "ratio": theirs / ours,
    }
    text = (
        f"{len(found)} data sets, {experiment.runs} x {experiment.n_folds} folds, "
        f"{options.jobs} processes: rankrees {ours:.0f} s for all 14 methods under "
        f"both protocols, Weka {theirs:.0f} s for its 4; ratio {theirs / ours:.2f}. "
        f"Compiling the kernels, once: {compiling:.0f} s."
    )
    print(text)
    if not options.datasets:
        common.keep("tables", content)
        common.fill("tables", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
