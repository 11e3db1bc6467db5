"""A grown tree as an estimator reads it."""

from __future__ import annotations

import numpy as np

from rankrees.methods.sample import Rows, Sample
from rankrees.methods.terms import Probabilities, Term
from rankrees.trees.route import Routes, route_rows
from rankrees.trees.tree import Tree


class Reading:
    """What an estimator has learnt of a tree: ready to answer, and to explain.

    Parameters
    ----------
    tree
        The tree.
    sample
        What it was grown on; for a tree on a bag, the whole training sample.
    """

    def __init__(self, tree: Tree, sample: Sample) -> None:
        self.tree = tree
        self.sample = sample

    def predict(self, rows: Rows) -> Probabilities:
        """Return (rows, classes) probabilities in the order of `rows.at`."""
        raise NotImplementedError

    def terms(self, rows: Rows) -> list[Term]:
        """Return the terms whose contributions add up to the answer for a single row.

        Where an estimator does not tell, that is its answer as one term, at the leaf
        that counts most.
        """
        routes = self.routes_of_one(rows)
        proba = self.predict(rows)[0]
        heaviest = int(routes.leaf[np.argmax(routes.weight)])
        return [Term(heaviest, proba, np.ones_like(proba))]

    def routes_of_one(self, rows: Rows) -> Routes:
        """Return the leaves that answer for a row; refuse several at a time."""
        if rows.at.shape[0] != 1:
            raise ValueError("one row is explained at a time")
        return route_rows(self.tree, rows.features, rows.at)
