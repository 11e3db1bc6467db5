"""One type for the scores of an experiment and for those of a file."""

import dataclasses

import pytest

from rankrees.statistics.comparison import of_experiment, of_file
from rankrees.statistics.foldtests import FoldTest
from tests.reports.tables.test_means import EXPERIMENT, make_scored


@pytest.fixture
def both():
    scored = make_scored()
    ours = of_experiment(EXPERIMENT, "published", "auc_unb", scored.frame)
    # two folds: a test set is as large as a training set
    test = FoldTest("corrected", 1.0)
    theirs = of_file(scored.frame, "my.csv", test, "C45", metric="auc_unb")
    return ours, theirs


def test_the_same_scores_say_the_same(both):
    ours, theirs = both
    assert ours.means == theirs.means
    assert ours.wins == theirs.wins
    assert ours.test_in_words == theirs.test_in_words
    assert (ours.scale, ours.decimals) == (theirs.scale, theirs.decimals) == (100.0, 2)
    assert ours.complete_sets == theirs.complete_sets == ["iris", "labor"]


def test_what_is_known_of_where_they_are_from(both):
    ours, theirs = both
    assert ours.config is EXPERIMENT
    assert ours.datasets == ("iris", "labor", "zoo")  # zoo has no scores
    assert theirs.datasets == ("iris", "labor")
    assert ours.heading == "Test, as published (auc_unb)"
    assert theirs.heading == "my.csv (auc_unb)"
    with pytest.raises(ValueError, match=r"my\.csv is no experiment's"):
        _ = theirs.config


def test_unknown_metrics_are_shown_as_they_are(both):
    frame = both[0].frame
    losses = of_file(frame, "x", FoldTest(), "C45", metric="mine", lower_is_better=True)
    assert (losses.scale, losses.decimals, losses.score_name) == (1.0, 4, "mine")
    assert not losses.higher_is_better
    large = of_file(frame.assign(value=frame["value"] * 9), "x", FoldTest(), "C45")
    assert (large.decimals, large.score_name) == (2, "score")


def test_a_loss_turns_the_wins_round(both):
    ours, _ = both
    turned = dataclasses.replace(ours, higher_is_better=False)
    assert turned.wins["C45", "C45-W"] == ours.wins["C45-W", "C45"]
