"""`java.util.Random`, whose stream Weka shuffles and samples with.

The generator is a one-element array holding the 48-bit state, so that compiled
functions can pass it on and advance it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import kernel

_MULTIPLIER = 0x5DEECE66D
_INCREMENT = 0xB
_MASK = (1 << 48) - 1


@kernel
def make_random(seed: int) -> NDArray[np.int64]:
    """Return the generator `new Random(seed)`.

    Parameters
    ----------
    seed
        Any signed 64-bit integer.
    """
    state = np.empty(1, dtype=np.int64)
    state[0] = (np.int64(seed) ^ _MULTIPLIER) & _MASK
    return state


@kernel
def _draw(random: NDArray[np.int64], bits: int) -> int:
    """Return the top bits of the next state; the product wraps at 64 bits, unharmed."""
    random[0] = (random[0] * _MULTIPLIER + _INCREMENT) & _MASK
    return int(random[0] >> (48 - bits))


@kernel
def next_int32(random: NDArray[np.int64]) -> int:
    """Return `nextInt()`: any signed 32-bit integer."""
    value = _draw(random, 32)
    return value - (1 << 32) if value >= (1 << 31) else value


@kernel
def next_int(random: NDArray[np.int64], bound: int) -> int:
    """Return `nextInt(bound)`: an integer from 0 to bound - 1.

    A bound that does not divide 2**31 refuses the draws of the last, broken cycle,
    so one call may advance the stream more than once.
    """
    if bound & -bound == bound:
        return (bound * _draw(random, 31)) >> 31
    while True:
        value = _draw(random, 31)
        remainder = value % bound
        if value - remainder + (bound - 1) < (1 << 31):
            return remainder


@kernel
def next_double(random: NDArray[np.int64]) -> float:
    """Return `nextDouble()`: a double in [0, 1), from two draws."""
    high = _draw(random, 26)
    return ((high << 27) + _draw(random, 27)) * 2.0**-53


@kernel
def shuffle(random: NDArray[np.int64], rows: NDArray[np.int32]) -> None:
    """Shuffle in place as Weka's `Instances.randomize` does, from the end."""
    for j in range(rows.shape[0] - 1, 0, -1):
        other = next_int(random, j + 1)
        rows[j], rows[other] = rows[other], rows[j]
