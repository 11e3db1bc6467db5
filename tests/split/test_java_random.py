import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankrees.split.java_random import (
    make_random,
    next_double,
    next_int,
    next_int32,
    shuffle,
)
from tests.oracles.java_random import JavaRandom
from tests.oracles.weka_golden import golden

BOUNDS = (1, 2, 3, 10, 16, 1 << 30, (1 << 30) + 1, 2**31 - 1, 1000003)
SEEDS = st.integers(-(2**63), 2**63 - 1)


@pytest.mark.parametrize("entry", golden()["random"], ids=lambda e: str(e["seed"]))
def test_draws_are_those_of_java(entry):
    random = make_random(entry["seed"])
    draws = [next_int32(random) for _ in range(5)]
    draws += [next_int(random, bound) for bound in BOUNDS * 9]
    draws += [next_double(random) for _ in range(5)]
    assert draws == entry["draws"]


@settings(deadline=None)  # the first call compiles
@given(SEEDS, st.lists(st.integers(1, 2**31 - 1), max_size=30))
def test_draws_are_those_of_the_plain_twin(seed, bounds):
    random, twin = make_random(seed), JavaRandom(seed)
    for bound in bounds:
        assert next_int(random, bound) == twin.next_int(bound)
        assert next_double(random) == twin.next_double()
        assert next_int32(random) == twin.next_int32()


@settings(deadline=None)  # the first call compiles
@given(SEEDS, st.integers(0, 50))
def test_shuffle_is_that_of_the_plain_twin(seed, n):
    rows, plain = np.arange(n, dtype=np.int32), list(range(n))
    shuffle(make_random(seed), rows)
    JavaRandom(seed).shuffle(plain)
    assert rows.tolist() == plain
