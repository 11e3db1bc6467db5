import pytest

from rankrees.reports.tables.difference import difference_table, differences, signed
from tests.reports.html.small_page import (
    DESCRIBED,
    make_experiment,
    make_material,
    make_scored,
)


def test_a_difference_falls_into_program_and_metric():
    """Published is 7.5 above described, of which the metric makes 1.0."""
    material = make_material()
    found = differences(
        material.scored["published"], material.scored["described"], material.departed
    )
    assert [one.method for one in found] == ["C45", "C45-W", "C45-M"]
    for one in found:
        assert one.by_departures == pytest.approx(6.5)
        assert one.by_metric == pytest.approx(1.0)
        assert one.total == pytest.approx(7.5)
        assert one.n_sets == 3
    assert [one.departures for one in found] == [
        (),
        ("label-leak", "stale-parents"),
        (),
    ]
    table = difference_table(material.scored["published"], found)
    assert table.rows[0][:5] == ("C45", "83.69", "+6.50", "+1.00", "91.19")
    assert table.notes == ("means over 3 data sets",)


def test_the_largest_difference_is_found_by_size():
    described = DESCRIBED | {("labor", "C45"): 99.0}
    material = make_material(described=described)
    scored = material.scored
    (one, *_) = differences(scored["published"], scored["described"])
    assert (one.largest_on, one.largest) == ("labor", pytest.approx(-21.0))
    assert one.by_departures is None
    table = difference_table(scored["published"], [one])
    assert table.names[2] == "difference"


def test_the_same_metric_needs_no_second_measuring():
    experiment = make_experiment()
    pair = [
        make_scored(experiment, name, "auc", DESCRIBED, seed)
        for seed, name in enumerate(("published", "described"))
    ]
    for one in differences(*pair):
        assert one.by_metric == 0.0
        assert one.by_departures == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.234, "+1.23"), (-1.235, "\N{MINUS SIGN}1.24"), (0.004, "0.00"), (-0.0, "0.00")],
)
def test_signs(value, text):
    assert signed(value) == text
