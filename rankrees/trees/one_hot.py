"""Counting many rows at a time: values written out as ones among zeros.

A row is a line of bytes, one for each value of each attribute: 1 where the row has that
value, 0 elsewhere. The sum of some rows' lines is then the table of how many of them
have each value. Bytes are added eight in a 64-bit word, and the processor adds several
words at once; up to 255 rows no byte overflows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Ints, inlined

if TYPE_CHECKING:
    from rankrees.trees.features import Features

MOST_ROWS = 255
"""So many rows can be added before a byte may overflow."""

MOST_BYTES = 32
"""Data whose lines are longer than so many bytes an attribute are not written out."""


@dataclass(frozen=True, eq=False)
class OneHot:
    """The nominal values of rows, none of which is missing.

    Parameters
    ----------
    words
        The lines of all rows, one after the other. Bytes are in the order of
        `Features.positions`; those behind the last one are 0.
    places
        What is to know about the bytes of a line, in one array (see `grow_plain`):
        the words of a line; the attributes; the most values; `Features.value_start`;
        then for each attribute the byte of its first value (from value to value it
        moves on as `value_start` does), its number of values and its slot among the
        numeric ones (-1 for none); the numeric ones, and -1 for each other; and for
        each byte its attribute.
    """

    words: NDArray[np.uint64]
    places: NDArray[np.int64]


def make_one_hot(features: Features) -> OneHot | None:
    """Write the values out; None if some are missing, or there are very many."""
    start = features.value_start
    n_places = int(start[-1])
    n_nominal = features.n_attributes - features.numbers.shape[0]
    if not features.is_complete or features.n_attributes == 0:
        return None
    if n_places > MOST_BYTES * n_nominal:
        return None
    width = 4 * -(-n_places // 32)
    lines = np.zeros((features.n_rows, 8 * width), dtype=np.uint8)
    if n_nominal > 0:
        positions = features.positions.reshape(features.n_rows, features.n_attributes)
        every = np.arange(features.n_rows)
        for lane in range(n_nominal):
            lines[every, positions[:, lane]] = 1
    first_place = np.empty(features.n_attributes, dtype=np.int64)
    first_place[features.lanes] = np.arange(features.n_attributes)
    numeric = np.flatnonzero(features.slot >= 0)
    places = [
        np.array([width, features.n_attributes, start.shape[0] - 1]),
        start,
        first_place,
        features.n_values,
        features.slot,
        np.concatenate((numeric, np.full(n_nominal, -1))),
        *(features.lanes[:n] for n in np.diff(start)),
    ]
    return OneHot(
        lines.view(np.uint64).reshape(-1), np.concatenate(places, dtype=np.int64)
    )


@inlined
def add_lines(
    words: NDArray[np.uint64],
    width: int,
    rows: Ints,
    start: int,
    end: int,
    sums: NDArray[np.uint64],
    at: int,
) -> None:
    """Write the sum of the lines of rows[start:end] to `sums`, from `at` on.

    One to `MOST_ROWS` rows. Four at a time, because that spares most of the loads and
    stores of the sum.
    """
    # unsigned numbers spare the question whether an index counts from the end
    step = np.uint64(width)
    to = np.uint64(at)
    a = np.uint64(rows[start]) * step
    odd = (end - start) & 3
    i = start + odd
    if odd == 0:
        b = np.uint64(rows[start + 1]) * step
        c = np.uint64(rows[start + 2]) * step
        d = np.uint64(rows[start + 3]) * step
        for k in range(step):
            sums[to + k] = (words[a + k] + words[b + k]) + (words[c + k] + words[d + k])
        i = start + 4
    elif odd == 1:
        for k in range(step):
            sums[to + k] = words[a + k]
    elif odd == 2:
        b = np.uint64(rows[start + 1]) * step
        for k in range(step):
            sums[to + k] = words[a + k] + words[b + k]
    else:
        b = np.uint64(rows[start + 1]) * step
        c = np.uint64(rows[start + 2]) * step
        for k in range(step):
            sums[to + k] = words[a + k] + words[b + k] + words[c + k]
    while i < end:
        a = np.uint64(rows[i]) * step
        b = np.uint64(rows[i + 1]) * step
        c = np.uint64(rows[i + 2]) * step
        d = np.uint64(rows[i + 3]) * step
        for k in range(step):
            sums[to + k] += (words[a + k] + words[b + k]) + (
                words[c + k] + words[d + k]
            )
        i += 4
