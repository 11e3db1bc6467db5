"""AUC by looking at every pair of rows, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations


def share(xs: list[float], zs: list[float]) -> Fraction:
    """Share of pairs with x > z, ties 1/2."""
    won = sum(Fraction(x > z) + Fraction(x == z) / 2 for x in xs for z in zs)
    return won / (len(xs) * len(zs))


def scores(
    proba: list[list[float]], labels: list[int], of: int, by: int
) -> list[float]:
    return [row[by] for row, label in zip(proba, labels, strict=True) if label == of]


def hand_till(proba: list[list[float]], labels: list[int]) -> Fraction | None:
    classes = sorted(set(labels) - {-1})
    pairs = [
        (
            share(scores(proba, labels, i, i), scores(proba, labels, j, i))
            + share(scores(proba, labels, j, j), scores(proba, labels, i, j))
        )
        / 2
        for i, j in combinations(classes, 2)
    ]
    return sum(pairs) / len(pairs) if pairs else None


def unb(proba: list[list[float]], labels: list[int], n_classes: int) -> Fraction:
    values = []
    for i, j in combinations(range(n_classes), 2):
        xs, zs = (scores(proba, labels, c, i) for c in (i, j))
        if xs and zs:
            values.append(share(xs, zs))
        elif xs or zs:
            values.append(Fraction(1, 2) if len(set(xs or zs)) == 1 else Fraction(1))
        else:
            values.append(Fraction(1, 2))
    return sum(values) / len(values)
