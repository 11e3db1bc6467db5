"""The Bayesian signed-rank test, literally: one draw, two data sets at a time."""

import numpy as np


def signed_rank(x, y, rope, n_samples, seed):
    """Benavoli et al. 2014, with the prior of strength 1/2 on no difference.

    Scores are whole numbers, so that sums on the edge of the region are seen as such.
    """
    z = [0, *(a - b for a, b in zip(x, y, strict=True))]
    generator = np.random.RandomState(seed)
    wins = np.zeros(3)
    for w in generator.dirichlet([0.5] + [1] * len(x), n_samples):
        theta = np.zeros(3)
        for i in range(len(z)):
            for j in range(len(z)):
                total, weight = z[i] + z[j], w[i] * w[j]
                if total == 2 * rope:
                    theta += weight * np.array([0.5, 0.5, 0])
                elif total == -2 * rope:
                    theta += weight * np.array([0, 0.5, 0.5])
                else:
                    theta[0 if total > 2 * rope else 2 if total < -2 * rope else 1] += (
                        weight
                    )
        wins[np.argmax(theta)] += 1
    return wins / n_samples
