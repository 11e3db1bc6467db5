"""The Bayesian signed-rank test with a region of practical equivalence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rankrees.statistics.signs import paired_differences

_DECIMALS = 10
_STRENGTH = 0.5


@dataclass(frozen=True)
class Posterior:
    """How probable it is that the first is better, that neither is, that it is worse.

    "Neither" is that they differ by no more than the region of practical equivalence.
    """

    better: float
    equal: float
    worse: float


def signed_rank_posterior(
    x: ArrayLike,
    y: ArrayLike,
    *,
    rope: float,
    n_samples: int = 50_000,
    seed: int = 1,
) -> Posterior:
    """Return the posterior of a method's scores x against y, one of each per data set.

    Parameters
    ----------
    rope
        Differences up to this count as none. With 0 there is no such region.
    n_samples, seed
        The posterior is sampled; the standard error of a probability is at most
        0.5 / sqrt(n_samples).

    Notes
    -----
    The weights of the data sets are drawn from a Dirichlet distribution with 1 for each
    and 0.5 for a pseudo-observation without difference. A draw is for the side that the
    weighted sums of two differences mostly lie on; draws without a winner are shared.

    References
    ----------
    Benavoli, Mangili, Corani, Zaffalon and Ruggeri, "A Bayesian Wilcoxon signed-rank
    test based on the Dirichlet process", ICML 2014; Benavoli, Corani, Demšar and
    Zaffalon, "Time for a change", JMLR 18 (2017).
    """
    d = np.concatenate([[0.0], paired_differences(x, y)])
    sums = np.round(d[:, None] + d[None, :], _DECIMALS)
    weights = np.ones(d.size)
    weights[0] = _STRENGTH
    # the legacy generator: its stream is promised never to change
    drawn = np.random.RandomState(seed).dirichlet(weights, n_samples)
    edge = round(2 * rope, _DECIMALS)
    better = _weight(drawn, sums, edge)
    worse = _weight(drawn, -sums, edge)
    shares = np.column_stack([better, 1 - better - worse, worse])
    winners = shares >= shares.max(axis=1, keepdims=True) - 1e-12
    found = (winners / winners.sum(axis=1, keepdims=True)).mean(axis=0)
    return Posterior(*(float(p) for p in found))


def _weight(
    drawn: NDArray[np.float64], sums: NDArray[np.float64], edge: float
) -> NDArray[np.float64]:
    above = np.heaviside(sums - edge, 0.5)
    return np.asarray(((drawn @ above) * drawn).sum(axis=1))
