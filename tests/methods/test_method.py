"""Ids, the registry, and what `published` makes of a method."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass

import pytest

from rankrees.combiners.bagging import Bagging
from rankrees.errors import RankreesError
from rankrees.estimators.combination import Combination
from rankrees.estimators.leaf import Frequency, Laplace
from rankrees.estimators.ling_yan import LingYan
from rankrees.estimators.m_branch import MBranch
from rankrees.estimators.shrinkage import Shrinkage
from rankrees.estimators.wpe import WPE
from rankrees.growers.c45 import C44, C45
from rankrees.methods.component import Estimator, component, components, register
from rankrees.methods.method import Method

# Everything in which Wang & Zhang's program departs from their text.
ALL = [
    "label-leak",
    "stale-parents",
    "no-leave-one-out",
    "leaf-only-removal",
    "empty-leaf-dropped",
    "ling-yan-decay",
    "ling-yan-classes",
    "ling-yan-unpruned",
    "weka34-laplace",
    "weka34-resample",
    "unnormalised",
]

# The rules that give the printed digits, one per column.
PUBLISHED = {
    "C45": (Method(C45(), Frequency()), Method(C45(), Frequency())),
    "C44": (Method(C44(), Laplace()), Method(C44(), Laplace(variant="weka34"))),
    "C45-B": (
        Method(C45(), Frequency(), Bagging()),
        Method(C45(), Frequency(), Bagging(resample="weka34")),
    ),
    "C45-L": (
        Method(C45(), LingYan()),
        Method(C45(pruned=False), LingYan(decay=0.4, classes="present")),
    ),
    "C44-L": (
        Method(C44(), LingYan()),
        Method(C44(), LingYan(decay=0.4, classes="present")),
    ),
    "C45-M": (
        Method(C45(), MBranch(adaptive=True)),
        Method(C45(), MBranch(adaptive=True, normalise=False, stale_chain=True)),
    ),
    "C45-W": (
        Method(C45(), WPE()),
        Method(C45(), WPE(label_leak=True, stale_chain=True)),
    ),
    "C45-S": (
        Method(C45(), Shrinkage()),
        Method(
            C45(),
            Shrinkage(leave_one_out=False, empty_leaf="dropped", stale_chain=True),
        ),
    ),
    "C45-C": (
        Method(C45(), Combination()),
        Method(
            C45(),
            Combination(
                taken_out="leaf",
                empty_leaf="dropped",
                normalise="iterated",
                label_leak=True,
                stale_chain=True,
            ),
        ),
    ),
}


@pytest.mark.parametrize("column", PUBLISHED)
def test_published_columns(column):
    described, published = PUBLISHED[column]
    assert described.under(ALL) == published


def test_departures_can_be_taken_one_by_one():
    described, _ = PUBLISHED["C45-C"]
    assert described.under(["label-leak"]).estimator == Combination(label_leak=True)
    assert described.under(["weka34-laplace"]) == described


def test_ids_name_all_parameters_sorted():
    method = Method(C45(min_leaf=3), MBranch(), Bagging(bags=5))
    assert method.id == (
        "c45[collapse=true,confidence=0.25,min_leaf=3,pruned=true,raising=true]"
        "+m-branch[adaptive=false,height=path,m=4.0,normalise=true,stale_chain=false]"
        "+bagging[bags=5,percent=100,resample=weka39,seed=1]"
    )
    assert method.versions.count("+") == 2
    assert Method(C44(), Frequency()).id.endswith("]+frequency")


def test_c44_is_not_c45_by_another_name():
    """Same fields, so only the name tells them apart in an id."""
    assert Method(C44(), Laplace()) != Method(
        C45(pruned=False, collapse=False), Laplace()
    )


def test_parts_do_not_change():
    with pytest.raises(FrozenInstanceError):
        C45().min_leaf = 3  # type: ignore[misc]


def test_a_name_is_given_once():
    with pytest.raises(ValueError, match="two estimators are called 'wpe'"):

        @register("wpe")
        @dataclass(frozen=True)
        class Another(Estimator):
            pass

    assert components("estimator")["wpe"] is WPE


def test_an_unknown_name_gets_a_hint():
    with pytest.raises(RankreesError, match="did you mean 'shrinkage'"):
        component("estimator", "shrinkge")
    assert component("tree", "c44") is C44
