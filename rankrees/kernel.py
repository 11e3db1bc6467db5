"""The one way in which rankrees compiles a function, and keeps what was compiled.

Numba's own cache looks at the file of the function itself to tell whether compiled code
is stale: a change in a function that is called from another file would go unnoticed,
and a comment would have all of a file compiled anew. Here, compiled code is kept under
a name made from what it was compiled from: the instructions of the function and, one by
one, of all functions that it calls, with the values of all constants that it uses. What
does not change that (comments, docstrings, names of files, lines) changes nothing.
"""

from __future__ import annotations

import atexit
import dis
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import types
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps
from numpy.typing import NDArray

Ints = NDArray[Any]
Floats = NDArray[Any]
"""Arrays in the signatures of kernels, which are compiled for the types they get."""

int64 = cast(Callable[[Any], int], np.int64)
"""A 64-bit number. To numba, a literal and numbers of other widths are other types, for
which it would compile a kernel once more."""

F = TypeVar("F", bound=Callable[..., object])

_PACKAGE = Path(__file__).resolve().parent
_rebuild: Any = CompileResult._rebuild
_dumps: Any = dumps
_MADE_WITH = f"{sys.implementation.cache_tag} numba {numba.__version__}"

_watchers: list[Callable[[str], None]] = []


def kernel(function: F) -> F:
    """Compile a function when it is first called; keep the result on disk."""
    # without the GIL, so that a worker still answers its scheduler during a long fold
    compiled = numba.njit(nogil=True)(function)
    if isinstance(compiled, Dispatcher):  # NUMBA_DISABLE_JIT leaves the function
        cast(Any, compiled)._cache = _KernelCache(function)
    return cast(F, compiled)


def inlined(function: F) -> F:
    """Compile a function into each kernel that calls it.

    For what is done at every node of a tree: a call hands over each array, and counts
    who uses it, which takes longer than looking at a few rows does.
    """
    return cast(F, numba.njit(inline="always")(function))


def is_compiled() -> bool:
    """Tell whether compiled kernels are on disk."""
    folder = cache_folder()
    return folder is not None and any(folder.glob("*.kernel"))


def watch(tell: Callable[[str], None]) -> Callable[[], None]:
    """Have `tell` called with the name of each kernel that is about to be compiled.

    Returns what ends that.
    """
    _watchers.append(tell)
    return lambda: _watchers.remove(tell)


@cache
def cache_folder() -> Path | None:
    """Return the folder of compiled kernels, None where nothing can be written.

    Next to the package; where that cannot be written, in the user's cache folder. If
    that cannot be either, it is a temporary one, which worker processes share.
    `NUMBA_CACHE_DIR` goes before all.
    """
    for folder in _folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        _remove_old_folders(folder.parent)
        return folder
    try:
        temporary = tempfile.mkdtemp(prefix="rankrees-")
    except OSError:
        return None
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = temporary
    return Path(temporary)


def _folders() -> Iterator[Path]:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen)
    yield _PACKAGE / "__pycache__" / "kernels"
    # several installations may share the user's folder
    own = hashlib.sha256(str(_PACKAGE).encode()).hexdigest()[:16]
    if os.environ.get("XDG_CACHE_HOME"):
        yield Path(os.environ["XDG_CACHE_HOME"]) / "rankrees" / own
    with suppress(RuntimeError):  # there may be no home
        yield Path.home() / ".cache" / "rankrees" / own


def _remove_old_folders(base: Path) -> None:
    """Remove the folders of former versions, one for each state of the sources."""
    if base.name in ("__pycache__", "rankrees"):
        for old in base.glob("kernels-*"):
            shutil.rmtree(old, ignore_errors=True)


