"""Compiled code on disk must never outlive what it was compiled from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rankrees.kernel import made_from

PACKAGE = Path(made_from.__wrapped__.__code__.co_filename).parent

LOW = '''
"""A module."""
from rankrees.kernel import inlined, kernel
SMALL = 0.5
@kernel
def half(x):
    """Return half."""
    return x * SMALL  # of it
@inlined
def third(x):
    return x / 3.0
'''
HIGH = """
from typing import NamedTuple
from low import half, third
from rankrees.kernel import kernel
class Pair(NamedTuple):
    a: float
    b: float
@kernel
def quarter(x):
    return half(half(x))
@kernel
def sixth(x):
    return third(x) / 2.0
@kernel
def total(pair):
    return pair.a + 2.0 * pair.b
"""
RUN = """
from rankrees.kernel import cache_folder, watch
compiled = []
watch(compiled.append)
from high import Pair, quarter, sixth, total
print(quarter(8.0), sixth(12.0), total(Pair(a=2.0, b=0.5)))
print(*sorted(compiled))
print(cache_folder())
"""
ALL = ["high.quarter", "high.sixth", "high.total", "low.half"]


@pytest.fixture
def sources(tmp_path) -> Path:
    """A folder with two modules that have kernels."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "low.py").write_text(LOW)
    (folder / "high.py").write_text(HIGH)
    return folder


def run(sources: Path, **environment: str) -> tuple[list[float], list[str], str]:
    """What the kernels say in a fresh process, which it had to compile, and where."""
    path = f"{sources}{os.pathsep}{PACKAGE.parent}"
    known = {k: v for k, v in os.environ.items() if k in ("PATH", "LD_LIBRARY_PATH")}
    known |= {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"} | environment
    done = subprocess.run(
        [sys.executable, "-c", RUN], env=known, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    says, compiled, folder = done.stdout.splitlines()
    return [float(x) for x in says.split()], compiled.split(), folder


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_what_is_compiled_once_is_found_again(sources, tmp_path):
    folder = str(tmp_path / "kernels")
    assert run(sources, NUMBA_CACHE_DIR=folder) == ([2.0, 2.0, 3.0], ALL, folder)
    assert run(sources, NUMBA_CACHE_DIR=folder) == ([2.0, 2.0, 3.0], [], folder)
    # as a clone has it: other files, of another time
    clone = tmp_path / "clone"
    sources.rename(clone)
    os.utime(clone / "low.py", (1, 1))
    assert run(clone, NUMBA_CACHE_DIR=folder)[1] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# of it", "# of x, as the name says"),
        ("Return half.", "Return the half of x."),
        ('"""A module."""', "\n\n"),
        ("def third(x):", 'def third(x):\n    """Return a third."""'),
        ("def half(x):", "def half(x: float) -> float:"),
    ],
)
def test_comments_docstrings_lines_and_annotations_do_not_matter(
    sources, tmp_path, old, new
):
    folder = str(tmp_path / "kernels")
    run(sources, NUMBA_CACHE_DIR=folder)
    change(sources / "low.py", old, new)
    assert run(sources, NUMBA_CACHE_DIR=folder)[:2] == ([2.0, 2.0, 3.0], [])


@pytest.mark.parametrize(
    ("file", "old", "new", "says", "compiled"),
    [
        (
            "low.py",
            "SMALL = 0.5",
            "SMALL = 0.25",
            [0.5, 2.0, 3.0],
            ["high.quarter", "low.half"],
        ),
        (
            "low.py",
            "x * SMALL",
            "SMALL * x + 1.0",
            [3.5, 2.0, 3.0],
            ["high.quarter", "low.half"],
        ),
        ("low.py", "x / 3.0", "x / 6.0", [2.0, 1.0, 3.0], ["high.sixth"]),
        (
            "high.py",
            "a: float\n    b: float",
            "b: float\n    a: float",
            [2.0, 2.0, 3.0],
            ["high.total"],
        ),
    ],
)
def test_a_change_is_noticed_where_it_matters_and_only_there(
    sources, tmp_path, file, old, new, says, compiled
):
    folder = tmp_path / "kernels"
    run(sources, NUMBA_CACHE_DIR=str(folder))
    n_files = len(list(folder.iterdir()))
    change(sources / file, old, new)
    assert run(sources, NUMBA_CACHE_DIR=str(folder))[:2] == (says, compiled)
    if compiled != ["high.total"]:  # which is as before, for other arguments
        assert len(list(folder.iterdir())) == n_files, "what is stale is removed"


def test_without_a_home_and_without_a_folder_to_write_to_it_still_runs(
    sources, tmp_path
):
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    says, compiled, folder = run(
        sources,
        NUMBA_CACHE_DIR=str(nowhere / "kernels"),
        HOME=str(nowhere),
        XDG_CACHE_HOME=str(nowhere),
        TMPDIR=str(tmp_path),
    )
    assert says == [2.0, 2.0, 3.0]
    # it falls back on the package's own folder, where they may be from an earlier test
    assert compiled in (ALL, [])
    assert str(nowhere) not in folder


def test_a_package_that_cannot_be_written_uses_the_users_folder(
    sources, tmp_path, monkeypatch
):
    import rankrees.kernel as kernel

    nowhere = tmp_path / "file"
    nowhere.write_text("")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(kernel, "_PACKAGE", nowhere)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = kernel.cache_folder.__wrapped__()
    assert found.parent == tmp_path / "cache" / "rankrees"
    monkeypatch.setenv("XDG_CACHE_HOME", str(nowhere))
    monkeypatch.setenv("HOME", str(nowhere))
    found = kernel.cache_folder.__wrapped__()
    assert found.name.startswith("rankrees-"), "a temporary folder"
    assert os.environ["NUMBA_CACHE_DIR"] == str(found), "which workers share"


def test_folders_of_former_versions_are_removed(tmp_path, monkeypatch):
    import rankrees.kernel as kernel

    old = tmp_path / "__pycache__" / "kernels-0123456789abcdef"
    old.mkdir(parents=True)
    (old / "x.nbi").write_text("")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(kernel, "_PACKAGE", tmp_path)
    assert kernel.cache_folder.__wrapped__() == tmp_path / "__pycache__" / "kernels"
    assert not old.exists()


def test_broken_files_are_compiled_anew(sources, tmp_path):
    folder = tmp_path / "kernels"
    run(sources, NUMBA_CACHE_DIR=str(folder))
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes()[:100])
    assert run(sources, NUMBA_CACHE_DIR=str(folder))[:2] == ([2.0, 2.0, 3.0], ALL)
