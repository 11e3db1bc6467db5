"""CPU time per model of rankrees, Weka 3.9.7 and scikit-learn, on the same folds.

    python bench/speed.py [--sets iris,vote] [--seconds 2] [--fresh-clone]

One process for rankrees and scikit-learn, one JVM for Weka, one thread each, in turns
on the same data set. A model is trained on a fold's training rows and predicts its test
rows; the mean CPU time over passes through the ten folds of run 1 counts, and
the mean over folds is printed. The probabilities must equal Weka's, bit by bit.

With the default sets it writes results.json, speed.svg and its part of README.md.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a plain script

from bench import common
from bench.weka import Jvm
from rankrees.combiners.bagging import Bagging
from rankrees.errors import RankreesError
from rankrees.estimators.combination import Combination
from rankrees.estimators.leaf import Frequency, Laplace
from rankrees.estimators.ling_yan import LingYan
from rankrees.estimators.m_branch import MBranch
from rankrees.estimators.naive_bayes import NaiveBayes
from rankrees.estimators.shrinkage import Shrinkage
from rankrees.estimators.wpe import WPE
from rankrees.growers.c45 import C44, C45
from rankrees.growers.ci_tree import CITree
from rankrees.growers.root import Root
from rankrees.methods.component import Estimator
from rankrees.methods.method import Method
from rankrees.methods.task import Task
from tests.weka.get_weka import VERSION, NoWekaError

J48 = "weka.classifiers.trees.J48"


@dataclass(frozen=True)
class Learner:
    """The same learner in both programs."""

    name: str
    weka: str
    method: Method


LEARNERS = (
    Learner("C4.5", J48, Method(C45(), Frequency())),
    Learner("C4.4", f"{J48} -U -A -O", Method(C44(), Laplace())),
    Learner(
        "Bagging",
        f"weka.classifiers.meta.Bagging -P 100 -S 1 -I 10 -W {J48}",
        Method(C45(), Frequency(), Bagging(bags=10)),
    ),
    Learner(
        "naive Bayes",
        "weka.classifiers.bayes.NaiveBayes",
        Method(Root(), NaiveBayes()),
    ),
)

CITREE_ROWS = 2500
"""AUC-CITree is timed up to so many rows."""

ESTIMATORS: dict[str, Estimator] = {
    "S": Shrinkage(),
    "W": WPE(),
    "C": Combination(),
    "M": MBranch(),
    "L": LingYan(),
}
"""The papers' letters; each reads the pruned tree."""


def model(method: Method, task: Task) -> Callable[[], np.ndarray]:
    """Return the call that trains on a fold and predicts its test rows."""
    # a sample of its own each time: a method remembers what it has grown on one
    return lambda: method.fit(task.sample.draw(task.sample.rows)).predict(task.rows)


def time_learners(
    data: common.Prepared, jvm: Jvm, passes: int, seconds: float
) -> dict[str, Any]:
    """Time each learner in both programs; whether their probabilities are equal.

    Weka has loaded the data.
    """
    found = {}
    for learner in LEARNERS:
        ours, proba = common.mean_ms(
            lambda learner=learner: [model(learner.method, t) for t in data.tasks()],
            passes,
            seconds / 2,
        )
        theirs, weka_proba = jvm.time(
            learner.weka, passes, seconds, data.dataset.n_classes
        )
        own_proba = np.concatenate(proba)
        equal = np.array_equal(own_proba.view(np.int64), weka_proba.view(np.int64))
        found[learner.name] = {
            "rankrees_ms": ours,
            "weka_ms": theirs,
            "equal": equal,
            "difference": float(np.abs(own_proba - weka_proba).max()),
        }
    return found


def time_sklearn(data: common.Prepared, passes: int, seconds: float) -> float:
    """Time scikit-learn's tree on the matrix of value numbers, with its defaults."""
    from sklearn.tree import DecisionTreeClassifier

    codes = np.column_stack(data.dataset.columns).astype(np.float32)
    labels = data.dataset.labels

    def call(task: Task) -> Callable[[], np.ndarray]:
        train, test = codes[task.sample.rows], codes[task.rows.at]
        known = labels[task.sample.rows]
        return lambda: (
            DecisionTreeClassifier(random_state=1).fit(train, known).predict_proba(test)
        )

    return common.mean_ms(
        lambda: [call(task) for task in data.tasks()], passes, seconds / 2
    )[0]


def time_citree(data: common.Prepared) -> float | None:
    """Return the milliseconds of an AUC-CITree, or None for larger data sets.

    It cross-validates each candidate split, so the large sets would take minutes.
    """
    if data.dataset.n_rows > CITREE_ROWS:
        return None
    method = Method(CITree(), NaiveBayes())
    calls = [model(method, task) for task in data.tasks()]
    return common.mean_ms(lambda: calls, 1, 0.0)[0]


def time_estimators(
    data: common.Prepared, passes: int, seconds: float
) -> dict[str, float]:
    """Return how long each estimator reads a fold's tree, in times of growing it."""
    tasks = data.tasks()
    growing, trees = common.mean_ms(
        lambda: [lambda t=t: C45().grow(t.sample) for t in tasks], passes, seconds / 4
    )
    table = {}
    for letter, estimator in ESTIMATORS.items():
        calls = [
            lambda e=estimator, x=tree, t=task: e.fit(x, t.sample).predict(t.rows)
            for tree, task in zip(trees, tasks, strict=True)
        ]
        # the table of similarities is made once per data set, in the warm-up
        ms, _ = common.mean_ms(lambda calls=calls: calls, passes, seconds / 4)
        table[letter] = ms / growing
    return table


def time_help() -> float:
    """Return the wall seconds of `rankrees --help`, the least of five."""
    command = [sys.executable, "-m", "rankrees", "--help"]
    root = common.FOLDER.parent
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return min(times)


