"""SAUC and DERC's choice of members, pair by pair and by sorting everything."""

from __future__ import annotations

from itertools import combinations, permutations

from tests.oracles.java_random import JavaRandom
from tests.oracles.small_data import Problem


def sauc(
    proba: list[list[float]], labels: list[int], g: float, ties: float = 0.5
) -> float | None:
    """Mean over pairs of classes, both ways, of max(p+ - p-, 0)^g.

    Of two declared classes, one way: the other probability is 1 less this one.
    """
    values = []
    there = sorted(set(labels))
    pairs = combinations if proba and len(proba[0]) == 2 else permutations
    for i, j in pairs(there, 2):
        highs = [p[i] for p, y in zip(proba, labels, strict=True) if y == i]
        lows = [p[i] for p, y in zip(proba, labels, strict=True) if y == j]
        total = 0.0
        for high in highs:
            for low in lows:
                if g == 0 and high == low:
                    total += ties
                elif high > low:
                    total += (high - low) ** g
        values.append(total / (len(highs) * len(lows)))
    return sum(values) / len(values) if values else None


def distance(
    problem: Problem, part: list[int], predicted: dict[int, int], a: int, b: int
) -> float:
    """Simplified value difference metric on nominal values, squared on numbers."""

    def shares(attribute: int, value: int | None) -> list[float]:
        having = [r for r in part if problem.rows[r][attribute] == value]
        if value is None or not having:
            having = part
        return [
            sum(predicted[r] == c for r in having) / len(having)
            for c in range(problem.n_classes)
        ]

    total = 0.0
    for k, size in enumerate(problem.n_values):
        x, y = problem.rows[a][k], problem.rows[b][k]
        if size:
            pairs = zip(shares(k, x), shares(k, y), strict=True)
            total += sum(abs(p - q) ** 2 for p, q in pairs)
        elif x is None or y is None:
            total += 1.0
        else:
            known = [problem.rows[r][k] for r in problem.labelled]
            known = [value for value in known if value is not None]
            width = max(known) - min(known)
            total += ((x - y) / (width or 1.0)) ** 2
    return total


def derc(
    problem: Problem,
    members: list[dict[int, list[float]]],
    n_parts: int,
    powers: tuple[float, ...],
    *,
    neighbours: int = 5,
    subsets: int = 5,
    seed: int = 1,
) -> dict[int, list[float]]:
    """The answer to each test row, from what each member says of every row."""
    random = JavaRandom(seed)
    chosen = members[random.next_int(len(members))]
    predicted = {r: chosen[r].index(max(chosen[r])) for r in problem.test}
    dealt = [
        r for c in range(problem.n_classes) for r in problem.test if predicted[r] == c
    ]
    answers: dict[int, list[float]] = {}
    for k in range(n_parts):
        part = [r for r in problem.test if r in dealt[k::n_parts]]
        if not part:
            continue
        drawn: list[list[tuple[int, float]]] = [[] for _ in range(subsets)]
        order = list(range(min(neighbours, len(problem.labelled))))
        for r in part:
            by_distance = sorted(
                (distance(problem, part, predicted, r, other), at, other)
                for at, other in enumerate(problem.labelled)
            )
            random.shuffle(order)
            for j in range(subsets):
                apart, _, other = by_distance[order[j % len(order)]]
                drawn[j].append((other, apart))
        weights = [0.0] * len(members)
        for g in powers:
            scores = [_score(problem, member, drawn, g) for member in members]
            best = 0
            for m, score in enumerate(scores):
                if score > scores[best] * (1 + 1e-12):
                    best = m
            weights[best] += scores[best]
        if sum(weights) == 0:
            weights = [1.0] * len(members)
        for r in part:
            mixed = [
                sum(
                    w * member[r][c] for w, member in zip(weights, members, strict=True)
                )
                for c in range(problem.n_classes)
            ]
            answers[r] = [p / sum(mixed) for p in mixed]
    return answers


def _score(problem, member, drawn, g) -> float:
    total = 0.0
    for subset in drawn:
        rows = [row for row, _ in subset]
        value = sauc([member[r] for r in rows], [problem.labels[r] for r in rows], g)
        if value is not None:
            apart = sum(d for _, d in subset) / len(subset)
            total += value / max(apart, 1e-6)
    return total
