"""The curve of 2003 and its area, word for word: points in a list, doubles with NaN."""

from __future__ import annotations

import math
from itertools import combinations


def quick_sort(values: list[float], order: list[int], lo: int, hi: int) -> None:
    """Sort order[lo..hi] by value; the pivot stands in the middle."""
    if lo >= hi:
        return
    pivot = values[order[(lo + hi) // 2]]
    i, j = lo, hi
    while i <= j:
        while values[order[i]] < pivot and i < hi:
            i += 1
        while values[order[j]] > pivot and j > lo:
            j -= 1
        if i <= j:
            order[i], order[j] = order[j], order[i]
            i, j = i + 1, j - 1
    quick_sort(values, order, lo, j)
    quick_sort(values, order, i, hi)


def points(values: list[float], positive: list[bool]) -> list[tuple[int, int]]:
    """The (FP, TP) that the curve has."""
    order = list(range(len(values)))
    quick_sort(values, order, 0, len(values) - 1)
    tp = sum(positive)
    fp = len(positive) - tp
    found = []
    for k, row in enumerate(order):
        if positive[row]:
            tp -= 1
        else:
            fp -= 1
        is_last = k == len(order) - 1
        if not is_last and (k == 0 or values[row] != values[order[k - 1]]):
            found.append((fp, tp))
    return found


def quotient(a: float, b: float) -> float:
    return a / b if b != 0 else math.nan  # only 0/0 can come up


def area(curve: list[tuple[int, int]]) -> float:
    if not curve:
        return 0.5
    x0, y0 = curve[0]
    total, xl, yl = 0.0, 1.0, 1.0
    for fp, tp in curve:
        x, y = quotient(fp, x0), quotient(tp, y0)
        total += (y + yl) * (xl - x) / 2
        xl, yl = x, y
    if xl > 0:
        total += xl * yl / 2
    return 1.0 if math.isnan(total) else total


def auc_2004(proba: list[list[float]], labels: list[int], n_classes: int) -> float:
    total, n = 0.0, 0
    for i, j in combinations(range(n_classes), 2):
        rows = [k for k, label in enumerate(labels) if label in (i, j)]
        values = [proba[k][i] for k in rows]
        total += area(points(values, [labels[k] == i for k in rows]))
        n += 1
    return total / n
