from __future__ import annotations

import pytest

from rankrees.estimators.curtailment import Curtailment
from tests.oracles.leaf_estimates import curtailment, spread


@pytest.mark.parametrize("v", [1.0, 5.0, 20.0, 1000.0])
@pytest.mark.parametrize("kind", ["whole_pairs", "missing_pairs"])
def test_formula(kind, v, request, compare):
    def twin(tree, row):
        return spread(tree, row, lambda path: curtailment(path, v))

    pairs = request.getfixturevalue(kind)
    ours, twins = compare(pairs, Curtailment(min_rows=v), twin)
    assert ours == pytest.approx(twins, abs=1e-12)


@pytest.mark.parametrize(("v", "expected"), [(8, 7 / 8), (9, 10 / 16), (17, 10 / 16)])
def test_by_hand(example, v, expected):
    of_x, of_z = example.ask(Curtailment(min_rows=v))
    assert of_x[0] == expected
    assert of_z[0] == 10 / 16  # nobody is at z
