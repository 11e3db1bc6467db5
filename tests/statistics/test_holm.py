import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from rankrees.statistics.holm import holm

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@given(p_values)
def test_is_that_of_statsmodels(p):
    assert holm(p) == pytest.approx(list(multipletests(p, method="holm")[1]))


@given(p_values, st.sampled_from([0.01, 0.05, 0.1]))
def test_rejects_what_the_steps_reject(p, alpha):
    """Literally: the smallest against alpha/m, the next against alpha/(m-1), ..."""
    rejected = set()
    for position, i in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        if (len(p) - position) * p[i] > alpha:
            break
        rejected.add(i)
    assert {i for i, one in enumerate(holm(p)) if one <= alpha} == rejected


def test_nothing_to_correct():
    assert holm([]) == []
    assert holm([0.03]) == [0.03]
