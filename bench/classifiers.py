"""How long trained scikit-learn classifiers of ours answer, against scikit-learn's own.

Made-up numbers, 15,000 x 20; both libraries in the same process, one after the other in
turn, best of several. Growing is told too, so that one sees where it happens.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.ensemble import BaggingClassifier
from sklearn.tree import DecisionTreeClassifier

from rankrees.sklearn import BaggedPET, C44Classifier

N_TRAIN, N_TEST, N_ATTRIBUTES = 15_000, 5_000, 20


def make_data() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return training rows, their classes, and rows to ask about."""
    random = np.random.default_rng(1)
    X = random.normal(size=(N_TRAIN + N_TEST, N_ATTRIBUTES))
    noise = random.normal(size=len(X))
    y = (X[:, 0] + X[:, 1] * X[:, 2] + noise > 0).astype(int)
    return X[:N_TRAIN], y[:N_TRAIN], X[N_TRAIN:]


def best_ms(calls: list[Callable[[], object]], passes: int) -> list[float]:
    """Return the least time of each call, all of them in turn, in milliseconds."""
    found = [np.inf] * len(calls)
    for _ in range(passes):
        for k, call in enumerate(calls):
            start = time.process_time()
            call()
            found[k] = min(found[k], time.process_time() - start)
    return [1000.0 * seconds for seconds in found]


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--passes", type=int, default=30)
    passes = parser.parse_args().passes
    X, y, asked = make_data()
    tree = DecisionTreeClassifier(random_state=1)
    pairs: dict[str, tuple[ClassifierMixin, ClassifierMixin]] = {
        "C44Classifier against DecisionTreeClassifier": (C44Classifier(), tree),
        "BaggedPET against BaggingClassifier, ten trees": (
            BaggedPET(n_estimators=10),
            BaggingClassifier(tree, n_estimators=10, random_state=1),
        ),
    }
    for name, (ours, theirs) in pairs.items():
        ours.fit(X[:500], y[:500]).predict_proba(asked[:5])  # compiles
        start = time.process_time()
        ours.fit(X, y)
        middle = time.process_time()
        theirs.fit(X, y)
        end = time.process_time()
        print(name)
        _show("fit", 1000 * (middle - start), 1000 * (end - middle))
        for label, rows in (("5,000 rows", asked), ("one row", asked[:1])):
            times = best_ms(
                [lambda: ours.predict_proba(rows), lambda: theirs.predict_proba(rows)],  # noqa: B023
                passes,
            )
            _show(f"predict_proba of {label}", *times)


def _show(what: str, ours: float, theirs: float) -> None:
    print(
        f"  {what:28} ours {ours:10.3f} ms, scikit-learn's {theirs:10.3f} ms,"
        f" ratio {ours / theirs:.2f}"
    )


if __name__ == "__main__":
    main()
