"""How fast a store takes results in, and how it grows; nothing is computed.

    python bench/store.py [--sets 140]

Fills stores as `rankrees run` does, with folds of one result and those of Table 3,
which have thirteen, then asks what is missing, as a run does. Wall times: what a store
waits for is the disk.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a plain script

from bench import common
from rankrees.config.load import load_config
from rankrees.experiment.outcome import FoldOutcome
from rankrees.experiment.plan import Job, make_cells, make_jobs
from rankrees.metrics.registry import KEPT
from rankrees.store.bundle import write_bundle
from rankrees.store.store import Store

N_SETS = 35


class Filled(NamedTuple):
    """What was measured with one store."""

    folds: int
    results: int
    put_s: float
    put_cpu_s: float
    store_bytes: int
    missing_s: float
    bundle_bytes: int


def planned(n_sets: int) -> list[Job]:
    """Return the folds of Table 3 on made-up sets, ten runs."""
    names = tuple(f"set-{i}" for i in range(n_sets))
    experiment = replace(load_config("table3.yaml"), datasets=names, runs=10)
    hashes = {name: f"{i:064x}" for i, name in enumerate(names)}
    return make_jobs(experiment, make_cells(experiment, hashes), {})


def made_up(jobs: Iterable[Job]) -> list[list[FoldOutcome]]:
    """Return results of each fold, all metrics."""
    rng = random.Random(1)
    return [
        [
            FoldOutcome(
                *(computation, job.run, job.fold),
                {metric: rng.random() for metric in KEPT},
                *(None, None, 900, 100, 20, 30, 0.01, 0.01),
            )
            for computation in job.computations
        ]
        for job in jobs
    ]


def measured(jobs: list[Job], folder: Path) -> Filled:
    """Fill a store, fold by fold, and ask it what it lacks: nothing."""
    path, bundle = folder / "s.sqlite", folder / "b.zip"
    folds = made_up(jobs)
    keys = {outcome.computation.key for fold in folds for outcome in fold}
    with Store(path, write=True) as store:
        number = store.start_invocation("c", "t", {})
        start, cpu = time.monotonic(), time.process_time()
        for fold in folds:
            store.put(fold, number)
        store.end_invocation(number, "complete")
        put = (time.monotonic() - start, time.process_time() - cpu)
    with Store(path) as store:
        start = time.monotonic()
        done = store.done(keys, KEPT, retry_failed=False)
        missing_s = time.monotonic() - start
        write_bundle(store, bundle)
    n_results = sum(map(len, folds))
    if sum(map(len, done.values())) != n_results:
        raise SystemExit("the store lacks results")
    sizes = (path.stat().st_size, bundle.stat().st_size)
    return Filled(len(folds), n_results, *put, sizes[0], missing_s, sizes[1])


def described(found: dict[str, Filled]) -> str:
    """Return the figures as a table."""
    rows = [
        (
            what,
            f"{one.folds:,}",
            f"{one.folds / one.put_s:,.0f}",
            f"{one.results / one.put_s:,.0f}",
            f"{1000 * one.put_cpu_s / one.folds:.2f}",
            f"{one.store_bytes / one.results:.0f}",
            f"{one.bundle_bytes / one.results:.0f}",
            f"{one.missing_s:.2f}",
        )
        for what, one in found.items()
    ]
    headers = (
        *("results a fold", "folds", "folds/s", "results/s", "CPU ms/fold"),
        *("bytes/result", "in a bundle", "what is missing, s"),
    )
    return common.markdown(rows, headers)


def main() -> None:
    """Measure, print and keep the figures."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--sets", type=int, help="instead of 35; writes no file")
    n_sets = words.parse_args().sets
    jobs = planned(n_sets or N_SETS)
    single = [replace(job, computations=job.computations[:1]) for job in jobs]
    found = {}
    for some in (single, jobs):
        with tempfile.TemporaryDirectory(prefix="rankrees-store-") as folder:
            found[str(len(some[0].computations))] = measured(some, Path(folder))
    print(described(found))
    if not n_sets:
        figures = {what: one._asdict() for what, one in found.items()}
        common.keep("store", {"sets": N_SETS, "results a fold": figures})
        common.fill("store", described(found))


if __name__ == "__main__":
    main()
