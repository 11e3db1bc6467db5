"""scikit-learn's own contract tests, on every classifier."""

from __future__ import annotations

from sklearn.utils.estimator_checks import parametrize_with_checks

import rankrees.sklearn as ours

CLASSIFIERS = [getattr(ours, name)() for name in ours.__all__]


_ALL_AT_ONCE = "DERC's answer for a row depends on the others, as in the paper"
EXPECTED_FAILURES = {
    "DERC": {
        "check_methods_subset_invariance": _ALL_AT_ONCE,
    }
}


def _expected(estimator):
    return EXPECTED_FAILURES.get(type(estimator).__name__, {})


@parametrize_with_checks(CLASSIFIERS, expected_failed_checks=_expected)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


def test_every_classifier_is_checked():
    defined = {
        name
        for name, cls in vars(ours.classifiers).items()
        if isinstance(cls, type) and issubclass(cls, ours.base.MethodClassifier)
    } - {"MethodClassifier", "_NominalClassifier"}
    assert defined == set(ours.__all__)
