"""The compiled kernels behind LazyTree: a vote of near rows, and its cross-validation.

An instance x is answered by rows of a node. d is the square root of the number of
attributes in which a row differs from x, and the row's weight in the vote is
w = 1 - d / (sum of all d), or 1 if all rows equal x. A row that counts by a fraction
(a missing value sent it down several branches) multiplies its w by it; the sum of d
runs over whole rows, so that no weight gets negative.

Rows are compared inside the node that answers, all others being of no interest.
"""

from __future__ import annotations

import math

import numpy as np

from rankrees.kernel import Floats, Ints, kernel
from rankrees.split.java_random import make_random, shuffle
from rankrees.split.weka_folds import stratify
from rankrees.trees.features import Cells
from rankrees.trees.kernels import LEAF, SMALL, greater, greater_or_equal
from rankrees.trees.similarity import fill_row


@kernel
def distance_table(n_attributes: int) -> Floats:
    """Return the distance of two rows by the number of values they share."""
    distances = np.empty(n_attributes + 1)
    for shared in range(n_attributes + 1):
        distances[shared] = math.sqrt(n_attributes - shared)
    return distances


@kernel
def add_rows(
    shared: Ints,
    distances: Floats,
    labels: Ints,
    weights: Floats,
    start: int,
    end: int,
    mass: Floats,
    far: Floats,
) -> float:
    """Add the rows start..end to a vote; return the sum of their distances.

    `mass` receives the weight of each class, `far` its sum of weight times distance:
    all that is needed once the sum of distances is known.
    """
    total = 0.0
    for i in range(start, end):
        distance = distances[shared[i]]
        mass[labels[i]] += weights[i]
        far[labels[i]] += weights[i] * distance
        total += distance
    return total


@kernel
def vote(mass: Floats, far: Floats, total: float, proba: Floats) -> None:
    """Write P(c) = (sum of w of class c + 1/C) / (sum of w + 1) into `proba`."""
    n_classes = mass.shape[0]
    everything = 0.0
    for c in range(n_classes):
        proba[c] = mass[c] - far[c] / total if total > 0.0 else mass[c]
        everything += proba[c]
    for c in range(n_classes):
        proba[c] = (proba[c] + 1.0 / n_classes) / (everything + 1.0)


@kernel
def _most_likely(proba: Floats) -> int:
    """Return the first most likely class, equal ones within the usual tolerance.

    Classes often tie, and rounding must not decide.
    """
    best = 0
    for c in range(1, proba.shape[0]):
        if greater(proba[c], proba[best]):
            best = c
    return best


@kernel
def _sure_winner(mass: Floats) -> int:
    """Return the class that wins whatever the distances are, -1 if there is none.

    The sum of w of a class is its mass less at most 1, because the d of all rows that
    vote, divided by their sum, add up to 1.
    """
    best = 0
    everything = 0.0
    for c in range(mass.shape[0]):
        everything += mass[c]
        if mass[c] > mass[best]:
            best = c
    lead = 1.0 + 2.0 * SMALL * (everything + 1.0)
    for c in range(mass.shape[0]):
        if c != best and mass[best] - mass[c] <= lead:
            return -1
    return best


@kernel
def cross_validate(
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    labels: Ints,
    n_classes: int,
    rows: Ints,
    weights: Floats,
    n_folds: int,
    shuffled: bool,
) -> float:
    """Return the weight of the rows that the others, block by block, get right.

    Rows too few to make the blocks are all wrong.
    """
    n = rows.shape[0]
    if n < n_folds:
        return 0.0
    if shuffled:
        order = np.arange(n, dtype=np.int32)
        shuffle(make_random(1), order)
        order = stratify(order, labels[rows], n_folds)
        rows, weights = rows[order], weights[order]
    own_labels = labels[rows]
    own = Cells(codes[:, rows], numbers[:, rows], slot)
    distances = distance_table(codes.shape[0])
    shared = np.zeros(n, dtype=np.uint16)
    mass = np.empty(n_classes)
    far = np.empty(n_classes)
    proba = np.empty(n_classes)
    right = 0.0
    stop = 0
    for fold in range(n_folds):
        start = stop
        stop = start + n // n_folds + (1 if fold < n % n_folds else 0)
        mass[:] = 0.0
        for i in range(n):
            if i < start or i >= stop:
                mass[own_labels[i]] += weights[i]
        winner = _sure_winner(mass)
        for i in range(start, stop):
            found = winner
            if winner < 0:
                fill_row(i, own, own, shared)
                mass[:] = 0.0
                far[:] = 0.0
                total = add_rows(
                    shared, distances, own_labels, weights, 0, start, mass, far
                )
                total += add_rows(
                    shared, distances, own_labels, weights, stop, n, mass, far
                )
                vote(mass, far, total, proba)
                found = _most_likely(proba)
            if found == own_labels[i]:
                right += weights[i]
    return right


@kernel
def _training_order(
    rows: Ints, places: Ints, first_place: Ints, next_place: Ints
) -> Ints:
    """Return what puts rows in the order of the training set.

    A row that a bag has drawn several times is at several places; its copies go the
    same way down the tree, so that any of them may have any of these places.
    `next_place` is scratch that equals `first_place` before and after.
    """
    found = np.empty(rows.shape[0], dtype=np.int64)
    for i in range(rows.shape[0]):
        found[i] = places[next_place[rows[i]]]
        next_place[rows[i]] += 1
    for i in range(rows.shape[0]):
        next_place[rows[i]] = first_place[rows[i]]
    return np.argsort(found, kind="mergesort")


@kernel
def cut(
    attribute: Ints,
    first_child: Ints,
    n_children: Ints,
    totals: Floats,
    row_start: Ints,
    row_end: Ints,
    all_rows: Ints,
    all_weights: Floats,
    train: Ints,
    labels: Ints,
    n_classes: int,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    min_split: float,
    threshold: float,
    n_folds: int,
    shuffled: bool,
) -> None:
    """Make leaves, top down, of the nodes whose split does not pay.

    `attribute` and `n_children` are changed. `train` are the rows in the order of the
    training set, in which a node's rows are cross-validated (growing has sorted them).
    """
    places = np.argsort(train, kind="mergesort")
    first_place = np.searchsorted(train[places], np.arange(labels.shape[0]))
    next_place = first_place.copy()
    right = np.full(attribute.shape[0], -1.0)
    stack = [0]
    while len(stack) > 0:
        node = stack.pop()
        if attribute[node] == LEAF:
            continue
        keep = not greater(min_split, totals[node])
        if keep:
            first, last = first_child[node], first_child[node] + n_children[node]
            for one in range(first - 1, last):
                asked = node if one < first else one
                # a node's own figure is known from its parent's turn
                if right[asked] < 0.0:
                    start, end = row_start[asked], row_end[asked]
                    rows = all_rows[start:end]
                    order = _training_order(rows, places, first_place, next_place)
                    right[asked] = cross_validate(
                        codes,
                        numbers,
                        slot,
                        labels,
                        n_classes,
                        rows[order],
                        all_weights[start:end][order],
                        n_folds,
                        shuffled,
                    )
            below = 0.0
            for child in range(first, last):
                below += right[child]
            keep = greater_or_equal(below, (1.0 + threshold) * right[node])
        if keep:
            for child in range(first_child[node], first_child[node] + n_children[node]):
                stack.append(child)
        else:
            attribute[node] = LEAF
            n_children[node] = 0
