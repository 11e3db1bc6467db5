"""Bootstrap samples as three generations of Weka draw them."""

from __future__ import annotations

from tests.oracles.java_random import JavaRandom


def alias_sample(random: JavaRandom, weights: list[float], size: int) -> list[int]:
    """Walker's alias method as `resampleWithWeights` of Weka 3.6 and 3.9 has it."""
    n = len(weights)
    P = [w / sum(weights) for w in weights]
    Q = [n * p for p in P]
    W = [0] * n
    alias = [0] * n
    NN, NP = -1, n
    for i in range(n):
        if Q[i] < 1.0:
            NN += 1
            W[NN] = i
        else:
            NP -= 1
            W[NP] = i
    if NN > -1 and n > NP:
        for s in range(n - 1):
            i, j = W[s], W[NP]
            alias[i] = j
            Q[j] += Q[i] - 1.0
            if Q[j] < 1.0:
                NP += 1
            if n <= NP:
                break
    Q = [Q[i] + i for i in range(n)]
    drawn = []
    for _ in range(size):
        u = n * random.next_double()
        i = int(u)
        drawn.append(i if u < Q[i] else alias[i])
    return drawn


def walk_sample(random: JavaRandom, n: int) -> list[int]:
    """Weka 3.4: each running sum of random numbers, scaled to n, falls into a row."""
    sums, running = [], 0.0
    for _ in range(n):
        running += random.next_double()
        sums.append(running)
    scale = running / n
    sums = [s / scale for s in sums]
    sums[-1] = float(n)
    drawn, k, acc = [], 0, 0.0
    for row in range(n):
        acc += 1.0
        while k < n and sums[k] <= acc:
            drawn.append(row)
            k += 1
    return drawn


def weka39(train: list[int], bags: int, percent: int, seed: int) -> list[list[int]]:
    """A stream for each bag, which draws only as many rows as it needs."""
    n = len(train)
    size = int(n * (percent / 100.0))
    return [
        [train[i] for i in alias_sample(JavaRandom(seed + j), [1.0] * n, size)]
        for j in range(bags)
    ]


def weka36(train: list[int], bags: int, percent: int, seed: int) -> list[list[int]]:
    """One stream; a small bag is a full one, shuffled and cut."""
    random = JavaRandom(seed)
    n = len(train)
    found = []
    for _ in range(bags):
        rows = [train[i] for i in alias_sample(random, [1.0] * n, n)]
        found.append(_cut(random, rows, percent))
    return found


def weka34(train: list[int], bags: int, percent: int, seed: int) -> list[list[int]]:
    """One stream; the rows of a bag come in the order of the training set."""
    random = JavaRandom(seed)
    found = []
    for _ in range(bags):
        rows = [train[i] for i in walk_sample(random, len(train))]
        found.append(_cut(random, rows, percent))
    return found


def _cut(random: JavaRandom, rows: list[int], percent: int) -> list[int]:
    size = len(rows) * percent // 100  # whole numbers: (int)(n * P / 100)
    if size < len(rows):
        random.shuffle(rows)
    return rows[:size]
