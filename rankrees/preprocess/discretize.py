"""Making numeric attributes nominal: equal width, and Fayyad & Irani's MDL.

Cut points, intervals and labels are those of Weka's two Discretize filters. Intervals
are closed on the right. A value beyond those the cut points were fitted on falls into
the first or the last interval; missing stays missing.
"""

from __future__ import annotations

import math
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
from rankrees.preprocess.step import Step, Transform
from rankrees.ranges import Range

_DECIMALS = 6


@dataclass(frozen=True)
class Intervals(Transform):
    """The cut points of each numeric attribute; None for a nominal one."""

    kind: ClassVar[str] = "cut"

    cuts: tuple[tuple[float, ...] | None, ...]

    def is_for(self, attributes: Sequence[Attribute]) -> bool:
        """Tell whether each numeric attribute has cut points in increasing order."""
        return len(self.cuts) == len(attributes) and all(
            cuts is None if attribute.is_nominal else _are_cuts(cuts)
            for attribute, cuts in zip(attributes, self.cuts, strict=True)
        )

    def apply(self, dataset: Dataset) -> Dataset:
        """Replace numbers by the intervals that they are in."""
        attributes, columns = [], []
        for attribute, column, cuts in zip(
            dataset.attributes, dataset.columns, self.cuts, strict=True
        ):
            if cuts is not None:
                attribute = Attribute(attribute.name, _labels(attribute.name, cuts))
                # the number of cut points below a value is the index of its interval
                codes = np.searchsorted(np.array(cuts), column, side="left")
                column = np.where(np.isnan(column), MISSING_CODE, codes)
                column = column.astype(np.int32)
            attributes.append(attribute)
            columns.append(column)
        return dataset.with_columns(attributes, columns)


@dataclass(frozen=True)
class _Discretize(Step):
    """Fit cut points to each numeric attribute and replace it by its intervals."""

    def fit(self, dataset: Dataset, rows: NDArray[np.int32]) -> Intervals:
        """Find the cut points of each numeric attribute."""
        labels, n_classes = dataset.labels[rows], dataset.n_classes
        return Intervals(
            tuple(
                None
                if attribute.is_nominal
                else tuple(self.cuts(column[rows], labels, n_classes).tolist())
                for attribute, column in zip(
                    dataset.attributes, dataset.columns, strict=True
                )
            )
        )

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


def _are_cuts(cuts: object) -> bool:
    if not isinstance(cuts, tuple) or not all(type(cut) is float for cut in cuts):
        return False
    increasing = all(a <= b for a, b in pairwise(cuts))
    return increasing and all(map(math.isfinite, cuts))


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
