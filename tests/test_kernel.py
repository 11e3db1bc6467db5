"""Compiled code on disk must never outlive the source it was compiled from."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import numba
import pytest

import rankrees.kernel

PACKAGE = Path(rankrees.kernel.__file__).parent


@pytest.fixture
def package(tmp_path, monkeypatch) -> Path:
    """A copy of the package's sources, and numba's settings put back afterwards."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", numba.config.CACHE_DIR)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    ignore = shutil.ignore_patterns("__pycache__", "_shipped")
    return shutil.copytree(PACKAGE, tmp_path / "rankrees", ignore=ignore)


def cache_dir(package: Path) -> str:
    """The folder that a fresh process running this copy would use."""
    spec = importlib.util.spec_from_file_location("fresh", package / "kernel.py")
    fresh = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    fresh.kernel(lambda x: x)
    return numba.config.CACHE_DIR


def test_the_same_sources_use_the_same_folder(package):
    assert cache_dir(package) == cache_dir(package)
    assert Path(cache_dir(package)).parent == package / "__pycache__"


@pytest.mark.parametrize(
    "source", ["trees/kernels.py", "trees/similarity.py", "estimators/wpe.py"]
)
def test_a_change_in_any_kernel_source_moves_the_folder(package, source):
    before = cache_dir(package)
    with (package / source).open("a") as file:
        file.write("\n# changed\n")
    assert cache_dir(package) != before


def test_other_sources_do_not_matter(package):
    before = cache_dir(package)
    with (package / "errors.py").open("a") as file:
        file.write("\n# changed\n")
    assert cache_dir(package) == before


def test_the_users_own_cache_folder_wins(package, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", "somewhere")
    numba.config.CACHE_DIR = "untouched"
    assert cache_dir(package) == "untouched"


def test_constants_of_kernels_come_from_kernel_sources():
    """A constant is compiled in, so the file that defines it must be watched too."""
    import ast

    watched = {
        path
        for path in PACKAGE.rglob("*.py")
        if "from rankrees.kernel import" in path.read_text(encoding="utf-8")
    }
    for path in watched:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        kernels = [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
            and {getattr(d, "id", "") for d in node.decorator_list}
            & {"kernel", "inlined"}
        ]
        used = {
            name.id
            for function in kernels
            for statement in function.body
            for name in ast.walk(statement)
            if isinstance(name, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("rankrees"):
                source = PACKAGE.parent / (node.module.replace(".", "/") + ".py")
                names = {alias.name for alias in node.names}
                if names & used:
                    assert source in watched, f"{path.name} uses {source.name}"
