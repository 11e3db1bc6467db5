"""Methods as text: what is read, what is refused, and back into a config."""

from __future__ import annotations

import pytest

from rankrees.combiners.bagging import Bagging
from rankrees.config.load import load_config, methods_of
from rankrees.errors import RankreesError
from rankrees.estimators.lazy import Lazy
from rankrees.estimators.leaf import Frequency, Laplace
from rankrees.estimators.m_branch import MBranch
from rankrees.growers.c45 import C44, C45
from rankrees.growers.lazy_tree import LazyTree
from rankrees.methods.method import Method
from rankrees.methods.spelling import (
    method_config,
    parse_method,
    parse_methods,
    parse_steps,
    read_method,
)
from rankrees.preprocess.discretize import EqualWidth
from rankrees.preprocess.missing import ReplaceMissing


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("c45+frequency", Method(C45(), Frequency())),
        ("c44+laplace+bagging", Method(C44(), Laplace(), Bagging())),
        ("c45", Method(C45(), Frequency())),
        ("c44", Method(C44(), Laplace())),
        ("lazy-tree", Method(LazyTree(), Lazy())),
        (
            " c45[confidence=0.1, pruned=false] + m-branch[m=2,height=node] ",
            Method(C45(confidence=0.1, pruned=False), MBranch(m=2.0, height="node")),
        ),
    ],
)
def test_spellings(text, method):
    assert parse_method(text) == method


def test_a_method_of_a_shipped_config():
    assert (
        parse_method("table3:C45-S", methods_of)
        == load_config("table3.yaml").methods["C45-S"]
    )


def test_every_method_of_every_shipped_config_survives_the_way_into_a_config():
    for config in ("table3.yaml", "lazytree.yaml", "pet-summary.yaml", "smoke.yaml"):
        for method in load_config(config).methods.values():
            assert read_method(method_config(method)) == method


def test_lists_are_split_outside_brackets_only():
    found = parse_methods("c45[min_leaf=3,raising=false]+laplace, c44")
    assert list(found) == ["c45[min_leaf=3,raising=false]+laplace", "c44"]


def test_methods_can_be_labelled():
    found = parse_methods("A=c45[min_leaf=3]+laplace,c44[min_leaf=3]")
    assert list(found) == ["A", "c44[min_leaf=3]"]
    with pytest.raises(RankreesError, match="two methods are called 'A'"):
        parse_methods("A=c45,A=c44")


def test_steps_are_fitted_on_training_rows_unless_told_otherwise():
    steps = parse_steps("replace-missing[scope=dataset],discretize-equal-width[bins=5]")
    assert steps == (ReplaceMissing(), EqualWidth(scope="train", bins=5))
    assert parse_steps("") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("c46+laplace", "no tree is called 'c46'; did you mean 'c45'?"),
        ("c45+laplase", "no estimator is called 'laplase'; did you mean 'laplace'?"),
        ("c45+laplace+baging", "no combiner is called 'baging'; did you mean"),
        ("c45[confidense=1]", "confidense: unknown key; did you mean 'confidence'?"),
        ("c45[min_leaf=0.5]", "min_leaf: a whole number is expected, got 0.5"),
        ("c45[min_leaf]", "'min_leaf' is not PARAMETER=VALUE"),
        ("c45+m-branch[stale_chain=true]", "only the departures"),
        ("c45+laplace+bagging+bagging", "TREE+ESTIMATOR"),
        ("c45+", "is not NAME"),
        ("", "TREE+ESTIMATOR"),
        ("table3:C45-Z", "has no method 'C45-Z'; did you mean"),
        ("tabel3:C45", "no config is called 'tabel3'; did you mean"),
    ],
)
def test_refusals_name_the_nearest(text, message):
    with pytest.raises(RankreesError) as caught:
        parse_method(text, methods_of)
    assert message in str(caught.value)


def test_an_unknown_step_is_refused():
    with pytest.raises(RankreesError, match="did you mean 'replace-missing'"):
        parse_steps("replace-mising")
