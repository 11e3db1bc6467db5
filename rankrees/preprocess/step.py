"""What a preprocessing step is."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import Attribute, Dataset
from rankrees.ranges import check_fields


@dataclass(frozen=True)
class Transform(ABC):
    """A step after it was fitted: plain values that tell what to do with a row.

    `kind` is its name where a model is saved.
    """

    kind: ClassVar[str]

    @abstractmethod
    def apply(self, dataset: Dataset) -> Dataset:
        """Transform every row of a data set with the attributes it was fitted on."""

    @abstractmethod
    def is_for(self, attributes: Sequence[Attribute]) -> bool:
        """Tell whether it can have been fitted on such attributes, wherever it is from.

        What was read from a file may be anything; this looks at all of it.
        """


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

    def fit(self, dataset: Dataset, rows: NDArray[np.int32]) -> Transform:
        """Look at `rows`, in that order."""
        raise NotImplementedError

    def apply(self, dataset: Dataset, rows: NDArray[np.int32]) -> Dataset:
        """Fit on `rows`, in that order, and transform every row of the data set."""
        return self.fit(dataset, rows).apply(dataset)
