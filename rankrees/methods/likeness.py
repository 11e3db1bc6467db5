"""Which values two rows are compared by: numbers as they are, or in intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.methods.sample import Rows, Sample
from rankrees.preprocess.discretize import EqualWidth
from rankrees.trees.features import Features

Numeric = Literal["equal", "bins"]
"""When two numbers are alike: see `likeness_of`."""


@dataclass(frozen=True, eq=False)
class Likeness:
    """How the rows of a sample are compared with each other and with other rows.

    Parameters
    ----------
    sample
        The training sample.
    cuts
        The cut points of each numeric attribute, None where numbers stay as they are.
    own
        The sample's features, as they are compared.
    """

    sample: Sample
    cuts: dict[int, NDArray[np.float64]] | None
    own: Features

    def of(self, rows: Rows) -> Features:
        """Return the table of some rows as it is compared with the sample's."""
        if rows.features is self.sample.features:
            return self.own
        cuts = self.cuts
        if cuts is None:
            return rows.features
        return rows.memo.once(self, lambda: _in_bins(rows.features, cuts))


def likeness_of(sample: Sample, numeric: Numeric) -> Likeness:
    """Return how rows are compared with those of a sample.

    Parameters
    ----------
    sample
        The sample; for a bag, what it was drawn from decides.
    numeric
        Numeric values are alike if they are `equal`, or if they are in the same of ten
        `bins` of equal width between the least and the greatest training value.
    """
    whole = sample.whole
    # trees of an ensemble share it: their rows are put into bins once
    return whole.memo.once(("likeness", numeric), lambda: _make(whole, numeric))


def _make(sample: Sample, numeric: Numeric) -> Likeness:
    features = sample.features
    if numeric == "equal" or features.numbers.shape[0] == 0:
        return Likeness(sample, None, features)
    train, step = sample.labelled, EqualWidth(bins=_BINS)
    cuts = {
        int(attribute): step.cuts(
            features.numbers[features.slot[attribute]][train],
            sample.labels[train],
            sample.n_classes,
        )
        for attribute in np.flatnonzero(features.slot >= 0)
    }
    return Likeness(sample, cuts, _in_bins(features, cuts))


_BINS = 10


def _in_bins(features: Features, cuts: dict[int, NDArray[np.float64]]) -> Features:
    codes = features.codes.copy()
    n_values = features.n_values.copy()
    for attribute, points in cuts.items():
        column = features.numbers[features.slot[attribute]]
        known = ~np.isnan(column)
        codes[attribute] = np.where(known, np.searchsorted(points, column), -1)
        n_values[attribute] = _BINS
    return Features(
        codes,
        np.empty((0, features.n_rows)),
        np.full_like(features.slot, -1),
        n_values,
    )
