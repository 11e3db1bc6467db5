"""Taking an estimate apart: a weighted sum of what single nodes say.

Each estimator gives its own terms, from the same functions as its probabilities; they
add up to these but for rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rankrees.trees.route import Routes

UNIFORM = -1
"""The node of a term that stands above the root and knows nothing."""

Probabilities = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Term:
    """What one node says (`local`), and how much that counts, class by class."""

    node: int
    local: Probabilities
    weight: Probabilities

    @property
    def contribution(self) -> Probabilities:
        """What the node adds to the probabilities."""
        product: Probabilities = self.weight * self.local
        return product


def answering_leaves(routes: Routes) -> Iterator[tuple[int, float]]:
    """Yield the leaves that answer for a single row, each with its share."""
    yield from zip(routes.leaf.tolist(), routes.weight.tolist(), strict=True)


def scaled(terms: Iterable[Term], factor: float) -> list[Term]:
    """Return the terms with their weights multiplied."""
    return [replace(term, weight=term.weight * factor) for term in terms]


def normalised(terms: Iterable[Term]) -> list[Term]:
    """Divide by the sum over all classes, as estimators do at the end."""
    terms = list(terms)
    total = float(sum(term.contribution.sum() for term in terms))
    return scaled(terms, 1.0 / total) if total else terms
