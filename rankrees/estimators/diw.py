"""Deterministic instance weighting (DIW): how a path's estimates are weighted."""

from __future__ import annotations

import numpy as np

from rankrees.kernel import Floats, kernel


@kernel
def instance_weighting_pass(local: Floats, weights: Floats) -> None:
    """Re-estimate the weights of a path's nodes once (Wang & Zhang 2006, section 3).

    For each class c, every row x adds w_j P_j / sum(w P) to beta_j; the betas,
    normalised, are the new weights.

    Parameters
    ----------
    local
        (rows of the leaf, nodes, classes) what each node says of each row, the row
        itself taken out.
    weights
        (nodes, classes), changed in place.
    """
    n_rows, n_nodes, n_classes = local.shape
    for c in range(n_classes):
        beta = np.zeros(n_nodes)
        for x in range(n_rows):
            total = 0.0
            for j in range(n_nodes):
                total += weights[j, c] * local[x, j, c]
            for j in range(n_nodes):
                beta[j] += weights[j, c] * local[x, j, c] / total
        total = 0.0
        for j in range(n_nodes):
            total += beta[j]
        for j in range(n_nodes):
            weights[j, c] = beta[j] / total
