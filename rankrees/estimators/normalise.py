"""Dividing distributions by their sums, in the papers' own order of operations."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import kernel


@kernel
def normalise_rows(proba: NDArray[np.float64]) -> NDArray[np.float64]:
    """Divide each row by its left-to-right sum; a row of zeros stays as it is."""
    out = proba.copy()
    for i in range(proba.shape[0]):
        total = 0.0
        for c in range(proba.shape[1]):
            total += proba[i, c]
        if total != 0.0:
            for c in range(proba.shape[1]):
                out[i, c] = proba[i, c] / total
    return out
