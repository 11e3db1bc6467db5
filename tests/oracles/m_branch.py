"""m-branch: the estimate of each node is the prior of the next one down."""

from __future__ import annotations

import math

from tests.oracles.c45_tree import Node, stale_chain


def height(node: Node) -> int:
    return 1 + max((height(son) for son in node.sons), default=0)


def constant(path: list[Node], m: float = 4.0) -> list[float]:
    """Ferri et al.: one m for all nodes."""
    return _down(path, [m for _ in path])


def adaptive(path: list[Node], n_train: int, M: float = 4.0) -> list[float]:
    """Ferri et al.: m grows with the height of the node above its lowest leaf."""
    return _down(path, [adaptive_m(M, height(node), n_train) for node in path])


def along_path(path: list[Node], n_train: int, M: float = 4.0) -> list[float]:
    """Adaptive, where the leaf has height 1 and the k-th node above it 1 + k."""
    k = len(path)
    return _down(path, [adaptive_m(M, k - i, n_train) for i in range(k)])


def published(path: list[Node], n_train: int) -> list[float]:
    """The M columns: heights along the path, on the chain with swallowed nodes."""
    return along_path(stale_chain(path[-1]), n_train)


def adaptive_m(M: float, h: int, n_train: int) -> float:
    return M * (1.0 + (1.0 - 1.0 / h) * math.sqrt(n_train))


def _down(chain: list[Node], ms: list[float]) -> list[float]:
    n_classes = len(chain[0].counts)
    estimates = []
    for c in range(n_classes):
        q = 1.0 / n_classes
        for node, m in zip(chain, ms, strict=True):
            q = (node.counts[c] + m * q) / (node.total + m)
        estimates.append(q)
    return estimates
