"""Naive Bayes, Bagging and AdaBoostM1 of it, against the committed output of Weka."""

from __future__ import annotations

import numpy as np
import pytest

from rankrees.data.arff.reader import read_arff
from rankrees.shipped import shipped_dir
from tests.weka.golden import BAYES_FILE, numbers, numbers_entry, read_golden
from tests.weka.ours import BAYES, BOOSTS, MODES, N_FOLDS, distributions, prepared
from tests.weka.parity import bayes_tolerance

SETS = read_golden(BAYES_FILE)["sets"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", SETS)
def test_distributions_are_wekas(name, mode):
    dataset = read_arff(shipped_dir("datasets") / f"{name}.arff", name=name)
    assert dataset.content_hash == SETS[name]["content_hash"]
    dataset = prepared(dataset, mode)
    assert set(SETS[name][mode]) == {*BAYES, *BOOSTS}
    for kind, learners in (("bayes", BAYES), ("boost", BOOSTS)):
        tolerance = bayes_tolerance(dataset, kind)
        found = distributions(dataset, learners)
        for fold in range(N_FOLDS):
            for learner in learners:
                weka = SETS[name][mode][learner][fold]
                ours = numbers_entry(next(found))
                where = f"{name} ({mode}), {learner}, fold {fold + 1}"
                if tolerance == 0.0:
                    assert ours == weka, where
                np.testing.assert_allclose(
                    numbers(ours["first"]),
                    numbers(weka["first"]),
                    rtol=0.0,
                    atol=tolerance,
                    err_msg=where,
                )


def test_numbers_are_added_up_in_wekas_order():
    """In another order hardly a distribution of raw numbers has Weka's bits."""
    for name in ("autos", "glass", "iris"):
        path = shipped_dir("datasets") / f"{name}.arff"
        found = distributions(prepared(read_arff(path, name=name), "raw"), BAYES)
        equal = []
        for fold in range(N_FOLDS):
            for learner in BAYES:
                weka = SETS[name]["raw"][learner][fold]["first"]
                ours = numbers_entry(next(found))["first"]
                equal += [a == b for a, b in zip(ours, weka, strict=True)]
        assert np.mean(equal) > 0.85, name


def test_filtered_data_have_no_tolerance_for_naive_bayes():
    """Else the test above would compare no bits at all."""
    for name in ("iris", "vote"):
        dataset = read_arff(shipped_dir("datasets") / f"{name}.arff", name=name)
        assert bayes_tolerance(prepared(dataset, "filtered"), "bayes") == 0.0
