"""The one way in which rankrees compiles a function.

Numba keeps compiled code on disk and looks only at the file of the function itself to
tell whether it is stale: a change in a function that is called from another file would
go unnoticed, and old code would run. So the cache folder is named after the content of
all source files that have compiled functions.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numpy.typing import NDArray

Ints = NDArray[Any]
Floats = NDArray[Any]
"""Arrays in the signatures of kernels, which are compiled for the types they get."""

F = TypeVar("F", bound=Callable[..., object])

_PACKAGE = Path(__file__).resolve().parent


@cache
def _cache_dir() -> str:
    digest = hashlib.sha256()
    for source in sorted(_PACKAGE.rglob("*.py")):
        text = source.read_bytes()
        if b"from rankrees.kernel import" in text:
            digest.update(text)
    name = f"kernels-{digest.hexdigest()[:16]}"
    home = os.path.expanduser("~")  # ~ itself where there is no home
    bases = [_PACKAGE / "__pycache__", Path(home, ".cache", "rankrees")]
    for base in bases if home != "~" else bases[:1]:
        if _is_writable(base / name):
            return str(base / name)
    return tempfile.mkdtemp(prefix="rankrees-")


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@cache
def _chosen_dir() -> str | None:
    """Return the folder that the user names for numba, if it can be written."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    return named if named and _is_writable(Path(named)) else None


def is_compiled() -> bool:
    """Tell whether compiled kernels of this version are on disk."""
    folder = _chosen_dir() or _cache_dir()
    return any(Path(folder).rglob("*.nbi"))


def kernel(function: F) -> F:
    """Compile a function when it is first called; keep the result on disk."""
    if _chosen_dir() is None:
        # set by name: numba makes the attributes of its configuration at run time
        setattr(numba.config, "CACHE_DIR", _cache_dir())  # noqa: B010
    # without the GIL, so that a worker still answers its scheduler during a long fold
    return cast(F, numba.njit(cache=True, nogil=True)(function))


def inlined(function: F) -> F:
    """Compile a function into each kernel that calls it.

    For what is done at every node of a tree: a call hands over each array, and counts
    who uses it, which takes longer than looking at a few rows does.
    """
    return cast(F, numba.njit(inline="always")(function))
