"""Making numeric attributes nominal: equal width, and Fayyad & Irani's MDL.

Cut points, intervals and labels are those of Weka's two Discretize filters. Intervals
are closed on the right. A value beyond those the cut points were fitted on falls into
the first or the last interval; missing stays missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset
from rankrees.errors import RankreesError
from rankrees.preprocess.mdl import mdl_cuts
from rankrees.preprocess.step import Step
from rankrees.ranges import Range

_DECIMALS = 6


@dataclass(frozen=True)
class _Discretize(Step):
    """Fit cut points to each numeric attribute and replace it by its intervals."""

    def apply(self, dataset: Dataset, rows: NDArray[np.int32]) -> Dataset:
        """Fit on `rows`, in that order, and transform every row of the data set."""
        attributes, columns = [], []
        for attribute, column in zip(dataset.attributes, dataset.columns, strict=True):
            if not attribute.is_nominal:
                cuts = self.cuts(column[rows], dataset.labels[rows], dataset.n_classes)
                attribute = Attribute(attribute.name, _labels(attribute.name, cuts))
                # the number of cut points below a value is the index of its interval
                codes = np.searchsorted(cuts, column, side="left")
                column = np.where(np.isnan(column), MISSING_CODE, codes)
                column = column.astype(np.int32)
            attributes.append(attribute)
            columns.append(column)
        return dataset.with_columns(attributes, columns)

    def cuts(
        self,
        values: NDArray[np.float64],
        labels: NDArray[np.int32],
        n_classes: int,
    ) -> NDArray[np.float64]:
        """Return the cut points in increasing order, none for a single interval."""
        raise NotImplementedError


@dataclass(frozen=True)
class EqualWidth(_Discretize):
    """Cut the range of each numeric attribute into intervals of the same width.

    Intervals without a value stay. A constant attribute becomes the single value
    `'All'`.
    """

    name: ClassVar[str] = "discretize-equal-width"

    bins: Annotated[int, Range(1, 100_000)] = 10

    def cuts(
        self,
        values: NDArray[np.float64],
        labels: NDArray[np.int32],
        n_classes: int,
    ) -> NDArray[np.float64]:
        """Return the cut points min + width * j; labels are not looked at."""
        known = values[~np.isnan(values)]
        if known.size == 0:
            return np.empty(0)
        low = known.min()
        width = (known.max() - low) / self.bins
        if not width > 0:
            return np.empty(0)
        # this product, not repeated addition: the last bits are Weka's
        return np.asarray(low + width * np.arange(1, self.bins))


@dataclass(frozen=True)
class Mdl(_Discretize):
    """Cut where the classes change, as far as a description gets shorter.

    Looks at class labels: with scope `dataset` also at those of the test rows. Rows
    without a class are left out of the fitting (Weka refuses such data).

    References
    ----------
    Fayyad & Irani, Multi-interval discretization of continuous-valued attributes for
    classification learning, IJCAI 1993.
    """

    name: ClassVar[str] = "discretize-mdl"
    reads_labels: ClassVar[bool] = True

    def cuts(
        self,
        values: NDArray[np.float64],
        labels: NDArray[np.int32],
        n_classes: int,
    ) -> NDArray[np.float64]:
        """Return the accepted cut points of the recursive entropy splits."""
        known = ~np.isnan(values) & (labels != MISSING_CODE)
        return mdl_cuts(values[known], labels[known], n_classes)


def _labels(name: str, cuts: Sequence[float] | NDArray[np.float64]) -> tuple[str, ...]:
    """Return Weka's names of the intervals; the quotes are part of them."""
    if len(cuts) == 0:
        return ("'All'",)
    points = [number_text(float(cut)) for cut in cuts]
    middle = [f"'({a}-{b}]'" for a, b in pairwise(points)]
    labels = (f"'(-inf-{points[0]}]'", *middle, f"'({points[-1]}-inf)'")
    if len(set(labels)) < len(labels):
        raise RankreesError(
            f"attribute {name!r}: its intervals are too narrow to be told apart with "
            f"{_DECIMALS} decimals (Weka refuses them too); rescale it first"
        )
    return labels


def number_text(number: float) -> str:
    """Print with at most 6 decimals as Weka 3.9 does, half away from zero.

    Java starts from the shortest digits that tell the double from its neighbours; only
    if more than 6 of them are decimals does it round, and then by the exact value.
    """
    digits = Decimal(repr(number))
    exponent = digits.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -_DECIMALS:
        digits = Decimal(number).quantize(Decimal(1).scaleb(-_DECIMALS), ROUND_HALF_UP)
    text = f"{digits:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
