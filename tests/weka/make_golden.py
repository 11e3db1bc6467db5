"""Write the golden numbers for trees and bags, from Weka itself.

    python tests/weka/make_golden.py [--data-dir DIR]

The data sets must be in their true form (`truth` is `equal` in datasets/MANIFEST.csv).
The bags of Weka 3.6.14 need its jar, weka-3.6.14.jar, in the folder of the jars; see
README.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # run as a plain script

from rankrees.data.arff.reader import read_arff
from rankrees.models.weka import java_command
from tests.weka import get_weka, golden
from tests.weka.ours import BAYES, BOOSTS, MODES, N_FOLDS, NB_TREES, TREES
from tests.weka.parity import find

SETS = (
    "anneal.ORIG",
    "autos",
    "balance-scale",
    "breast-w",
    "credit-a",
    "diabetes",
    "edges",
    "glass",
    "hepatitis",
    "iris",
    "labor",
    "sonar",
    "soybean",
    "vehicle",
    "vote",
    "zoo",
)

BAYES_SETS = ("autos", "breast-w", "glass", "hepatitis", "iris", "labor", "vote")

NB_SETS = tuple(sorted({*SETS, "car", "tic-tac-toe", "yeast"}))
"""The data sets on which NBTree is kept, filtered, by hashes alone."""

BAG_ROWS = (1, 2, 7, 49, 51, 98, 135, 390)
"""Sizes of training sets; 49 and 98 are among those where n * (1/n) is below 1."""

BAG_PERCENTS = (100, 50)
N_BAGS = 10


def trees_of(weka: get_weka.Weka, name: str, path: Path) -> dict[str, Any]:
    """Return what is kept of a data set; write the trees that are shown."""
    dataset = read_arff(path, name=name)
    kept: dict[str, Any] = {"content_hash": dataset.content_hash}
    for mode in MODES:
        found = weka.results(path, mode, TREES, dataset.n_classes)
        kept[mode] = {learner: [] for learner in TREES}
        for fold in range(1, N_FOLDS + 1):
            for learner in TREES:
                text, proba = next(found)
                kept[mode][learner].append(golden.entry(text, proba))
                for title, shown in golden.SHOWN.items():
                    if shown == (name, mode, fold, learner):
                        golden.shown_path(title).parent.mkdir(exist_ok=True)
                        golden.shown_path(title).write_text(text, encoding="utf-8")
        assert next(found, None) is None
    return kept


def bayes_of(weka: get_weka.Weka, name: str, path: Path) -> dict[str, Any]:
    """Return what is kept of naive Bayes and its ensembles on a data set."""
    dataset = read_arff(path, name=name)
    kept: dict[str, Any] = {"content_hash": dataset.content_hash}
    learners = {**BAYES, **BOOSTS}
    for mode in MODES:
        found = weka.results(path, mode, learners, dataset.n_classes)
        kept[mode] = {learner: [] for learner in learners}
        for _ in range(N_FOLDS):
            for learner in learners:
                _, proba = next(found)
                kept[mode][learner].append(golden.numbers_entry(proba))
        assert next(found, None) is None
    return kept


def nb_trees_of(weka: get_weka.Weka, name: str, path: Path) -> dict[str, Any]:
    """Return what is kept of NBTree on a data set: of each fold two hashes."""
    dataset = read_arff(path, name=name)
    found = weka.results(path, "filtered", NB_TREES, dataset.n_classes)
    entries = [golden.entry(text, proba) for text, proba in found]
    assert len(entries) == N_FOLDS
    return {
        "content_hash": dataset.content_hash,
        "text": [one["text"] for one in entries],
        "all": [one["all"] for one in entries],
    }


def write_nb_trees(weka: get_weka.Weka, paths: dict[str, Path]) -> None:
    """Write the golden numbers of NBTree, a line for each data set."""
    kept = {name: nb_trees_of(weka, name, paths[name]) for name in NB_SETS}
    lines = [f"{json.dumps(name)}: {json.dumps(one)}" for name, one in kept.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    golden.NB_TREES_FILE.write_text(text, encoding="utf-8")


def bags_of(jar: Path, folder: Path) -> dict[str, dict[str, list[list[int]]]]:
    """Return the rows that Bagging draws, by percentage and number of rows."""
    # Weka 3.6 wants the cup runtime, which 3.9 has inside
    class_path = [folder, jar, *jar.parent.glob("java-cup-*.jar")]
    get_weka.compile_java("WekaBags.java", folder, str(jar))
    environment = {**os.environ, "WEKA_HOME": str(folder / "wekafiles")}
    bags: dict[str, dict[str, list[list[int]]]] = {}
    for percent in BAG_PERCENTS:
        for rows in BAG_ROWS:
            words = ["WekaBags", str(rows), str(percent), str(N_BAGS)]
            done = subprocess.run(
                java_command(class_path, *words),
                env=environment,
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
            lines = done.stdout.splitlines()
            drawn = [[int(row) for row in line.split()] for line in lines]
            bags.setdefault(str(percent), {})[str(rows)] = drawn
    return bags


def main() -> None:
    """Write all golden files of this folder's README."""
    parser = argparse.ArgumentParser(description="write golden numbers from Weka")
    parser.add_argument("--data-dir", type=Path, help="folder of ARFF files")
    options = parser.parse_args()
    paths, absent = find(sorted({*SETS, *NB_SETS}), options.data_dir)
    if absent:
        sys.exit(f"these data sets are not here: {', '.join(absent)}")
    old_jar = get_weka.jar_folder() / "weka-3.6.14.jar"
    if not old_jar.is_file():
        sys.exit(f"{old_jar} is not there; tests/weka/README.md says where it is from")
    with tempfile.TemporaryDirectory() as folder:
        weka = get_weka.Weka(Path(folder))
        trees = {
            "weka": get_weka.VERSION,
            "jar_sha256": get_weka.JAR_SHA256,
            "sets": {name: trees_of(weka, name, paths[name]) for name in SETS},
        }
        bayes = {
            "weka": get_weka.VERSION,
            "jar_sha256": get_weka.JAR_SHA256,
            "sets": {name: bayes_of(weka, name, paths[name]) for name in BAYES_SETS},
        }
        write_nb_trees(weka, paths)
        bags = {"weka39": bags_of(weka.jar, Path(folder))}
    with tempfile.TemporaryDirectory() as folder:
        bags["weka36"] = bags_of(old_jar, Path(folder))
    golden.write_golden(golden.TREES_FILE, trees)
    golden.write_golden(golden.BAYES_FILE, bayes)
    lines = json.dumps(bags, separators=(",", ":")).replace('],"', '],\n"')
    golden.BAGS_FILE.write_text(lines + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
