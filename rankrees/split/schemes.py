"""The ways to make folds, by the name that configs give them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankrees.split.weka_folds import Fold, weka_folds


@dataclass(frozen=True)
class Scheme:
    """A way to make the folds of a run.

    `version` counts the changes that alter folds: it is part of the key under which
    results are kept.
    """

    name: str
    version: int
    make: Callable[[NDArray[np.int32], int, int], list[Fold]]


SCHEMES = {scheme.name: scheme for scheme in (Scheme("weka", 1, weka_folds),)}
"""From labels, run and number of folds to the folds."""
