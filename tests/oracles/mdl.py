"""Fayyad & Irani's MDL discretization, recursive and without tables."""

from __future__ import annotations

from math import log


def xlogx(x: float) -> float:
    return x * log(x) if x > 0 else 0.0


def counts_of(labels: list[int], n_classes: int) -> list[int]:
    return [labels.count(c) for c in range(n_classes)]


def entropy(counts: list[int]) -> float:
    result = 0.0
    for count in counts:
        result -= xlogx(count)
    return (result + xlogx(sum(counts))) / (sum(counts) * log(2))


def conditional_entropy(table: list[list[int]]) -> float:
    result = 0.0
    for row in table:
        for cell in row:
            result += xlogx(cell)
        result -= xlogx(sum(row))
    return -result / (sum(map(sum, table)) * log(2))


def cuts(rows: list[tuple[float, int]], n_classes: int) -> list[float]:
    """Cut points of (value, label) rows."""
    rows = sorted(rows)
    n = len(rows)
    labels = [label for _, label in rows]
    candidates = [i for i in range(1, n) if rows[i - 1][0] < rows[i][0]]
    if not candidates:
        return []

    def parts(i: int) -> list[list[int]]:
        return [counts_of(labels[:i], n_classes), counts_of(labels[i:], n_classes)]

    after, i = min((conditional_entropy(parts(i)), i) for i in candidates)
    whole, (left, right) = counts_of(labels, n_classes), parts(i)
    before = entropy(whole)
    k, k1, k2 = (sum(c > 0 for c in part) for part in (whole, left, right))
    delta = log(3**k - 2) / log(2) - (
        k * before - k2 * entropy(right) - k1 * entropy(left)
    )
    if not (after < before and before - after > (log(n - 1) / log(2) + delta) / n):
        return []
    middle = (rows[i - 1][0] + rows[i][0]) / 2
    return [*cuts(rows[:i], n_classes), middle, *cuts(rows[i:], n_classes)]
