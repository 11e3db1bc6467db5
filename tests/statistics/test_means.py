import math
import statistics
from fractions import Fraction

import pandas as pd
import pytest

from rankrees.errors import ComparisonError
from rankrees.statistics.digits import matches
from rankrees.statistics.means import CellMean, cell_means

# The 50 AUCs of C44 on labor in sixteenths and twelfths; their mean is 677/800.
LABOR = """1/4 7/8 9/16 1 7/8 1 1 5/6 1 1  3/4 3/4 7/8 9/16 9/16 1 1 1 1 5/6
1 1 11/16 13/16 9/16 1 7/8 11/12 1 3/4  1 7/8 3/4 1 3/4 1 1/2 1 1 2/3
3/8 1 7/8 15/16 1 1 3/4 1 1 1/2"""


def frame_of(values, method="C44"):
    return pd.DataFrame(
        {
            "dataset": "labor",
            "method": method,
            "run": [i // 10 + 1 for i in range(len(values))],
            "fold": [i % 10 + 1 for i in range(len(values))],
            "value": values,
        }
    )


def test_percentages_are_averaged_as_the_print_of_labor_shows():
    """A mean of shares times 100 is 84.62499999999999, which would print 84.62."""
    values = [float(Fraction(text)) for text in LABOR.split()]
    assert sum(values) / 50 * 100 < 84.625
    mean = cell_means(frame_of(values), 100.0)["labor", "C44"].value
    assert mean == 84.625
    assert matches(mean, "84.63")


def test_order_is_that_of_runs_and_folds():
    frame = frame_of([1e16, 1.0, -1e16])
    shuffled = frame.iloc[[1, 2, 0]]
    assert cell_means(frame) == cell_means(shuffled)
    assert cell_means(frame)["labor", "C44"].value == 0.0


def test_folds_without_a_value_are_counted():
    found = cell_means(frame_of([0.5, math.nan, 1.0]))["labor", "C44"]
    assert found == CellMean(0.75, 2, 1, statistics.stdev([0.5, 1.0]))
    nothing = cell_means(frame_of([math.nan]))["labor", "C44"]
    assert math.isnan(nothing.value)
    assert nothing.sd is None
    assert nothing.n == 0


def test_holes_are_refused():
    frame = pd.concat([frame_of([0.5, 0.6]), frame_of([0.5], "C45")])
    with pytest.raises(ComparisonError, match="C45 on labor, run 1, fold 2"):
        cell_means(frame)


def test_the_deviation_is_that_of_a_sample():
    values = [0.91, 0.87, 0.95, 0.87, 0.99]
    found = cell_means(frame_of(values), 100.0)["labor", "C44"].sd
    expected = statistics.stdev([100 * value for value in values])
    assert found == pytest.approx(expected, rel=1e-14)
    assert cell_means(frame_of([0.5]))["labor", "C44"].sd is None
