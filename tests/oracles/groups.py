"""The bars of a critical-difference diagram, by trying every set of methods."""

from itertools import combinations


def maximal_groups(ranks, cd):
    """Every set of two or more whose ranks differ by less than cd, in no other one."""
    close = [
        set(names)
        for size in range(2, len(ranks) + 1)
        for names in combinations(ranks, size)
        if all(abs(ranks[a] - ranks[b]) < cd for a, b in combinations(names, 2))
    ]
    return [group for group in close if not any(group < other for other in close)]
