"""The examples of CONTRIBUTING.md, each one file, put where they say and run."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rankrees.kernel import cache_folder

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(
    r"`(rankrees/\w+/\w+\.py)`:\n\n```python\n(.*?)```", TEXT, re.DOTALL
)

CONFIG = """
title: "Examples"
datasets: [iris]
folds: {scheme: weka, runs: 1, folds: 2}
methods:
  stump: {tree: stump, estimator: halved}
protocols:
  described: {metric: certainty}
"""


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of the package with the three files in it."""
    folder = tmp_path_factory.mktemp("source")
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("rankrees", "datasets", "configs"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for path, code in EXAMPLES:
        assert not (ROOT / path).exists()
        (folder / path).write_text(code, encoding="utf-8")
    return folder


def run(folder, *words):
    # compiled kernels are found by their code, wherever the package is
    kernels = str(cache_folder())
    environment = {**os.environ, "PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": kernels}
    done = subprocess.run(
        [sys.executable, "-m", "rankrees", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_are_three():
    assert [path.split("/")[1] for path, _ in EXAMPLES] == [
        "growers",
        "estimators",
        "metrics",
    ]


def test_they_are_listed(copied):
    methods = run(copied, "list", "methods")
    assert "stump" in methods
    assert "halved" in methods
    assert "certainty" in run(copied, "list", "metrics")


def test_they_run_and_explain(copied):
    (copied / "examples.yaml").write_text(CONFIG, encoding="utf-8")
    words = ("--config", "examples.yaml", "--store", "s.sqlite")
    table = run(copied, "run", "-q", "-j", "1", *words)
    assert "certainty" in table
    explained = run(
        *(copied, "tree", "iris", "--method", "stump+halved", "--explain", "1", "-q")
    )
    assert "(uniform)" in explained
    added = re.findall(r"0\.500000 +(\d\.\d{6})$", explained, re.MULTILINE)
    assert len(added) == 2
    (total,) = re.findall(r"^sum .* (\d\.\d{6})$", explained, re.MULTILINE)
    assert sum(map(float, added)) == pytest.approx(float(total), abs=2e-6)
