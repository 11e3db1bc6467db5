"""Compare rankrees with the real Weka, number by number and text by text.

On each of Weka's 36 classic data sets that is here, and on `edges.arff`, in the ten
folds of run 1, Weka 3.9.7 and rankrees each read the ARFF file, filter it (or not),
make the folds, grow the trees, print them and predict the test rows; `ours.py` says
which of our methods stands for which of Weka's learners. Without Java there is nothing
to compare with: the script says so and ends well.

    python tests/weka/parity.py [--data-dir DIR] [--sets iris,vote] [--jobs 2]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # run as a plain script

from rankrees.data.arff.reader import read_arff
from rankrees.data.catalog import Catalog
from rankrees.data.dataset import Dataset
from rankrees.errors import RankreesError
from tests.weka.get_weka import NoWekaError, Weka
from tests.weka.ours import (
    BAGS,
    BAYES,
    BOOSTS,
    MODES,
    NB_TREES,
    TREES,
    distributions,
    prepared,
    results,
)

Floats = NDArray[np.float64]

CLASSIC = (
    "anneal",
    "anneal.ORIG",
    "audiology",
    "autos",
    "balance-scale",
    "breast-cancer",
    "breast-w",
    "colic",
    "colic.ORIG",
    "credit-a",
    "credit-g",
    "diabetes",
    "glass",
    "heart-c",
    "heart-h",
    "heart-statlog",
    "hepatitis",
    "hypothyroid",
    "ionosphere",
    "iris",
    "kr-vs-kp",
    "labor",
    "letter",
    "lymph",
    "mushroom",
    "primary-tumor",
    "segment",
    "sick",
    "sonar",
    "soybean",
    "splice",
    "vehicle",
    "vote",
    "vowel",
    "waveform-5000",
    "zoo",
)

EDGES = Path(__file__).resolve().parent / "edges.arff"
"""A data set made up of corners that the classic ones leave out."""

BAGGED = ("autos", "glass", "hepatitis", "iris", "labor", "vote")
"""The data sets on which bagging is compared too."""

TOLERANCE = 1e-9
"""Allowed to trees where values are missing and fractions of rows are added up."""

LIBRARY_TOLERANCE = 1e-12
"""Allowed to boosting, and to naive Bayes of numbers: Java's logarithms and powers are
not those of C in their last bits."""

KINDS = ("trees", "bayes", "boost")


@dataclass
class Tally:
    """What was compared and what came out different."""

    rows: int = 0
    rows_differ: int = 0
    largest: float = 0.0
    texts: int = 0
    texts_differ: int = 0
    tolerance: float = 0.0

    @property
    def is_equal(self) -> bool:
        """Whether the difference, if any, is one that may be."""
        if self.texts_differ:
            return False
        if self.tolerance == 0.0:
            return self.rows_differ == 0
        return self.largest <= self.tolerance

    def add_rows(self, ours: Floats, wekas: Floats) -> None:
        """Compare distributions, bit by bit."""
        differs = (ours.view(np.int64) != wekas.view(np.int64)).any(axis=1)
        self.rows += len(ours)
        self.rows_differ += int(differs.sum())
        difference = np.abs(ours - wekas).max(initial=0.0)
        # a NaN on one side only must not pass for a small difference
        difference = np.inf if np.isnan(difference) else difference
        self.largest = max(self.largest, float(difference))

    def add(self, other: Tally) -> None:
        """Take another tally into this one."""
        self.rows += other.rows
        self.rows_differ += other.rows_differ
        self.largest = max(self.largest, other.largest)
        self.texts += other.texts
        self.texts_differ += other.texts_differ
        self.tolerance = max(self.tolerance, other.tolerance)

    def line(self, name: str, kind: str, mode: str) -> str:
        """Return the tally in one line of a table."""
        return (
            f"{name:<16} {kind:<6} {mode:<9} {self.rows:>9} {self.rows_differ:>9} "
            f"{self.largest:>10.1e} {self.texts:>7} {self.texts_differ:>7}"
        )


HEADING = (
    f"{'data set':<16} {'kind':<6} {'mode':<9} {'distrib.':>9} {'differ':>9} "
    f"{'largest':>10} {'texts':>7} {'differ':>7}"
)


def compare(weka: Weka, path: Path, name: str, kind: str, mode: str) -> Tally:
    """Compare all learners of a kind on one data set in one mode."""
    dataset = prepared(read_arff(path, name=name), mode)
    if kind == "trees":
        return _compare_trees(weka, path, name, mode, dataset)
    tally = Tally(tolerance=bayes_tolerance(dataset, kind))
    methods = BAYES if kind == "bayes" else BOOSTS
    theirs = weka.results(path, mode, methods, dataset.n_classes)
    ours = distributions(dataset, methods)
    for proba, (_, weka_proba) in zip(ours, theirs, strict=True):
        tally.add_rows(proba, weka_proba)
    return tally


def bayes_tolerance(dataset: Dataset, kind: str) -> float:
    """Return what is allowed to naive Bayes: nothing, if no number is in the data."""
    nominal = all(attribute.is_nominal for attribute in dataset.attributes)
    return 0.0 if nominal and kind == "bayes" else LIBRARY_TOLERANCE


def _compare_trees(
    weka: Weka, path: Path, name: str, mode: str, dataset: Dataset
) -> Tally:
    methods = {**TREES, **(BAGS if name in BAGGED else {})}
    methods |= NB_TREES if mode == "filtered" else {}
    tally = Tally(tolerance=TOLERANCE if dataset.n_missing else 0.0)
    theirs = weka.results(path, mode, methods, dataset.n_classes)
    for (text, proba), (weka_text, weka_proba) in zip(
        results(dataset, methods), theirs, strict=True
    ):
        tally.add_rows(proba, weka_proba)
        tally.texts += 1
        tally.texts_differ += text != weka_text
    return tally


def find(
    names: Sequence[str], folder: Path | None
) -> tuple[dict[str, Path], list[str]]:
    """Return the files of the data sets that are here, and the names of the others."""
    catalog = Catalog(folder)
    paths = {}
    for name in names:
        if name == EDGES.stem:
            paths[name] = EDGES
        elif located := catalog.find(name):
            paths[name] = located.path
    return paths, [name for name in names if name not in paths]


def compare_all(weka: Weka, paths: dict[str, Path], n_jobs: int) -> list[str]:
    """Compare on all data sets, print the table; return what came out different."""
    totals = {place: Tally() for place in product(KINDS, MODES)}
    failed = []
    largest_first = sorted(paths, key=lambda name: -paths[name].stat().st_size)
    print(HEADING)
    with ProcessPoolExecutor(n_jobs) as pool:
        jobs = {
            pool.submit(compare, weka, paths[name], name, *place): (name, place)
            for name in largest_first
            for place in totals
        }
        for job in as_completed(jobs):
            name, place = jobs[job]
            try:
                tally = job.result()
            except RankreesError as error:
                print(f"{name:<16} {' '.join(place)} {error}", flush=True)
                failed.append(f"{name} ({', '.join(place)})")
                continue
            print(tally.line(name, *place), flush=True)
            totals[place].add(tally)
            if not tally.is_equal:
                failed.append(f"{name} ({', '.join(place)})")
    for place, total in totals.items():
        print(total.line("TOTAL", *place))
    return sorted(failed)


def main() -> int:
    """Run the comparison; 0 if all is equal or there is no Weka, else 1."""
    parser = argparse.ArgumentParser(description="compare rankrees with Weka")
    parser.add_argument("--data-dir", type=Path, help="folder of ARFF files")
    parser.add_argument("--sets", help="names with commas between; default: all")
    parser.add_argument("--jobs", type=int, default=2, help="processes; default: 2")
    options = parser.parse_args()
    names = options.sets.split(",") if options.sets else [EDGES.stem, *CLASSIC]
    start = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as folder:
            weka = Weka(Path(folder))
            paths, absent = find(names, options.data_dir)
            if not paths:
                raise RankreesError("none of the data sets is here")
            failed = compare_all(weka, paths, options.jobs)
    except NoWekaError as error:
        print(f"weka-parity skipped: {error}")
        return 0
    except RankreesError as error:
        print(f"weka-parity failed: {error}")
        return 1
    if absent:
        print(f"not here, not compared: {', '.join(absent)}")
    verdict = f"DIFFERENT: {', '.join(failed)}" if failed else "equal"
    print(f"{len(paths)} data sets, {time.monotonic() - start:.0f} s: {verdict}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
