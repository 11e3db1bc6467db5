"""DIW with naive Bayes on every node, x taken out of all of them."""

from __future__ import annotations

from tests.oracles import naive_bayes
from tests.oracles.c45_tree import C45, Node
from tests.oracles.combination import without
from tests.oracles.leaf_estimates import normalised, spread


def described(tree: C45, row: int, iterations: int = 1) -> list[float]:
    problem = tree.problem
    uniform = [1.0 / len(tree.root.rows)] * problem.n_classes

    def said(path: list[Node], x: int, *, left_out: bool) -> list[list[float]]:
        """What the uniform node and each node of the path say of a row."""
        return [uniform] + [
            naive_bayes.estimate(
                problem, without(node.rows, x) if left_out else node.rows, x
            )
            for node in path
        ]

    def mixture(path: list[Node]) -> list[float]:
        k = len(path) + 1
        learnt = [said(path, x, left_out=True) for x, _ in path[-1].rows]
        asked = said(path, row, left_out=False)
        mixed = []
        for c in range(problem.n_classes):
            w = [1.0 / k] * k
            for _ in range(iterations if learnt else 0):
                shares = [
                    normalised([w[j] * P[j][c] for j in range(k)]) for P in learnt
                ]
                w = normalised([sum(share[j] for share in shares) for j in range(k)])
            mixed.append(sum(w[j] * asked[j][c] for j in range(k)))
        return mixed

    return normalised(spread(tree, row, mixture))
