"""Being the one writer of a store."""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path
from typing import IO

from rankrees.errors import StoreError


def take_lock(store: Path) -> IO[bytes]:
    """Become the one writer of a store until the file returned is closed.

    The lock is the operating system's on a file beside the store, so that of a process
    which died is gone with it.

    Raises
    ------
    StoreError
        If another process writes, with its number.
    """
    path = store.with_name(f"{store.name}.lock")
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = path.open("ab+", buffering=0)
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            owner = lock.read(20).decode("ascii", "replace").strip() or "unknown"
            lock.close()
            raise StoreError(
                f"{store}: in use by another run (process {owner}); "
                "wait for it, or give another --store"
            ) from None
        if _is_still(path, lock):
            break
        lock.close()  # its last owner took it away while we came
    with contextlib.suppress(OSError):  # on a full disk it holds without the number
        lock.truncate(0)
        lock.write(str(os.getpid()).encode())
    return lock


def _is_still(path: Path, lock: IO[bytes]) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(lock.fileno()))
    except FileNotFoundError:
        return False
