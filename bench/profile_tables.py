"""Where the time of Tables 1-4 goes, by step and by method.

    python bench/profile_tables.py [--datasets iris,vote]

All methods of both configs and protocols on the ten folds of run 1, in one process: a
fifth of the work of the tables. CPU seconds.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a plain script

from bench import common
from rankrees.config.load import load_config
from rankrees.data.arff.reader import read_arff
from rankrees.data.catalog import Catalog
from rankrees.experiment.experiment import Experiment
from rankrees.methods.component import Grower
from rankrees.methods.method import Method
from rankrees.methods.task import Task, make_task
from rankrees.methods.warm import warm_up
from rankrees.metrics.registry import score_all
from rankrees.preprocess.pipeline import prepare_dataset
from rankrees.split.weka_folds import weka_folds
from rankrees.trees.features import make_features
from rankrees.trees.tree import Tree


class Clock:
    """CPU seconds by what they were spent on."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    @contextmanager
    def on(self, what: str) -> Iterator[None]:
        """Count the time of the block."""
        start = time.process_time()
        yield
        self.seconds[what] += time.process_time() - start


def profile(name: str, path: Path, experiments: list[Experiment], clock: Clock) -> None:
    """Run all methods on one data set."""
    with clock.on("reading files"):
        dataset = read_arff(path, name=name)
    with clock.on("filters and folds"):
        dataset = prepare_dataset(dataset, experiments[0].steps)
        table = make_features(dataset)
        folds = weka_folds(dataset.labels, 1, experiments[0].n_folds)
    for fold in folds:
        for experiment in experiments:
            task = make_task(dataset, table, fold.train, fold.test)
            leaky = task.with_leak(dataset.labels)
            grown: dict[Grower, Tree] = {}
            done: set[Method] = set()
            for protocol in experiment.protocols:
                for label in experiment.methods:
                    method = experiment.method(label, protocol)
                    if method in done:
                        continue
                    done.add(method)
                    seen = leaky if method.reads_test_labels else task
                    run(label, method, seen, task, grown, clock, dataset.labels)


def run(label, method, seen: Task, task: Task, grown, clock: Clock, labels) -> None:
    """Run one method on one fold."""
    letter = label.partition("-")[2] or "leaf estimates"
    if method.combine is not None:
        with clock.on("B"):
            proba = method.fit(task.sample).predict(seen.rows)
    else:
        if method.tree not in grown:
            with clock.on("growing trees"):
                grown[method.tree] = method.tree.grow(task.sample)
        with clock.on(letter):
            reading = method.estimator.fit(grown[method.tree], task.sample)
            proba = reading.predict(seen.rows)
    with clock.on("AUC and other metrics"):
        score_all(proba, labels[task.rows.at])


def main() -> int:
    """Run the profile."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--datasets", help="names with commas between; writes no file")
    options = parser.parse_args()
    experiments = [load_config("table3"), load_config("table4")]
    names = list(experiments[0].datasets)
    if options.datasets:
        names = options.datasets.split(",")
    warm_up()
    clock = Clock()
    catalog = Catalog(None)
    slowest = []
    for name in names:
        if located := catalog.find(name):
            before = sum(clock.seconds.values())
            profile(name, located.path, experiments, clock)
            slowest.append((sum(clock.seconds.values()) - before, name))
            print(f"{name}: {slowest[-1][0]:.1f} s", file=sys.stderr, flush=True)
    total = sum(clock.seconds.values())
    rows = [
        [what, f"{seconds:.2f}", f"{100 * seconds / total:.1f} %"]
        for what, seconds in sorted(clock.seconds.items(), key=lambda item: -item[1])
    ]
    text = common.markdown([*rows, ["all", f"{total:.2f}", ""]], ["what", "s", "share"])
    where = ", ".join(f"{name} {s:.1f} s" for s, name in sorted(slowest)[:-6:-1])
    text += f"\n\n{len(slowest)} data sets. The slowest: {where}."
    print(text)
    if not options.datasets:
        common.keep("profile", {"seconds": dict(clock.seconds), "n": len(slowest)})
        common.fill("profile", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
