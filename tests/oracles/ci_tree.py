"""AUC-CITree in plain Python: naive Bayes fitted anew for each block, all pairs."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from tests.oracles.auc import hand_till, unb
from tests.oracles.java_random import JavaRandom
from tests.oracles.lazy_tree import blocks
from tests.oracles.old_curve import auc_2004
from tests.oracles.small_data import Problem


@dataclass
class Node:
    rows: list[int]
    left: list[int]
    attribute: int | None = None
    sons: list[Node] = field(default_factory=list)
    split_auc: Fraction | None = None

    @property
    def leaves(self) -> list[Node]:
        if not self.sons:
            return [self]
        return [leaf for son in self.sons for leaf in son.leaves]


class CITree:
    def __init__(
        self,
        problem: Problem,
        *,
        inner_auc: str = "auc_unb",
        inner_folds: int = 5,
        min_rows: int = 5,
        shuffled: bool = False,
        keep_tested: bool = False,
        pooled: bool = True,
        prune: str = "children",
        min_split: int = 0,
        small_grow: str = "uniform",
        small_prune: str = "uniform",
    ) -> None:
        self.problem = problem
        self.inner_auc = inner_auc
        self.k = inner_folds
        self.min_rows = min_rows
        self.shuffled = shuffled
        self.keep_tested = keep_tested
        self.pooled = pooled
        self.min_split = min_split
        self.small = small_grow  # first trees are grown, then pruned
        self.n_pruned = 0
        self.root = self.grow(problem.labelled, list(range(len(problem.n_values))))
        if prune != "none":
            self.small = small_prune
            self.prune(self.root, prune)

    def grow(self, rows: list[int], left: list[int]) -> Node:
        node = Node(rows, left)
        labels = {self.problem.labels[row] for row in rows}
        if len(rows) < max(self.min_rows, self.min_split) or len(labels) == 1:
            return node
        for a in left:
            parts = self.divide(rows, a)
            if sum(bool(part) for part in parts) < 2:
                continue
            rest = [b for b in left if b != a]
            auc = self.auc_of([Node(part, rest) for part in parts])
            if node.split_auc is None or auc > node.split_auc:
                node.attribute, node.split_auc = a, auc
        if node.attribute is not None:
            rest = [b for b in left if b != node.attribute]
            parts = self.divide(rows, node.attribute)
            node.sons = [self.grow(part, rest) for part in parts]
        return node

    def divide(self, rows: list[int], a: int) -> list[list[int]]:
        values = range(self.problem.n_values[a])
        return [[r for r in rows if self.problem.rows[r][a] == v] for v in values]

    def auc_of(self, leaves: list[Node]) -> Fraction:
        """The AUC of leaves, each of which answers for its own rows."""
        answered = [self.answers(leaf) for leaf in leaves if leaf.rows]
        if self.pooled:
            return self.auc([answer for part in answered for answer in part])
        n = sum(len(part) for part in answered)
        return sum(Fraction(len(part), n) * self.auc(part) for part in answered)

    def auc(self, answered: list[tuple[int, list[float]]]) -> Fraction | float:
        proba = [answer for _, answer in answered]
        labels = [self.problem.labels[row] for row, _ in answered]
        if not answered:
            return Fraction(1, 2)
        if self.inner_auc == "auc_2004":
            return auc_2004(proba, labels, self.problem.n_classes)
        if self.inner_auc == "auc_unb":
            return unb(proba, labels, self.problem.n_classes)
        found = hand_till(proba, labels)
        return Fraction(1, 2) if found is None else found

    def answers(self, leaf: Node) -> list[tuple[int, list[float]]]:
        """(row, what the other blocks say of it) for each row of a leaf."""
        rows = leaf.rows
        if len(rows) < self.min_rows:
            return [(row, answer) for row in rows for answer in self.unasked(row)]
        used = range(len(self.problem.n_values)) if self.keep_tested else leaf.left
        if self.shuffled:
            rows = self.stratified(rows)
        found = []
        for block in blocks(len(rows), self.k):
            others = [row for i, row in enumerate(rows) if i not in block]
            found += [(rows[i], self.estimate(others, rows[i], used)) for i in block]
        return found

    def unasked(self, row: int) -> list[list[float]]:
        """What counts for a row of a part that is too small; nothing if left out."""
        n, label = self.problem.n_classes, self.problem.labels[row]
        return {
            "uniform": [[1 / n] * n],
            "zero": [[0.0] * n],
            "wrong": [[float(c != label) for c in range(n)]],
            "left-out": [],
        }[self.small]

    def estimate(self, rows, x: int, used) -> list[float]:
        """Naive Bayes, multiplied in the order of the attributes: ties are exact."""
        problem = self.problem
        proba = []
        for c in range(problem.n_classes):
            own = [row for row in rows if problem.labels[row] == c]
            p = (len(own) + 1) / (len(rows) + problem.n_classes)
            for a in used:
                same = sum(problem.rows[row][a] == problem.rows[x][a] for row in own)
                p *= (same + 1) / (len(own) + problem.n_values[a])
            proba.append(p)
        total = 0.0
        for p in proba:
            total += p
        return [p / total for p in proba]

    def stratified(self, rows: list[int]) -> list[int]:
        rows = list(rows)
        JavaRandom(1).shuffle(rows)
        label = self.problem.labels
        i = 1
        while i < len(rows):
            c = label[rows[i - 1]]
            for j in range(i, len(rows)):
                if label[rows[j]] == c:
                    rows[i], rows[j] = rows[j], rows[i]
                    i += 1
            i += 1
        return [row for first in range(self.k) for row in rows[first :: self.k]]

    def prune(self, node: Node, how: str) -> None:
        for son in node.sons:
            self.prune(son, how)
        if not node.sons:
            return
        below = node.split_auc if how == "children" else self.auc_of(node.leaves)
        if self.auc_of([Node(node.rows, node.left)]) >= below:
            node.sons = []
            node.attribute = None
            self.n_pruned += 1
