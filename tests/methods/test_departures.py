from rankrees.config.load import load_config
from rankrees.config.schema import departures
from rankrees.estimators.leaf import Laplace
from rankrees.estimators.wpe import WPE
from rankrees.growers.c45 import C45
from rankrees.methods.departures import MEANINGS, departures_on
from rankrees.methods.method import Method


def test_every_departure_is_put_in_words():
    """A part with a new departure says here what it means; pages show it."""
    assert departures() == set(MEANINGS)


def test_a_departure_is_on_where_it_changes_the_method():
    every = tuple(MEANINGS)
    assert set(departures_on(Method(C45(), WPE()), every)) == {
        "label-leak",
        "stale-parents",
    }
    assert departures_on(Method(C45(), Laplace()), every) == ("weka34-laplace",)


def test_a_departure_that_the_tree_does_not_know_is_off():
    """C44 is never pruned: reading the unpruned tree changes nothing there."""
    experiment = load_config("table4.yaml")
    on = departures_on(experiment.methods["C44-L"], ["ling-yan-unpruned"])
    assert on == ()
