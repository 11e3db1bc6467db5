"""Standard output and standard error that are full, closed or not there at all."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator

from rankrees.errors import OutputError

_NO_PLACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def fill_standard_streams() -> None:
    """Put /dev/null where a standard stream is closed.

    Else the next file that is opened, a store say, would get its number, and be written
    to by whoever complains on standard error.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            mode = os.O_RDONLY if number == 0 else os.O_WRONLY
            opened = os.open(os.devnull, mode)
            if opened != number:  # else it is the lowest number that was free
                os.dup2(opened, number)
                os.close(opened)
        if getattr(sys, name) is None:
            stream = os.fdopen(number, "r" if number == 0 else "w", closefd=False)
            setattr(sys, name, stream)


@contextlib.contextmanager
def writing_results() -> Iterator[None]:
    """Say in one line that standard output cannot be written; nothing else is lost.

    What is still in a buffer is written here, where it can be told, and not when Python
    ends. A reader who has gone away, as in `| head`, is left to click.
    """
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except OSError as error:
        if error.errno not in _NO_PLACE or error.filename is not None:
            raise
        _drop_output()
        message = f"cannot be written: {error.strerror}"
        raise OutputError("standard output", None, message) from None


def _drop_output() -> None:
    """Let what could not be written go, or Python would try it once more at its end."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        sys.stdout.flush()