class _KernelCache(_Cache):
    """Compiled code of one function: a file for each set of argument types."""

    def __init__(self, function: Callable[..., object]) -> None:
        self._function = function
        self._enabled = True

    @cached_property
    def _name(self) -> str:
        return f"{self._function.__module__}.{self._function.__qualname__}"

    @cached_property
    def _stamp(self) -> str:
        """What is compiled; found when first called, since by then all is imported."""
        return made_from(self._function)[:16]

    @property
    def cache_path(self) -> str | None:
        folder = cache_folder()
        return None if folder is None else str(folder)

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        folder = cache_folder()
        if folder is not None:
            for path in folder.glob(f"{self._name}-*.kernel"):
                path.unlink(missing_ok=True)

    def load_overload(self, sig: tuple[Any, ...], target_context: Any) -> Any:
        """Return the compiled function for the argument types, None if it is new."""
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        found = None
        if path is not None:
            # what cannot be read is compiled anew
            with suppress(OSError, EOFError, pickle.UnpicklingError):
                payload = pickle.loads(path.read_bytes())
                found = _rebuild(target_context, *payload)
        if found is None:
            for tell in _watchers:
                tell(self._name)
        return found

    def save_overload(self, sig: tuple[Any, ...], data: Any) -> None:
        """Keep what was compiled; a full disk is no reason to stop."""
        path = self._path(sig, data.codegen)
        if path is None or data.library.has_dynamic_globals:
            return
        part = path.with_suffix(f".{uuid.uuid4().hex[:16]}")
        try:
            part.write_bytes(_dumps(data._reduce()))
            part.replace(path)
        except OSError:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        self._remove_old(path.parent)

    def _path(self, sig: tuple[Any, ...], codegen: Any) -> Path | None:
        folder = cache_folder()
        if folder is None or not self._enabled:
            return None
        key = f"{_spell(sig)} {codegen.magic_tuple()} {_MADE_WITH}"
        types_and_machine = hashlib.sha256(key.encode()).hexdigest()[:16]
        return folder / f"{self._name}-{self._stamp}-{types_and_machine}.kernel"

    def _remove_old(self, folder: Path) -> None:
        """Remove what was compiled from another state of the function."""
        for path in folder.glob(f"{self._name}-*.kernel"):
            if not path.name.startswith(f"{self._name}-{self._stamp}-"):
                with suppress(OSError):
                    path.unlink()


def _spell(kinds: tuple[Any, ...]) -> str:
    """Return the types of arguments, those of a NamedTuple with their names."""
    found = []
    for kind in kinds:
        if hasattr(kind, "instance_class"):
            name = kind.instance_class.__qualname__
            found.append(f"{name}{kind.fields}{_spell(tuple(kind))}")
        else:
            found.append(str(kind))
    return f"({', '.join(found)})"


@cache
def made_from(function: Callable[..., object]) -> str:
    """Return a digest of a function, what it calls and the constants it uses."""
    digest = hashlib.sha256()
    for part in _parts(cast(types.FunctionType, function)):
        digest.update(part.encode() + b"\n")
    return digest.hexdigest()


def _parts(function: types.FunctionType) -> Iterator[str]:
    yield repr(function.__defaults__)
    names: set[str] = set()
    yield from _instructions(function.__code__, names)
    for cell in function.__closure__ or ():
        yield from _value(cell.cell_contents, names)
    for name in sorted(names & set(function.__globals__)):
        value = function.__globals__[name]
        yield name
        if getattr(value, "py_func", value) is not function:
            yield from _value(value, names)


def _instructions(code: types.CodeType, names: set[str]) -> Iterator[str]:
    """Yield the instructions, which have no comments and no docstrings."""
    names.update(code.co_names)
    yield f"{code.co_argcount} {code.co_varnames} {code.co_freevars}"
    for instruction in dis.get_instructions(code):
        if isinstance(instruction.argval, types.CodeType):
            yield from _instructions(instruction.argval, names)
        else:
            yield f"{instruction.opname} {instruction.argval!r}"


def _value(value: object, names: set[str]) -> Iterator[str]:
    """Yield what tells a global value that a function uses from any other."""
    if isinstance(value, Dispatcher):
        yield repr(sorted(value.targetoptions.items(), key=str))
        yield made_from(value.py_func)
    elif isinstance(value, types.FunctionType):
        yield made_from(value)
    elif isinstance(value, types.ModuleType):
        yield value.__name__
        if value.__name__.startswith("rankrees"):
            for name in sorted(names & set(vars(value))):
                yield from _value(vars(value)[name], names)
    elif isinstance(value, type):
        yield f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', '')}"
    elif isinstance(value, np.ndarray):
        yield f"{value.dtype} {value.shape} {value.tobytes().hex()}"
    else:
        yield f"{type(value).__name__} {value!r}"
