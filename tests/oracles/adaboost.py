"""AdaBoost.M1 of naive Bayes, step by step from the rules."""

from __future__ import annotations

import math

from tests.oracles import naive_bayes
from tests.oracles.small_data import Problem


def adaboost(
    problem: Problem, rounds: int
) -> tuple[list[float], dict[int, list[float]]]:
    """The votes' weights, and the answer to each test row."""
    rows = problem.labelled
    weights = dict.fromkeys(range(len(rows)), 1.0)
    models: list[tuple[list[tuple[int, float]], float]] = []
    for _ in range(rounds):
        weighted = [(row, weights[at]) for at, row in enumerate(rows)]
        wrong = [
            at
            for at, row in enumerate(rows)
            if _vote(naive_bayes.estimate(problem, weighted, row))
            != problem.labels[row]
        ]
        error = sum(weights[at] for at in wrong) / sum(weights.values())
        if error < 1e-6 or error > 0.5 - 1e-6:
            if not models:
                models.append((weighted, 1.0))
            break
        odds = (1 - error) / error
        models.append((weighted, math.log(odds)))
        for at in wrong:
            weights[at] *= odds
        scale = len(rows) / sum(weights.values())
        weights = {at: w * scale for at, w in weights.items()}
    answers = {}
    for row in problem.test:
        said = [naive_bayes.estimate(problem, weighted, row) for weighted, _ in models]
        if len(models) == 1:
            answers[row] = said[0]
            continue
        logs = [0.0] * problem.n_classes
        for p, (_, beta) in zip(said, models, strict=True):
            logs[_vote(p)] += beta
        shares = [math.exp(log) for log in logs]
        answers[row] = [share / sum(shares) for share in shares]
    return [beta for _, beta in models], answers


def _vote(p: list[float]) -> int:
    return p.index(max(p))
