"""What a preprocessing step is."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import Dataset
from rankrees.ranges import check_fields


@dataclass(frozen=True)
class Step:
    """A named, versioned change of the attributes, fitted on some rows.

    `version` counts the changes that alter results: it is part of the key under which
    results are kept. `reads_labels` tells whether the fitting looks at classes.

    Parameters
    ----------
    scope
        `dataset`: fitted once on all rows, test rows included, as the papers did;
        `train`: fitted on each fold's training rows.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    reads_labels: ClassVar[bool] = False

    scope: Literal["dataset", "train"] = "dataset"

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def id(self) -> str:
        """Canonical name: `discretize-equal-width[bins=10,scope=dataset]`."""
        fields = sorted(dataclasses.asdict(self).items())
        return f"{self.name}[{','.join(f'{key}={value}' for key, value in fields)}]"

    def apply(self, dataset: Dataset, rows: NDArray[np.int32]) -> Dataset:
        """Fit on `rows`, in that order, and transform every row of the data set."""
        raise NotImplementedError
