"""The splitting criteria in plain Python, each from its definition.

A table is a list of branches, each a list of class weights of the rows whose value is
known; `total` is the weight of the node, rows with a missing value included.
"""

from __future__ import annotations

import math
from itertools import combinations, permutations

Counts = list[float]
Table = list[Counts]


def entropy(counts: Counts) -> float:
    shares = [n / sum(counts) for n in counts if n > 0]
    return -sum(p * math.log2(p) for p in shares)


def gini(counts: Counts) -> float:
    """The probability that two rows drawn with replacement differ in class."""
    n = sum(counts)
    return sum(2.0 * a * b for a, b in combinations(counts, 2)) / n**2


def dkm(counts: Counts) -> float:
    n = sum(counts)
    return sum(2.0 * math.sqrt(a * (n - a)) / n for a in counts) / len(counts)


def squared_error(counts: Counts) -> float:
    """The expected squared distance of a row's class from the Laplace estimate."""
    n, c = sum(counts), len(counts)
    estimate = [(a + 1.0) / (n + c) for a in counts]
    expected = 0.0
    for actual, a in enumerate(counts):
        truth = [float(i == actual) for i in range(c)]
        distance = sum((y - q) ** 2 for y, q in zip(truth, estimate, strict=True))
        expected += a / n * distance
    return expected


def auc_of_order(table: list[tuple[float, float]]) -> float:
    """As printed: (positives, negatives) of the branches, the highest ranked first."""
    P, N = (sum(column) for column in zip(*table, strict=True))
    above, doubled = 0.0, 0.0
    for positives, negatives in table:
        doubled += negatives * (2.0 * above + positives)
        above += positives
    return doubled / (2.0 * P * N)


def ranked_auc(table: list[tuple[float, float]]) -> float:
    held = [(p, n) for p, n in table if p + n > 0]
    return auc_of_order(sorted(held, key=lambda b: b[0] / (b[0] + b[1]), reverse=True))


def mauc(table: Table) -> float:
    sums = [sum(column) for column in zip(*table, strict=True)]
    present = [i for i, n in enumerate(sums) if n > 0]
    aucs = [
        ranked_auc([(branch[i], branch[j]) for branch in table])
        for i, j in combinations(present, 2)
    ]
    return sum(aucs) / len(aucs) if aucs else 0.5


def mauc_all(table: Table) -> float:
    """Hand & Till's M where a branch's score for a class is the class's share."""
    held = [branch for branch in table if sum(branch) > 0]
    sums = [sum(column) for column in zip(*held, strict=True)]
    present = [i for i, n in enumerate(sums) if n > 0]
    aucs = []
    for i, j in permutations(present, 2):
        right = 0.0
        for one in held:
            for other in held:
                p, q = one[i] / sum(one), other[i] / sum(other)
                credit = 0.5 if abs(p - q) < 1e-9 else float(p > q)
                right += credit * one[i] * other[j]
        aucs.append(right / (sums[i] * sums[j]))
    return sum(aucs) / len(aucs) if aucs else 0.5


def _decrease(impurity, table: Table) -> float:
    sums = [sum(column) for column in zip(*table, strict=True)]
    n = sum(sums)
    after = sum(sum(b) / n * impurity(b) for b in table if sum(b) > 0)
    return impurity(sums) - after


def worth(criterion: str, table: Table, total: float) -> float:
    """How much better the table is than its sums, times the known share."""
    known = sum(map(sum, table))
    if known == 0:
        return 0.0
    if criterion == "mauc":
        return (mauc(table) - 0.5) * known / total
    if criterion == "mauc-all":
        return (mauc_all(table) - 0.5) * known / total
    if criterion == "gain-ratio":
        parts = [*map(sum, table), total - known]
        split_information = entropy(parts)
        gain = worth("gain", table, total)
        return gain / split_information if split_information > 1e-6 / total else 0.0
    impurity = {
        "gain": entropy,
        "gini": gini,
        "dkm": dkm,
        "msee": squared_error,
    }[criterion]
    return _decrease(impurity, table) * known / total
