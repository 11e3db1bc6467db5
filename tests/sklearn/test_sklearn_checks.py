"""scikit-learn's own contract tests, on every classifier."""

from __future__ import annotations

from sklearn.utils.estimator_checks import parametrize_with_checks

import rankrees.sklearn as ours

CLASSIFIERS = [getattr(ours, name)() for name in ours.__all__]


@parametrize_with_checks(CLASSIFIERS)  # without exception
def test_scikit_learns_checks(estimator, check):
    check(estimator)


def test_every_classifier_is_checked():
    defined = {
        name
        for name, cls in vars(ours.classifiers).items()
        if isinstance(cls, type) and issubclass(cls, ours.base.MethodClassifier)
    } - {"MethodClassifier"}
    assert defined == set(ours.__all__)
