"""Combination, section 5 of Wang & Zhang: DIW with WPE on every node."""

from __future__ import annotations

from tests.oracles import wpe
from tests.oracles.c45_tree import C45, Node
from tests.oracles.leaf_estimates import normalised, spread
from tests.oracles.shrinkage import chain_without_empty_leaf


def described(tree: C45, row: int, iterations: int = 1) -> list[float]:
    def mixture(path: list[Node]) -> list[float]:
        w = weights(tree, path, iterations, out_of=path)
        return mix(tree, path, w, row, None)

    return normalised(spread(tree, row, mixture))


def published(tree: C45, row: int) -> list[float]:
    """The C columns: x leaves the last node only, the TEST label is compared."""

    def mixture(path: list[Node]) -> list[float]:
        chain = chain_without_empty_leaf(path)
        w = weights(tree, chain, 1, out_of=chain[-1:])
        return mix(tree, chain, w, row, tree.problem.labels[row])

    return spread(tree, row, mixture)


def weights(
    tree: C45, chain: list[Node], iterations: int, out_of: list[Node]
) -> list[list[float]]:
    """For each class the weights of the uniform node and of the chain's nodes."""
    k = len(chain)
    uniform = [1.0 / len(tree.root.rows)] * tree.problem.n_classes
    local = []
    for x, _ in chain[-1].rows:
        P = [uniform]
        for node in chain:
            rows = without(node.rows, x) if node in out_of else node.rows
            P.append(wpe.estimate(tree, rows, x, tree.problem.labels[x]))
        local.append(P)
    found = []
    for c in range(tree.problem.n_classes):
        w = [1.0 / (k + 1)] * (k + 1)
        for _ in range(iterations):
            beta = [0.0] * (k + 1)
            for P in local:
                g = [w[i] * P[i][c] for i in range(k + 1)]
                g_sum = sum(g)
                for i in range(k + 1):
                    beta[i] += g[i] / g_sum
            if local:
                beta_sum = sum(beta)
                w = [b / beta_sum for b in beta]
        found.append(w)
    return found


def without(rows: list[tuple[int, float]], x: int) -> list[tuple[int, float]]:
    """The rows less one copy of x."""
    gone = next(i for i, (row, _) in enumerate(rows) if row == x)
    return rows[:gone] + rows[gone + 1 :]


def mix(
    tree: C45, chain: list[Node], w: list[list[float]], row: int, label: int | None
) -> list[float]:
    local = [wpe.estimate(tree, node.rows, row, label) for node in chain]
    mixed = []
    for c in range(tree.problem.n_classes):
        o = w[c][0] * (1.0 / len(tree.root.rows))
        for i in range(len(chain)):
            o += w[c][i + 1] * local[i][c]
        mixed.append(o)
    return mixed
