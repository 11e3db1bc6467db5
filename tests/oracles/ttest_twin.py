"""The corrected resampled t-test, literally, without numpy or scipy."""

import math


def corrected_t(x, y, ratio):
    """t of Nadeau & Bengio: mean(d) / sqrt((1/n + n_test/n_train) var(d))."""
    differences = [a - b for a, b in zip(x, y, strict=True)]
    n = len(differences)
    mean = sum(differences) / n
    variance = sum((d - mean) ** 2 for d in differences) / (n - 1)
    return mean / math.sqrt((1 / n + ratio) * variance)


def two_tailed_p(t, df, steps=200_000):
    """P(|T| >= |t|) by Simpson's rule over Student's density from 0 to |t|."""
    log_c = math.lgamma((df + 1) / 2) - math.lgamma(df / 2)
    scale = math.exp(log_c) / math.sqrt(df * math.pi)

    def density(v):
        return scale * (1 + v * v / df) ** (-(df + 1) / 2)

    width = abs(t) / steps
    total = density(0.0) + density(abs(t))
    for i in range(1, steps):
        total += (4 if i % 2 else 2) * density(i * width)
    return 1 - 2 * total * width / 3
