import math
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankrees.statistics.digits import decimals_of, matches, plain_mean, round_half_up


@given(st.integers(0, 100_000_000))
def test_rounds_as_decimal_arithmetic_does_away_from_halves(millionths):
    value = Decimal(millionths) / 10**6
    if (value * 100) % 1 == Decimal("0.5"):
        return
    expected = value.quantize(Decimal("0.01"), ROUND_HALF_UP)
    assert round_half_up(float(value), 2) == str(expected)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (83.445, "83.45"),  # the double is 83.4449999..., "%.2f" would print 83.44
        (0.125, "0.13"),  # an exact half, which Python's round() makes even: 0.12
        (99.995, "100.00"),
        (61.5, "61.50"),
        (0.0, "0.00"),
    ],
)
def test_halves_go_up(value, text):
    assert round_half_up(value, 2) == text


def test_print_decides_the_decimals():
    assert decimals_of("79.3") == 1
    assert decimals_of("79") == 0
    assert matches(79.25, "79.3")
    assert not matches(79.25, "79.2")
    assert matches(83.4449999, "83.44")


def test_mean_adds_from_left_to_right():
    values = [0.1, 0.2, 0.3, 0.6]
    assert plain_mean(values) == (((0.1 + 0.2) + 0.3) + 0.6) / 4
    assert plain_mean([1e16, 1.0, -1e16]) == 0.0  # a compensated sum would say 1/3
    assert math.isnan(plain_mean([]))
