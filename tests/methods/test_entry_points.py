"""The example of docs/plugin.md, installed as a distribution of somebody else's."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "plugin.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
ENTRY_POINTS = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)[1]


@pytest.fixture
def run(tmp_path):
    """Run rankrees where the example is installed."""
    (tmp_path / "prior.py").write_text(EXAMPLE)
    info = tmp_path / "prior-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: prior\nVersion: 1.0\n")
    group, entry = re.fullmatch(
        r'\[project\.entry-points\."(.*)"\]\n(\w+ = "\w+")\n', ENTRY_POINTS
    ).groups()
    plain = entry.replace('"', "")
    (info / "entry_points.txt").write_text(f"[{group}]\n{plain}\n")

    def rankrees(*arguments):
        environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
        return subprocess.run(
            [sys.executable, "-m", "rankrees", *arguments],
            capture_output=True, text=True, env=environment, cwd=tmp_path, check=False,
        )  # fmt: skip

    return rankrees


def test_the_example_is_short():
    lines = [line for line in EXAMPLE.splitlines() if line.strip()]
    assert len(lines) <= 20


def test_it_is_listed_and_runs(run, tmp_path):
    assert "prior: The share of each class" in run("list", "methods").stdout
    done = run(
        *("evaluate", "iris", "--methods", "prior,c45", "--folds", "2", "-j", "1"),
        *("--store", "s.sqlite", "-q", "--format", "csv"),
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^iris,50\.00,", done.stdout, re.MULTILINE)


def test_one_that_cannot_be_imported_is_named(run, tmp_path):
    (tmp_path / "prior.py").write_text("import nothing_of_this_name")
    done = run("list", "methods")
    assert done.returncode == 2
    assert "the methods of prior (prior) cannot be loaded" in done.stderr
