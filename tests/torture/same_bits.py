"""One worker, two workers and Dask give the same bytes; a second run computes nothing.

`make same-bits` runs it: smoke.yaml, and table3.yaml on ten sets.
"""

from __future__ import annotations

import hashlib
import tempfile
import time
from pathlib import Path

from machines import Machines, Program, n_folds

TEN = (
    *("labor", "zoo", "iris", "hepatitis", "lymph"),
    *("glass", "sonar", "breast-cancer", "heart-statlog", "vote"),
)


def compare(program: Program, machines: Machines, folder: Path) -> None:
    exports = {}
    for name, how in {
        "one worker": ["-j", "1"],
        "two workers": ["-j", "2"],
        "Dask": ["--dask", machines.address],
    }.items():
        store = folder / f"{program.config}-{name.replace(' ', '-')}.sqlite"
        start = time.monotonic()
        program.run(store, *how)
        seconds = time.monotonic() - start
        exports[name] = program.export(store)
        digest = hashlib.sha256(exports[name]).hexdigest()[:16]
        print(
            f"{program.config}, {name}: {n_folds(store)} results in {seconds:.0f} s, "
            f"export {len(exports[name]):,} bytes, sha256 {digest}",
            flush=True,
        )
    assert len(set(exports.values())) == 1, "the exports differ"
    start = time.monotonic()
    before = store.read_bytes()
    program.run(store)
    seconds = time.monotonic() - start
    assert store.read_bytes() == before, "the second run wrote something"
    print(f"{program.config} again: nothing computed, {seconds:.1f} s", flush=True)


def main() -> None:
    ten = [word for name in TEN for word in ("-d", name)]
    with (
        tempfile.TemporaryDirectory(prefix="rankrees-bits-") as name,
        Machines() as dask,
    ):
        folder = Path(name)
        compare(Program(folder, "smoke.yaml"), dask, folder)
        compare(Program(folder, "table3.yaml", *ten), dask, folder)
    print("all equal, byte for byte")


if __name__ == "__main__":
    main()
