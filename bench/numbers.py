"""CPU time per model on raw numbers: rankrees, Weka 3.9.7 and scikit-learn.

    python bench/numbers.py [--sets diabetes,vehicle] [--seconds 2]

As speed.py, but no value is put into a bin. The last set is made up: 100,000 rows of 20
normal numbers, the class depending on six of them. Trees must equal Weka's bit by bit;
naive Bayes to 1e-12, because Java's exp is not that of C in its last bits.

With the default sets it writes results.json and its part of README.md.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a plain script

from bench import common
from bench.speed import LEARNERS, ratio, time_learners, time_sklearn
from bench.weka import Jvm
from rankrees.data.catalog import Catalog
from rankrees.errors import RankreesError
from tests.weka.get_weka import VERSION, NoWekaError

MADE_UP = "made-up"
SETS = ("diabetes", "vehicle", "segment", "pendigits", "waveform-5000", "letter")
TOLERANCE = 1e-12


def make_up(path: Path, n_rows: int = 100_000, n_columns: int = 20) -> None:
    """Write an ARFF file of normal numbers, with a class in three values."""
    random = np.random.default_rng(1)
    x = np.round(random.normal(size=(n_rows, n_columns)), 3)
    score = x[:, 0] + x[:, 1] * x[:, 2] - np.abs(x[:, 3]) + x[:, 4] * (x[:, 5] > 0)
    score += random.normal(scale=0.5, size=n_rows)
    names = np.array(["low", "middle", "high"])[np.digitize(score, [-1.0, 0.5])]
    with path.open("w", encoding="utf-8") as file:
        file.write(f"@relation {MADE_UP}\n")
        file.writelines(f"@attribute x{k} numeric\n" for k in range(n_columns))
        file.write("@attribute class {low,middle,high}\n@data\n")
        for row, name in zip(x.tolist(), names, strict=True):
            file.write(",".join(map(str, row)) + f",{name}\n")


def find(name: str, folder: Path) -> Path:
    """Return the file of a data set."""
    if name == MADE_UP:
        path = folder / f"{MADE_UP}.arff"
        make_up(path)
        return path
    located = Catalog(None).find(name)
    if located is None:
        raise RankreesError(f"the data set {name} is not here")
    return located.path


def is_right(name: str, times: dict[str, Any]) -> bool:
    """Tell whether a learner's models are those of Weka."""
    if name == "naive Bayes":
        return bool(times["difference"] <= TOLERANCE)
    return bool(times["equal"])


def report(sets: dict[str, Any]) -> str:
    """Return the table as Markdown, geometric means last."""
    rows = []
    for name, of in sets.items():
        row = [name]
        for learner in LEARNERS:
            times = of[learner.name]
            mark = "" if is_right(learner.name, times) else " DIFFERENT"
            row += [f"{times['rankrees_ms']:.2f}", f"{times['weka_ms']:.2f}"]
            row.append(f"{ratio(times):.1f}{mark}")
        by_tree = of["sklearn_ms"] / of["C4.5"]["rankrees_ms"]
        rows.append([*row, f"{of['sklearn_ms']:.2f}", f"{by_tree:.1f}"])
    last = ["geometric mean"]
    heading = ["data set"]
    for learner in LEARNERS:
        mean = common.geometric_mean(ratio(of[learner.name]) for of in sets.values())
        last += ["", "", f"{mean:.1f}"]
        heading += [learner.name, "Weka", "ratio"]
    mean = common.geometric_mean(
        of["sklearn_ms"] / of["C4.5"]["rankrees_ms"] for of in sets.values()
    )
    heading += ["scikit-learn", "to C4.5"]
    table = common.markdown([*rows, [*last, "", f"{mean:.1f}"]], heading)
    return f"CPU milliseconds per model on raw numbers:\n\n{table}"


def main() -> int:
    """Run the benchmark; 0 if all models are equal to Weka's."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", help="names with commas between; writes no file")
    parser.add_argument("--passes", type=int, default=1, help="at least so many")
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="CPU seconds a learner and set"
    )
    options = parser.parse_args()
    names = options.sets.split(",") if options.sets else [*SETS, MADE_UP]
    how_long = options.passes, options.seconds
    sets: dict[str, Any] = {}
    try:
        with tempfile.TemporaryDirectory() as folder, Jvm(Path(folder)) as jvm:
            for name in names:
                data = common.raw(find(name, Path(folder)))
                jvm.load_raw(data.path)
                sets[name] = time_learners(data, jvm, *how_long)
                sets[name]["sklearn_ms"] = time_sklearn(data, *how_long)
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
    text = report(sets)
    print(text)
    if not options.sets:
        common.keep("numbers", {"weka": VERSION, "sets": sets})
        common.fill("numbers", text)
    right = (is_right(x.name, of[x.name]) for of in sets.values() for x in LEARNERS)
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
