"""How a store grows: bytes and seconds for many results, without computing any.

`python tests/torture/scale.py [SETS]` fills a store as `run` would for a config of
fourteen computations and 10 x 10 folds, then asks it what is missing, as `run` does.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from rankrees.config.load import load_config
from rankrees.experiment.outcome import FoldOutcome
from rankrees.experiment.plan import make_cells, make_jobs
from rankrees.metrics.registry import KEPT
from rankrees.store.bundle import write_bundle
from rankrees.store.store import Store


def main(n_sets: int) -> None:
    from dataclasses import replace

    names = tuple(f"set-{i}" for i in range(n_sets))
    experiment = replace(load_config("table3.yaml"), datasets=names, runs=10)
    hashes = {name: f"{i:064x}" for i, name in enumerate(names)}
    cells = make_cells(experiment, hashes)
    jobs = make_jobs(experiment, cells, {})
    n_results = sum(len(job.computations) for job in jobs)
    rng = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="rankrees-scale-") as folder:
        path = Path(folder) / "s.sqlite"
        with Store(path, write=True) as store:
            number = store.start_invocation("c", "t", {})
            start = time.monotonic()
            for job in jobs:
                outcomes = [
                    FoldOutcome(
                        *(c, job.run, job.fold),
                        {metric: rng.random() for metric in KEPT},
                        *(None, None, 900, 100, 20, 30, 0.01, 0.01),
                    )
                    for c in job.computations
                ]
                store.put(outcomes, number)
            seconds = time.monotonic() - start
        size = path.stat().st_size
        print(f"{n_sets} sets: {len(jobs):,} folds, {n_results:,} results")
        print(f"  kept: {size:,} bytes, {size / n_results:.0f} a result")
        print(f"  put: {seconds:.1f} s, {1000 * seconds / len(jobs):.2f} ms a fold")
        start = time.monotonic()
        with Store(path) as store:
            keys = {c.key for c in cells.values()}
            done = store.done(keys, KEPT, retry_failed=False)
        left = make_jobs(experiment, cells, done)
        print(f"  what is missing ({len(left)}): {time.monotonic() - start:.1f} s")
        start = time.monotonic()
        bundle = Path(folder) / "b.zip"
        with Store(path) as store:
            write_bundle(store, bundle)
        packed = bundle.stat().st_size
        print(f"  bundle: {packed:,} bytes, {time.monotonic() - start:.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 35)
