"""Being the one writer of a store."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
from pathlib import Path
from typing import IO

from rankrees.errors import StoreError
from rankrees.files import reason

ENDING = ".rankrees-lock"
"""What follows a store's name; `.lock` alone would be the file of many a program."""

_OURS = b"rankrees, process "


class Lock:
    """The right to write a store, until it is closed."""

    def __init__(self, file: IO[bytes], path: Path, *, is_new: bool) -> None:
        self._file = file
        self._path = path
        self._is_new = is_new

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def discard(self) -> None:
        """Take the file away again, if it was not there before."""
        if self._is_new:
            with contextlib.suppress(OSError):
                self._path.unlink()


def take_lock(store: Path) -> Lock:
    """Become the one writer of a store until what is returned is closed.

    The lock is the operating system's on a file beside the store, so that of a process
    which died is gone with it. A file of that name which is not ours is left alone, as
    is whatever a link of that name points to.

    Raises
    ------
    StoreError
        If another process writes, with its number; or if the file is not ours.
    """
    path = store.with_name(f"{store.name}{ENDING}")
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file, is_new = _opened(path)
        except (OSError, ValueError) as error:
            raise StoreError(f"{path}: {reason(error)}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = file.read(100).removeprefix(_OURS).decode("ascii", "replace")
            file.close()
            raise StoreError(
                f"{store}: in use by another run (process {owner.strip() or 'unknown'})"
                "; wait for it, or give another --store"
            ) from None
        if _is_still(path, file):
            break
        file.close()  # its last owner took it away while we came
    with contextlib.suppress(OSError):  # on a full disk it holds without the number
        file.truncate(0)
        file.write(_OURS + str(os.getpid()).encode())
    return Lock(file, path, is_new=is_new)


def _opened(path: Path) -> tuple[IO[bytes], bool]:
    """Open the file beside a store, and tell whether it had to be made."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        # asked first, as opening alone may do something to a device
        is_new = False
        _check_kind(path, os.lstat(path))
        handle = os.open(path, flags)
    except FileNotFoundError:
        is_new = True
        handle = os.open(path, flags | os.O_CREAT, 0o666)
    file = os.fdopen(handle, "r+b", buffering=0)
    try:
        _check_kind(path, os.fstat(handle))
        content = file.read(len(_OURS))
        if content and content != _OURS:
            raise _not_ours(path)
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return file, is_new


def _check_kind(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        raise _not_ours(path)


def _not_ours(path: Path) -> StoreError:
    return StoreError(
        f"{path}: this file was not made by rankrees, which needs the name: move it "
        "away, or give another --store"
    )


def _is_still(path: Path, file: IO[bytes]) -> bool:
    try:
        return os.path.samestat(os.lstat(path), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
