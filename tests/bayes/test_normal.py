"""The parts of naive Bayes on numbers against the committed output of Weka."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.special import ndtr  # what rankrees.bayes.normal.densities asks

from rankrees.bayes.order import summing_order

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden" / "weka_normals.json").read_text("utf-8")
)


def test_the_distribution_function_is_wekas():
    """Up to last bits, where Java's exp is not C's; the tails to their end."""
    z, weka = np.array(GOLDEN["normal"]).T
    assert len(z) > 400
    ours = ndtr(z)
    np.testing.assert_allclose(ours, weka, rtol=1e-15, atol=1e-322)
    assert (ours == weka).mean() > 0.95


@pytest.mark.parametrize("case", GOLDEN["orders"], ids=lambda case: len(case["order"]))
def test_rows_are_sorted_as_weka_sorts_them(case):
    """Rows of equal values, and those without one, are not left as they were."""
    numbers = np.ascontiguousarray(np.array(case["rows"], dtype=np.float64).T)
    rows = np.arange(numbers.shape[1], dtype=np.int32)
    assert summing_order(numbers, rows).tolist() == case["order"]
    offset = np.concatenate((np.full((len(numbers), 2), 7.0), numbers), axis=1)
    assert summing_order(offset, rows + 2).tolist() == case["order"]
