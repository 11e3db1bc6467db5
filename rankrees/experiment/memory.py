"""Keeping a worker within the memory it was given."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
from functools import cache
from pathlib import Path

from rankrees.trees.similarity import set_memory_bound

_RESERVE = 128 * 2**20
"""For what a fold needs besides: predictions, sorted copies of columns, trees."""

_KEPT = 64 * 2**20
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # glibc's malloc.h


def bound_memory(n_bytes: int) -> None:
    """Let this process grow to about `n_bytes` and no further.

    The one thing that can be large is a table of how alike rows are, which takes the
    square of their number: it gets what is left. Where it does not fit, rows are
    compared when needed; that takes longer and gives the same bits.
    """
    set_memory_bound(max(0, n_bytes - _in_use() - _RESERVE))


@cache
def settle_in() -> None:
    """Prepare this process for thousands of trees.

    It keeps a little of the memory that it frees: the C library would give it back
    after every large tree and ask for it again for the next, and getting 5 MB page by
    page takes longer than growing the tree. And Python need not look again and again
    for garbage among what the libraries have made, which stays.
    """
    gc.freeze()
    with contextlib.suppress(OSError, AttributeError):  # a library without mallopt
        library = ctypes.CDLL(None)
        library.mallopt(_M_MMAP_THRESHOLD, _KEPT // 2)
        library.mallopt(_M_TRIM_THRESHOLD, _KEPT)


def _in_use() -> int:
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):  # not Linux: what it was at its largest
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
