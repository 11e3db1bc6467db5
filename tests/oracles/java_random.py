"""`java.util.Random` and Weka's folds in plain Python, straight from the rules."""

from __future__ import annotations


class JavaRandom:
    def __init__(self, seed: int) -> None:
        self.x = (seed ^ 0x5DEECE66D) % 2**48

    def _bits(self, count: int) -> int:
        self.x = (self.x * 0x5DEECE66D + 0xB) % 2**48
        return self.x // 2 ** (48 - count)

    def next_int32(self) -> int:
        value = self._bits(32)
        return value - 2**32 if value >= 2**31 else value

    def next_int(self, bound: int) -> int:
        if bound in [2**power for power in range(31)]:
            return bound * self._bits(31) // 2**31
        while True:
            u = self._bits(31)
            r = u % bound
            if u - r + bound - 1 < 2**31:
                return r

    def next_double(self) -> float:
        high = self._bits(26)
        return (high * 2**27 + self._bits(27)) / 2**53

    def shuffle(self, rows: list) -> None:
        for j in range(len(rows) - 1, 0, -1):
            k = self.next_int(j + 1)
            rows[j], rows[k] = rows[k], rows[j]


def folds(labels: list[int], run: int, k: int) -> list[tuple[list[int], list[int]]]:
    """(training rows, test rows) of each fold of a run."""
    random = JavaRandom(run)
    n = len(labels)
    rows = list(range(n))
    random.shuffle(rows)
    i = 1
    while i < n:
        group = labels[rows[i - 1]]
        for j in range(i, n):
            if labels[rows[j]] == group:
                rows[i], rows[j] = rows[j], rows[i]
                i += 1
        i += 1
    rows = [row for first in range(k) for row in rows[first::k]]
    found = []
    for f in range(k):
        start = f * (n // k) + min(f, n % k)
        size = n // k + (1 if f < n % k else 0)
        train = rows[:start] + rows[start + size :]
        random.shuffle(train)
        found.append((train, rows[start : start + size]))
    return found
