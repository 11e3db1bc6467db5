"""What a first use costs: compiling for table3.yaml, against the run itself.

    python bench/first.py [--config table3.yaml]

Two runs from an empty store: the first with an empty folder of kernels, the second with
the kernels there. CPU seconds of all processes; the difference is compiling.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run(config: str, folder: Path, store: str) -> tuple[float, float]:
    """Return CPU and wall seconds of `rankrees run`."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "kernels")}
    command = [sys.executable, "-m", "rankrees", "run", "--config", config, "--quiet"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(
        [*command, "--store", str(folder / store)],
        cwd=ROOT,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, wall


def main() -> int:
    """Run both and print the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--config", default="table3.yaml")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        first_cpu, first_wall = run(options.config, Path(name), "first.sqlite")
        again_cpu, again_wall = run(options.config, Path(name), "again.sqlite")
    compiling = first_cpu - again_cpu
    print(
        f"{options.config}: compiling {compiling:.0f} s of CPU, "
        f"the run {again_cpu:.0f} s; "
        f"ratio {compiling / again_cpu:.2f}"
    )
    print(f"wall: first {first_wall:.0f} s, with kernels there {again_wall:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
