"""Splitting criteria against their definitions, against print and scikit-learn."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from sklearn.tree import DecisionTreeClassifier

from rankrees.trees.criteria import CRITERIA, split_worth
from tests.oracles import criteria

N_TABLES = 1000


def _table(rng: random.Random, n_classes: int | None = None) -> list[list[float]]:
    """Whole or broken weights, empty branches, absent classes."""
    c = n_classes or rng.randint(2, 5)
    whole = rng.random() < 0.5
    table = []
    for _ in range(rng.randint(2, 6)):
        branch = [
            0.0 if rng.random() < 0.3 else rng.uniform(0.0, 9.0) for _ in range(c)
        ]
        table.append([float(round(n)) for n in branch] if whole else branch)
    if rng.random() < 0.2:
        table[0] = [0.0] * c
    if sum(map(sum, table)) == 0:
        table[0][0] = 1.0
    return table


@pytest.mark.parametrize("criterion", CRITERIA)
def test_equal_to_its_definition(criterion):
    rng = random.Random(criterion)
    values = []
    for _ in range(N_TABLES):
        table = _table(rng)
        total = sum(map(sum, table)) + rng.choice([0.0, 0.0, 1.0, rng.uniform(0, 9)])
        values.append(split_worth(criterion, table, total))
        assert values[-1] == pytest.approx(
            criteria.worth(criterion, table, total), abs=1e-9
        )
    assert np.mean(np.array(values) > 1e-3) > 0.5
    assert np.mean(np.array(values) < -1e-3) > 0.01 or criterion != "msee"


@pytest.mark.parametrize("criterion", CRITERIA)
def test_rows_without_a_value_gain_nothing(criterion):
    table = [[5.0, 1.0], [1.0, 4.0]]
    known = split_worth(criterion, table)
    with_missing = split_worth(criterion, table, 22.0)
    if criterion == "gain-ratio":  # they are one more branch of the split
        assert with_missing < known / 2
    else:
        assert with_missing == pytest.approx(known / 2)


@pytest.mark.parametrize("criterion", [c for c in CRITERIA if c != "msee"])
def test_a_division_without_information_is_worth_nothing(criterion):
    assert split_worth(criterion, [[4, 2, 6], [2, 1, 3], [0, 0, 0]]) == pytest.approx(0)


def test_msee_is_below_zero_where_small_branches_lose():
    assert split_worth("msee", [[3, 1], [3, 1]]) == pytest.approx(
        # node: p' = 7/10, errors 2 (.75 * .3^2 + .25 * .7^2); sons: p' = 4/6
        2 * (0.75 * 0.09 + 0.25 * 0.49) - 2 * (0.75 / 9 + 0.25 * 4 / 9)
    )


# outlook, temperature, humidity, windy: (yes, no) by value
WEATHER = {
    "outlook": [[2, 3], [4, 0], [3, 2]],
    "temperature": [[2, 2], [4, 2], [3, 1]],
    "humidity": [[3, 4], [6, 1]],
    "windy": [[6, 2], [3, 3]],
}


@pytest.mark.parametrize(
    ("attribute", "gain", "ratio"),
    [
        ("outlook", 0.247, 0.156),
        ("temperature", 0.029, 0.019),
        ("humidity", 0.152, 0.152),
        ("windy", 0.048, 0.049),
    ],
)
def test_the_textbooks_weather(attribute, gain, ratio):
    """Witten & Frank, Data Mining, section 4.3."""
    assert split_worth("gain", WEATHER[attribute]) == pytest.approx(gain, abs=6e-4)
    assert split_worth("gain-ratio", WEATHER[attribute]) == pytest.approx(
        ratio, abs=6e-4
    )


def test_mauc_is_the_best_auc_of_all_orders():
    rng = random.Random(1)
    n_better = 0
    for _ in range(N_TABLES):
        table = [
            (rng.randint(0, 6), rng.randint(0, 6)) for _ in range(rng.randint(2, 5))
        ]
        if not all(map(sum, zip(*table, strict=True))):
            continue
        aucs = [criteria.auc_of_order(list(order)) for order in permutations(table)]
        ours = split_worth("mauc", table) + 0.5
        assert ours == pytest.approx(max(aucs), abs=1e-12)
        n_better += max(aucs) > criteria.auc_of_order(table) + 1e-9
    assert n_better > N_TABLES / 2


def test_two_classes_have_one_mauc():
    rng = random.Random(4)
    for _ in range(N_TABLES):
        table = _table(rng, n_classes=2)
        one, other = (split_worth(c, table) for c in ("mauc", "mauc-all"))
        assert one == pytest.approx(other, abs=1e-6)


def test_mauc_is_sklearns_auc_of_the_branches_shares():
    rng = random.Random(2)
    n_compared = 0
    for _ in range(N_TABLES):
        table = _table(rng, n_classes=2)
        held = [(p, n) for p, n in table if p + n > 0]
        if not all(map(sum, zip(*held, strict=True))):
            continue
        scores = [p / (p + n) for p, n in held]
        auc = roc_auc_score(
            [1] * len(held) + [0] * len(held),
            scores + scores,
            sample_weight=[p for p, _ in held] + [n for _, n in held],
        )
        assert split_worth("mauc", table) + 0.5 == pytest.approx(auc, abs=1e-9)
        n_compared += 1
    assert n_compared > N_TABLES / 2


@pytest.mark.parametrize(("criterion", "name"), [("gini", "gini"), ("gain", "entropy")])
def test_decrease_is_sklearns(criterion, name):
    rng = np.random.default_rng(3)
    for _ in range(50):
        x = rng.integers(0, 5, size=(40, 1)).astype(float)
        y = (x[:, 0].astype(int) + rng.integers(0, 3, size=40)) % 3
        stump = DecisionTreeClassifier(criterion=name, max_depth=1).fit(x, y).tree_
        left = x[:, 0] <= stump.threshold[0]
        table = [[np.sum(y[side] == c) for c in range(3)] for side in (left, ~left)]
        weights = stump.weighted_n_node_samples
        after = np.dot(weights[1:], stump.impurity[1:]) / weights[0]
        assert split_worth(criterion, table) == pytest.approx(stump.impurity[0] - after)
