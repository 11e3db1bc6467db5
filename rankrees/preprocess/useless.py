"""Removing attributes that nearly number the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import Attribute, Dataset
from rankrees.preprocess.step import Step, Transform
from rankrees.ranges import ROWS, Range


@dataclass(frozen=True)
class KeptAttributes(Transform):
    """The positions of the attributes that are kept."""

    kind: ClassVar[str] = "keep"

    kept: tuple[int, ...]

    def is_for(self, attributes: Sequence[Attribute]) -> bool:
        """Tell whether they are positions among the attributes, each once."""
        known = range(len(attributes))
        are_positions = all(type(i) is int and i in known for i in self.kept)
        return are_positions and len(set(self.kept)) == len(self.kept)

    def apply(self, dataset: Dataset) -> Dataset:
        """Drop the other attributes."""
        return dataset.with_columns(
            [dataset.attributes[i] for i in self.kept],
            [dataset.columns[i] for i in self.kept],
        )


@dataclass(frozen=True)
class RemoveUseless(Step):
    """Remove nominal attributes with more than `threshold` values for each row.

    Declared values count, whether they occur or not (there are never fewer of them
    than distinct ones). Numeric attributes stay: discretize them first, then this rule
    sees their bins.

    Notes
    -----
    Wang & Zhang (ECML 2006) remove attributes with almost as many values as there are
    rows. The 0.9 is our reading of "almost": it takes zoo's `animal`, splice's
    `Instance_name` and colic.ORIG's `Hospital Number`.
    """

    name: ClassVar[str] = "remove-useless"

    threshold: Annotated[float, Range(0, ROWS, above=True)] = 0.9

    def fit(self, dataset: Dataset, rows: NDArray[np.int32]) -> KeptAttributes:
        """Count `rows`."""
        limit = self.threshold * len(rows)
        return KeptAttributes(
            tuple(i for i, a in enumerate(dataset.attributes) if a.n_values <= limit)
        )
