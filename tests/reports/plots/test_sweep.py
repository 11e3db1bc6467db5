"""Lines of a sweep: who is on them, and at which heights."""

from __future__ import annotations

import dataclasses

from rankrees.estimators.m_branch import MBranch
from rankrees.growers.pet import Pet
from rankrees.methods.method import Method
from rankrees.reports.plots.sweep import sweep_figure, sweep_lines
from tests.reports.tables.test_averages import EXPERIMENT, GROUPS, _scored

METHODS = {
    "K=4": Method(Pet(cardinality=4.0), MBranch()),
    "K=0": Method(Pet(), MBranch()),
    "K=4, 2Kc": Method(Pet(cardinality=4.0, cardinality_rule="2Kc"), MBranch()),
}


def test_a_line_is_what_differs_in_the_parameter_alone():
    assert sweep_lines(METHODS, "cardinality") == {
        "cardinality_rule=2K/c": [(0.0, "K=0"), (4.0, "K=4")],
        "cardinality_rule=2Kc": [(4.0, "K=4, 2Kc")],
    }


def test_one_line_needs_no_name():
    two = {label: METHODS[label] for label in ("K=0", "K=4")}
    assert list(sweep_lines(two, "cardinality")) == [""]


def test_the_picture_has_the_averages_and_the_sizes():
    values = {"K=4": 0.8, "K=0": 0.7, "K=4, 2Kc": 0.6}
    scores = {
        name: {label: [value + lift] * 2 for label, value in values.items()}
        for name, lift in (("labor", 0.0), ("iris", 0.1))
    }
    experiment = dataclasses.replace(EXPERIMENT, methods=METHODS)
    sizes = {
        (name, label): 10.0 * value
        for name in scores
        for label, value in values.items()
    }
    figure = sweep_figure(
        _scored(scores, experiment), GROUPS, sizes, "cardinality", "K"
    )
    above, below = figure.axes
    drawn = {
        line.get_label(): [tuple(map(float, p)) for p in line.get_xydata().round(6)]
        for line in (*above.lines, *below.lines)
    }
    printed, other = "cardinality_rule=2K/c", "cardinality_rule=2Kc"
    assert drawn == {
        f"two-class, {printed}": [(0, 70), (4, 80)],
        f"multi-class, {printed}": [(0, 80), (4, 90)],
        f"all, {printed}": [(0, 75), (4, 85)],
        printed: [(0, 7), (4, 8)],
        f"two-class, {other}": [(4, 60)],
        f"multi-class, {other}": [(4, 70)],
        f"all, {other}": [(4, 65)],
        other: [(4, 6)],
    }
    assert below.get_xlabel() == "K"
