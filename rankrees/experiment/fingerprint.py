"""What must be the same in two places for results to have the same bits."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

import rankrees


@cache
def code_hash() -> str:
    """Return a hash of all source files of the package as it is installed here."""
    root = Path(rankrees.__file__).resolve().parent
    digest = hashlib.sha256()
    for source in sorted(root.rglob("*.py")):
        name = source.relative_to(root).as_posix()
        text = source.read_bytes()
        digest.update(f"{name} {len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()[:16]


@cache
def fingerprint() -> tuple[tuple[str, str], ...]:
    """Return the name and version of each thing that takes part in a result's bits."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return (
        ("rankrees", rankrees.__version__),
        ("rankrees code", code_hash()),
        ("Python", python),
        ("numpy", version("numpy")),
        ("numba", version("numba")),
    )
