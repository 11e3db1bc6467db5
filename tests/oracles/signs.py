"""Exact sign and signed-rank tests by going through every assignment of signs."""

from itertools import product


def average_rank(values, value):
    """Rank from 1, ties share the mean of theirs."""
    below = sum(v < value for v in values)
    equal = sum(v == value for v in values)
    return below + (equal + 1) / 2


def exact_p(differences, weights):
    """Two-tailed: the share of sign patterns at least as far from the middle.

    A difference of zero gives half of its weight to either side, whatever its sign.
    """

    def total(signs):
        return sum(
            w / 2 if d == 0 else w * (s > 0)
            for d, w, s in zip(differences, weights, signs, strict=True)
        )

    middle = sum(weights) / 2
    distance = abs(total(differences) - middle)
    patterns = [total(signs) for signs in product((-1, 1), repeat=len(differences))]
    far = [t for t in patterns if abs(t - middle) >= distance - 1e-9]
    return len(far) / len(patterns)
