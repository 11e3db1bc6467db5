"""Removing attributes that nearly number the rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import Dataset
from rankrees.preprocess.step import Step
from rankrees.ranges import ROWS, Range


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

    def apply(self, dataset: Dataset, rows: NDArray[np.int32]) -> Dataset:
        """Count `rows` and drop the attributes from every row of the data set."""
        limit = self.threshold * len(rows)
        kept = [i for i, a in enumerate(dataset.attributes) if a.n_values <= limit]
        return dataset.with_columns(
            [dataset.attributes[i] for i in kept], [dataset.columns[i] for i in kept]
        )