def time_fresh_clone() -> float:
    """Return the wall seconds of `make table3` in a fresh clone to its first result.

    Setting the environment up is part of it, and so is compiling the kernels.
    """
    root = common.FOLDER.parent
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "--quiet", str(root), folder], check=True)
        start = time.perf_counter()
        with subprocess.Popen(
            ["make", "table3"],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            assert process.stderr is not None
            for line in process.stderr:
                if "folds done" in line:
                    break
            else:
                raise RankreesError("make table3 ended before its first result")
            taken = time.perf_counter() - start
            os.killpg(process.pid, signal.SIGINT)  # make and what it started
    return taken


def plot(sets: dict[str, Any], path: Path) -> None:
    """Draw the ratios, one group of bars a data set."""
    plt = common.pyplot()
    figure, axes = plt.subplots(figsize=(9, 3.6), layout="constrained")
    width = 0.8 / len(LEARNERS)
    for k, learner in enumerate(LEARNERS):
        ratios = [ratio(of[learner.name]) for of in sets.values()]
        axes.bar(np.arange(len(sets)) + k * width, ratios, width, label=learner.name)
    axes.axhline(1.0, color="black", linewidth=0.8)
    axes.set_yscale("log")
    axes.set_yticks([1, 3, 10, 30], ["1", "3", "10", "30"])
    axes.set_xticks(np.arange(len(sets)) + width, list(sets))
    axes.set_ylabel(f"CPU time of Weka {VERSION} / rankrees")
    axes.legend(ncols=len(LEARNERS), frameon=False)
    figure.savefig(path, metadata={"Date": None})


def ratio(times: dict[str, float]) -> float:
    """Return how many times as long Weka takes."""
    return times["weka_ms"] / times["rankrees_ms"]


def report(sets: dict[str, Any], means: dict[str, float]) -> str:
    """Return the tables as Markdown."""
    rows = []
    for name, of in sets.items():
        row = [name]
        for learner in LEARNERS:
            times = of[learner.name]
            row += [f"{times['rankrees_ms']:.3f}", f"{times['weka_ms']:.3f}"]
            row.append(f"{ratio(times):.1f}" + ("" if times["equal"] else " DIFFERENT"))
        rows.append([*row, f"{of['sklearn_ms']:.3f}"])
    last = ["geometric mean"]
    for learner in LEARNERS:
        last += ["", "", f"{means[learner.name]:.1f}"]
    heading = ["data set"]
    for learner in LEARNERS:
        heading += [learner.name, "Weka", "ratio"]
    times_table = common.markdown([*rows, [*last, ""]], [*heading, "scikit-learn"])
    reading = common.markdown(
        [
            [name, *(f"{of['estimators'][x]:.2f}" for x in ESTIMATORS)]
            for name, of in sets.items()
        ],
        ["data set", *ESTIMATORS],
    )
    citree = ", ".join(
        f"{name} {of['citree_ms']:,.1f}"
        for name, of in sets.items()
        if of["citree_ms"] is not None
    )
    return (
        f"CPU milliseconds per model:\n\n{times_table}\n\n"
        f"An AUC-CITree with naive Bayes takes, in milliseconds: {citree or '-'}.\n\n"
        f"Reading a fold's tree, in times of growing it:\n\n{reading}"
    )


def main() -> int:
    """Run the benchmark; 0 if all models are equal to Weka's."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", help="names with commas between; writes no file")
    parser.add_argument("--passes", type=int, default=3, help="at least so many")
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="CPU seconds a learner and set"
    )
    parser.add_argument(
        "--fresh-clone",
        action="store_true",
        help="also `make table3` in a fresh clone, to its first result (minutes)",
    )
    options = parser.parse_args()
    names = options.sets.split(",") if options.sets else common.SETS
    sets: dict[str, Any] = {}
    try:
        with tempfile.TemporaryDirectory() as folder, Jvm(Path(folder)) as jvm:
            for name in names:
                data = common.prepared(name)
                jvm.load(data.path)
                how_long = options.passes, options.seconds
                sets[name] = {
                    "rows": data.dataset.n_rows,
                    "attributes": len(data.dataset.attributes),
                    "classes": data.dataset.n_classes,
                    **time_learners(data, jvm, *how_long),
                    "sklearn_ms": time_sklearn(data, *how_long),
                    "citree_ms": time_citree(data),
                    "estimators": time_estimators(data, *how_long),
                }
                line = ", ".join(
                    f"{x.name} {ratio(sets[name][x.name]):.1f}" for x in LEARNERS
                )
                print(f"{name}: Weka/rankrees {line}", file=sys.stderr, flush=True)
    except NoWekaError as error:
        print(f"bench skipped: {error}")
        return 0
    except RankreesError as error:
        print(f"bench failed: {error}")
        return 1
    means = {
        learner.name: common.geometric_mean(
            ratio(of[learner.name]) for of in sets.values()
        )
        for learner in LEARNERS
    }
    text = report(sets, means)
    help_s = time_help()
    text += f"\n\n`rankrees --help` takes {help_s:.2f} s."
    content = {"weka": VERSION, "ratios": means, "help_s": help_s, "sets": sets}
    if options.fresh_clone:
        content["fresh_clone_s"] = time_fresh_clone()
        text += (
            "\n\n`make table3` in a fresh clone has its first result after "
            f"{content['fresh_clone_s']:.0f} s, environment and compilation included."
        )
    print(text)
    if not options.sets:
        common.keep("speed", content)
        plot(sets, common.FOLDER / "speed.svg")
        common.fill("speed", text)
    return (
        0 if all(of[x.name]["equal"] for of in sets.values() for x in LEARNERS) else 1
    )


if __name__ == "__main__":
    sys.exit(main())
