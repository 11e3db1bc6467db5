"""Shrinkage by DIW, eq. 1-4 of Wang & Zhang: rows are taken out one at a time."""

from __future__ import annotations

from tests.oracles.c45_tree import C45, Node, stale_chain
from tests.oracles.leaf_estimates import normalised


def local(counts: list[float], c: int) -> float:
    return (counts[c] + 1.0 / len(counts)) / (sum(counts) + 1.0)


def described(tree: C45, path: list[Node], iterations: int = 1) -> list[float]:
    """Each row of the leaf is taken out of every node of the path (Step 2)."""
    n_train = len(tree.root.rows)
    k = len(path)
    taken_out = [
        [counts_without(tree, node, x) for node in path] for x in path[-1].rows
    ]
    estimates = []
    for c in range(tree.problem.n_classes):
        w = [1.0 / (k + 1)] * (k + 1)
        for _ in range(iterations):
            beta = [0.0] * (k + 1)
            for counts_of_nodes in taken_out:
                P = [1.0 / n_train] + [local(counts, c) for counts in counts_of_nodes]
                mixture = sum(w_i * P_i for w_i, P_i in zip(w, P, strict=True))
                for i in range(k + 1):
                    beta[i] += w[i] * P[i] / mixture
            if taken_out:
                w = [b / sum(beta) for b in beta]
        P = [1.0 / n_train] + [local(node.counts, c) for node in path]
        estimates.append(sum(w_i * P_i for w_i, P_i in zip(w, P, strict=True)))
    return normalised(estimates)


def counts_without(tree: C45, node: Node, x: tuple[int, float]) -> list[float]:
    """Class counts of a node after one copy of the row x is taken out of it."""
    rows = list(node.rows)
    gone = next(i for i, (row, _) in enumerate(rows) if row == x[0])
    del rows[gone]
    return tree.class_counts(rows)


def chain_without_empty_leaf(path: list[Node]) -> list[Node]:
    chain = stale_chain(path[-1])
    return chain[:-1] if path[-1].is_empty else chain


def published(tree: C45, path: list[Node]) -> list[float]:
    """The S columns: nothing is taken out, so one row speaks for all."""
    chain = chain_without_empty_leaf(path)
    n_train = len(tree.root.rows)
    k = len(chain)
    outputs = []
    for c in range(tree.problem.n_classes):
        P = [1.0 / n_train] + [local(node.counts, c) for node in chain]
        g = [1.0 / (k + 1) * P_i for P_i in P]
        w = normalised(normalised(g))
        o = 0.0
        for w_i, P_i in zip(w, P, strict=True):
            o += w_i * P_i
        outputs.append(o)
    return normalised(outputs)
