"""Counting a node's rows gives the votes that comparing row by row gives."""

import numpy as np

from rankrees.growers.c45 import C44
from rankrees.methods.task import make_task
from rankrees.trees.features import make_features
from rankrees.trees.similarity_votes import (
    make_ballot,
    make_candidates,
    make_voters,
    n_known,
    vote,
)
from tests.oracles.small_data import make_dataset, whole_problems


def _grown(problem):
    dataset = make_dataset(problem)
    rows = np.arange(dataset.n_rows, dtype=np.int32)
    task = make_task(dataset, make_features(dataset), rows, rows)
    return C44().grow(task.sample), task


def test_counted_votes_are_those_of_the_formula():
    rng = np.random.default_rng(1)
    n_counted = 0
    for problem in whole_problems(100):
        tree, task = _grown(problem)
        voters = make_voters(tree, task.sample.features, task.sample.labels)
        assert voters.is_counted == (task.sample.features.numbers.shape[0] == 0)
        n_counted += voters.is_counted
        features = task.sample.features
        candidates = make_candidates(voters, features, features)
        ballot = make_ballot(voters, candidates, 2)
        by_class = np.empty(tree.n_classes)
        for _ in range(20):
            place, label = int(rng.integers(2)), int(rng.integers(-1, tree.n_classes))
            node = int(rng.choice(tree.nodes))
            row = int(rng.integers(len(problem.rows)))
            vote(voters, candidates, ballot, place, node, row, label, by_class)
            expected = np.zeros(tree.n_classes)
            for other in tree.rows[tree.row_start[node] : tree.row_end[node]]:
                own = task.sample.labels[other]
                expected[own] += problem.shared[row][other] + 1 + (own == label)
            assert by_class.tolist() == expected.tolist()
            assert n_known(voters, row) == problem.shared[row][row]
    assert n_counted >= 20


def test_rows_with_fractions_are_compared():
    """Their sums depend on the order, so they are added row by row."""
    tree, task = _grown(whole_problems(1)[0])
    tree.row_weights[0] = 0.5
    assert not make_voters(tree, task.sample.features, task.sample.labels).is_counted
