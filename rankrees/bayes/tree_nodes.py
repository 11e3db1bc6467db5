"""What the trees with naive Bayes leaves share: rules, scratch, dividing a node."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rankrees.bayes.blocks import Lines
from rankrees.kernel import Floats, Ints, kernel
from rankrees.metrics.pairs import n_scratch
from rankrees.trees.kernels import LEAF

# Columns of the integer node array, as in rankrees.trees.grow.
ATTRIBUTE, FIRST_CHILD, N_CHILDREN, PARENT, START, END = range(6)


INNER_AUCS = ("auc", "auc_unb", "auc_2004")
HAND_TILL, UNB, OLD_CURVE = range(3)

SMALL_PARTS = ("uniform", "wrong", "zero", "left-out")
UNIFORM, WRONG, ZERO, LEFT_OUT = range(4)


class Rule(NamedTuple):
    """How splits are chosen.

    Parameters
    ----------
    by_auc
        By the AUC (AUC-CITree) or by the errors (NBTree) of the cross-validation.
    min_split
        A node with fewer lines is a leaf.
    min_part
        A part with fewer lines is not cross-validated.
    n_folds
        Blocks of the cross-validation.
    shuffled, keep_tested, pooled
        See `rankrees.growers.ci_tree`; NBTree has its own ways.
    inner_auc
        Which AUC: one of `INNER_AUCS`.
    small_grow, small_prune
        What a part that is not cross-validated says of its lines, while splits are
        chosen and while pruning: one of `SMALL_PARTS`.
    min_gain
        NBTree's least relative gain.
    """

    by_auc: bool
    min_split: int
    min_part: int
    n_folds: int
    shuffled: bool
    keep_tested: bool
    pooled: bool
    min_gain: float
    inner_auc: int = HAND_TILL
    small_grow: int = UNIFORM
    small_prune: int = UNIFORM


class Grown(NamedTuple):
    """A tree as it grows: node array, class counts, what splits are worth, lines."""

    nodes: Ints
    counts: Floats
    worth: Floats
    arena: Ints


class Scratch(NamedTuple):
    """Arrays that are used over and over.

    `table` is for `predict_blocks`; `halves`, `sizes`, `varied` and `columns` are for
    `count_pairs`; `divided` and `bounds` for `divide`; `answers` are by line.
    """

    table: Floats
    answers: Floats
    divided: Ints
    bounds: Ints
    everything: Ints
    halves: Ints
    sizes: Ints
    varied: Ints
    columns: Floats


@kernel
def make_scratch(lines: Lines, n_classes: int) -> Scratch:
    """Return arrays large enough for the whole training set."""
    n, n_attributes = lines.cells.shape
    widest = 1
    for a in range(n_attributes):
        widest = max(widest, lines.first[a + 1] - lines.first[a])
    return Scratch(
        np.ones((lines.first[n_attributes], n_classes)),
        np.empty((n, n_classes)),
        np.empty(n, dtype=np.int32),
        np.zeros(widest + 1, dtype=np.int64),
        np.arange(n_attributes),
        np.zeros((n_classes, n_classes), dtype=np.int64),
        np.zeros(n_classes, dtype=np.int64),
        np.zeros((n_classes, n_classes), dtype=np.int64),
        np.empty(n_scratch(n, n_classes)),
    )


@kernel
def attributes_left(nodes: Ints, node: int, n_attributes: int) -> Ints:
    """Return the attributes that no test above a node has used."""
    left = np.ones(n_attributes, dtype=np.bool_)
    up = nodes[node, PARENT]
    while up != LEAF:
        left[nodes[up, ATTRIBUTE]] = False
        up = nodes[up, PARENT]
    return np.flatnonzero(left)


@kernel
def divide(lines: Lines, attribute: int, own: Ints, divided: Ints, bounds: Ints) -> int:
    """Put lines into `divided` value by value, in their order inside each.

    Part v is `divided[bounds[v]:bounds[v + 1]]`. Returns the number of declared values.
    """
    base = lines.first[attribute]
    n_values = lines.first[attribute + 1] - base
    bounds[: n_values + 1] = 0
    for k in range(own.shape[0]):
        bounds[lines.cells[own[k], attribute] - base + 1] += 1
    for v in range(n_values):
        bounds[v + 1] += bounds[v]
    place = bounds[:n_values].copy()
    for k in range(own.shape[0]):
        v = lines.cells[own[k], attribute] - base
        divided[place[v]] = own[k]
        place[v] += 1
    return int(n_values)


@kernel
def n_parts(bounds: Ints, n_values: int, least: int) -> int:
    """Return how many parts have at least so many lines."""
    found = 0
    for v in range(n_values):
        found += bounds[v + 1] - bounds[v] >= least
    return found
