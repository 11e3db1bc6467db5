"""What the rows of a node say of an instance: each votes by the values they share.

Where all rows weigh 1 and all attributes are nominal, no two rows have to be compared.
The votes of a class are then the number of its rows and, for each attribute, the number
of its rows that have the instance's value; these are counted once per node. Sums of
whole numbers are exact, so the bits are those of adding row by row.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, kernel
from rankrees.trees.features import Cells, Features
from rankrees.trees.kernels import LEAF
from rankrees.trees.similarity import add_weights, fill_row, similarity_type
from rankrees.trees.tree import Tree


class Voters(NamedTuple):
    """The training rows of a tree's nodes, which vote on other rows.

    `is_counted` says which way: by `positions` (those of the `Features`, `n_positions`
    of them values), or by how many values two rows share.
    """

    is_counted: bool
    positions: Ints
    n_lanes: int
    n_positions: int
    cells: Cells
    labels: Ints
    n_classes: int
    row_start: Ints
    row_end: Ints
    rows: Ints
    row_weights: Floats


class Candidates(NamedTuple):
    """The rows that are voted on: those of the voters' own table, or of another.

    `matrix` has what each two rows share, where the table is the same and it fits into
    memory; otherwise it has no rows, and `cells` are compared.
    """

    positions: Ints
    matrix: Ints
    cells: Cells


class Ballot(NamedTuple):
    """Scratch space of `vote`: the counts of the node that each place holds."""

    held: Ints
    counts: NDArray[np.uint32]
    shared: Ints
    of_row: Ints


_NO_POSITIONS = np.zeros(0, dtype=np.uint16)


def make_voters(tree: Tree, features: Features, labels: NDArray[np.int32]) -> Voters:
    """Return what `vote` needs of a tree and the data that it was grown on."""
    is_counted = features.numbers.shape[0] == 0 and tree.is_whole
    return Voters(
        is_counted,
        features.positions if is_counted else _NO_POSITIONS,
        features.n_attributes,
        int(features.value_start[-1]),
        features.cells,
        labels,
        tree.n_classes,
        tree.row_start,
        tree.row_end,
        tree.rows,
        tree.row_weights,
    )


def make_candidates(
    voters: Voters, own: Features, asked: Features, *, matrix: bool = True
) -> Candidates:
    """Return what `vote` needs of the rows that are voted on.

    Parameters
    ----------
    own
        The table that the voters are from.
    asked
        The table of the rows that are voted on.
    matrix
        Whether comparing all rows of a table with each other is worth while.
    """
    nothing = np.zeros((0, 0), dtype=similarity_type(own))
    if voters.is_counted:
        return Candidates(asked.positions, nothing, asked.cells)
    if matrix and asked is own:
        nothing = own.similarity.matrix
    return Candidates(_NO_POSITIONS, nothing, asked.cells)


@kernel
def make_ballot(voters: Voters, candidates: Candidates, n_places: int) -> Ballot:
    """Return scratch space for so many nodes at a time."""
    held = np.full(n_places, LEAF, dtype=np.int64)
    n_cells = n_rows = 0
    if voters.is_counted:
        n_cells = voters.n_classes * _line_length(voters)
    else:
        n_rows = voters.cells.codes.shape[1]
    counts = np.zeros((n_places, n_cells), dtype=np.uint32)
    shared = np.zeros(n_rows, dtype=candidates.matrix.dtype)
    return Ballot(held, counts, shared, np.full(1, -1, dtype=np.int64))


@kernel
def vote(
    voters: Voters,
    candidates: Candidates,
    ballot: Ballot,
    place: int,
    node: int,
    row: int,
    label: int,
    by_class: Floats,
) -> None:
    """Sum the votes of a node's rows for the candidate `row` into `by_class`.

    A row's vote for its class is the number of values it shares with `row`, plus 1,
    plus 1 more if that class is `label` (none is a negative one). Voting is fast while
    a `place` keeps its node.
    """
    if voters.is_counted:
        _vote_by_counts(voters, candidates, ballot, place, node, row, label, by_class)
        return
    shared = ballot.shared
    if candidates.matrix.shape[0] > 0:
        shared = candidates.matrix[row]
    elif ballot.of_row[0] != row:
        fill_row(row, candidates.cells, voters.cells, ballot.shared)
        ballot.of_row[0] = row
    add_weights(
        shared,
        label,
        voters.labels,
        voters.rows,
        voters.row_weights,
        voters.row_start[node],
        voters.row_end[node],
        by_class,
    )


@kernel
def _vote_by_counts(
    voters: Voters,
    candidates: Candidates,
    ballot: Ballot,
    place: int,
    node: int,
    row: int,
    label: int,
    by_class: Floats,
) -> None:
    counts = ballot.counts[place]
    if ballot.held[place] != node:
        _hold(voters, ballot.held[place], node, counts)
        ballot.held[place] = node
    length = _line_length(voters)
    width = np.uint64(voters.n_lanes)
    begin = np.uint64(row) * width
    for c in range(voters.n_classes):
        line = np.uint64(c * length)
        n = np.int64(counts[line + np.uint64(length - 1)])
        votes = n
        if n > 0:
            if c == label:
                votes += n
            for lane in range(width):
                votes += counts[line + candidates.positions[begin + lane]]
        by_class[c] = votes


@kernel
def n_known(voters: Voters, row: int) -> int:
    """Return how many values a training row has: what it shares with itself."""
    n = 0
    cells = voters.cells
    for a in range(cells.codes.shape[0]):
        if cells.slot[a] < 0:
            n += cells.codes[a, row] >= 0
        else:
            n += not np.isnan(cells.numbers[cells.slot[a], row])
    return n


@kernel
def _line_length(voters: Voters) -> int:
    """Cells of a class: one a position, that of missing values too, and its rows."""
    return voters.n_positions + voters.n_lanes + 1


@kernel
def _hold(voters: Voters, old: int, node: int, cells: NDArray[np.uint32]) -> None:
    """Make the counts of node `old` (none: `LEAF`) those of `node`."""
    if old != LEAF:
        n_old = voters.row_end[old] - voters.row_start[old]
        if n_old * voters.n_lanes < cells.shape[0]:
            _count(voters, old, np.uint32(2**32 - 1), cells)
        else:
            cells[:] = np.uint32(0)
    _count(voters, node, np.uint32(1), cells)


@kernel
def _count(
    voters: Voters, node: int, one: np.uint32, cells: NDArray[np.uint32]
) -> None:
    length = _line_length(voters)
    width = np.uint64(voters.n_lanes)
    for i in range(voters.row_start[node], voters.row_end[node]):
        row = voters.rows[i]
        line = np.uint64(voters.labels[row] * length)
        begin = np.uint64(row) * width
        for lane in range(width):
            at = voters.positions[begin + lane]
            if at < voters.n_positions:  # a missing value equals nothing
                cells[line + at] += one
        cells[line + np.uint64(length - 1)] += one
