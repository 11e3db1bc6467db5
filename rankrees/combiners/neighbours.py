"""The nearest training rows of test rows, by how values go with predicted classes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.sample import Rows
from rankrees.trees.features import Cells, Features


def nearest_rows(
    asking: Rows,
    predicted: NDArray[np.int64],
    training: Rows,
    n_classes: int,
    n_neighbours: int,
    *,
    vdm_power: float,
    unseen: str,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Find the training rows nearest to each asking row.

    Two nominal values are as far apart as the shares of the classes that go with them:
    sum_c |P(c|v) - P(c|w)|^q, the simplified value difference metric, with P counted on
    the asking rows and their predicted classes. Two numbers: the squared difference in
    parts of the training rows' range; a missing number is 1 from all.

    Parameters
    ----------
    asking, predicted
        Rows, and the class that was predicted for each.
    training
        Rows to choose from; of equally near ones the first are taken.
    n_classes
        Number of classes.
    n_neighbours
        How many; at most all of `training`.
    vdm_power
        q.
    unseen
        P(c|v) of a value that no asking row has, or that is missing: `prior`, the
        shares of the predicted classes, or `uniform`.

    Returns
    -------
    tuple
        (asking rows, neighbours) positions in `training`, nearest first, and distances.

    References
    ----------
    Huang & Ling 2005; Stanfill & Waltz 1986 (the value difference metric).
    """
    features = training.features
    widest = int(features.n_values.max(initial=0))
    prior = np.bincount(predicted, minlength=n_classes) / len(predicted)
    if unseen == "uniform":
        prior = np.full(n_classes, 1.0 / n_classes)
    apart = _value_distances(
        asking.features.codes,
        features.n_values,
        asking.at,
        predicted,
        prior,
        widest,
        float(vdm_power),
    )
    widths = np.array([_width(column[training.at]) for column in features.numbers])
    return _nearest(
        _scaled(asking.features, widths),
        _scaled(features, widths),
        apart,
        asking.at,
        training.at,
        min(n_neighbours, len(training.at)),
    )


def _width(column: NDArray[np.float64]) -> float:
    """Return the range of a column's values, 1 where there is none."""
    known = column[~np.isnan(column)]
    width = float(np.ptp(known)) if known.size else 0.0
    return width if width > 0.0 else 1.0


def _scaled(features: Features, widths: NDArray[np.float64]) -> Cells:
    """Return the values with numbers in parts of the training rows' range."""
    return Cells(features.codes, features.numbers / widths[:, None], features.slot)


@kernel
def _value_distances(
    codes: Ints,
    n_values: Ints,
    asking: Ints,
    predicted: Ints,
    prior: Floats,
    widest: int,
    power: float,
) -> Floats:
    """Return (attributes, values + 1, values + 1) distances; the last is "missing"."""
    n_classes = prior.shape[0]
    apart = np.zeros((codes.shape[0], widest + 1, widest + 1))
    shares = np.empty((widest + 1, n_classes))
    for a in range(codes.shape[0]):
        shares[:] = 0.0
        for i in range(asking.shape[0]):
            value = codes[a, asking[i]]
            if value >= 0:
                shares[value, predicted[i]] += 1.0
        for v in range(widest + 1):
            total = shares[v].sum()
            shares[v] = shares[v] / total if total > 0.0 else prior
        for v in range(n_values[a] + 1):
            for w in range(n_values[a] + 1):
                # the last place is that of missing values, wherever the others end
                at, to = v, w
                if v == n_values[a]:
                    at = widest
                if w == n_values[a]:
                    to = widest
                for c in range(n_classes):
                    apart[a, at, to] += abs(shares[at, c] - shares[to, c]) ** power
    return apart


@kernel
def _nearest(
    asked: Cells,
    cells: Cells,
    apart: Floats,
    asking: Ints,
    train: Ints,
    n_neighbours: int,
) -> tuple[Ints, Floats]:
    slot, numbers = cells.slot, cells.numbers
    n_attributes = slot.shape[0]
    missing = apart.shape[1] - 1
    # rows together, since one row's values are read one after another
    own = np.empty((train.shape[0], n_attributes), dtype=np.int32)
    for a in range(n_attributes):
        for i in range(train.shape[0]):
            value = cells.codes[a, train[i]]
            own[i, a] = missing if value < 0 else value
    found = np.zeros((asking.shape[0], n_neighbours), dtype=np.int64)
    distances = np.full((asking.shape[0], n_neighbours), np.inf)
    to_values = np.empty((n_attributes, missing + 1))
    for k in range(asking.shape[0]):
        for a in range(n_attributes):
            value = asked.codes[a, asking[k]]
            to_values[a] = apart[a, missing if value < 0 else value]
        for i in range(train.shape[0]):
            worst = distances[k, n_neighbours - 1]
            distance = 0.0
            for a in range(n_attributes):
                if slot[a] >= 0:
                    x = asked.numbers[slot[a], asking[k]] - numbers[slot[a], train[i]]
                    distance += 1.0 if np.isnan(x) else x * x
                else:
                    distance += to_values[a, own[i, a]]
                if distance >= worst:
                    break
            if distance >= worst:
                continue
            at = n_neighbours - 1
            while at > 0 and distances[k, at - 1] > distance:
                distances[k, at] = distances[k, at - 1]
                found[k, at] = found[k, at - 1]
                at -= 1
            distances[k, at] = distance
            found[k, at] = i
    return found, distances
