import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankrees.data.dataset import Attribute, Dataset
from rankrees.errors import RankreesError
from rankrees.preprocess.discretize import EqualWidth, Mdl
from tests.oracles import mdl


def make(values, labels=None, name="x") -> Dataset:
    column = np.array(values, dtype=np.float64)
    labels = np.array(labels or [0] * len(values), dtype=np.int32)
    return Dataset(
        "d", (Attribute(name),), Attribute("c", ("a", "b", "c")), (column,), labels
    )


def apply(step, dataset, rows=None):
    """Codes and labels of the only attribute."""
    rows = np.arange(dataset.n_rows) if rows is None else np.array(rows)
    found = step.apply(dataset, rows.astype(np.int32))
    return found.columns[0].tolist(), found.attributes[0].values


def test_intervals_are_closed_on_the_right():
    codes, labels = apply(EqualWidth(bins=4), make([0, 1, 1.5, 2, 2.25, 3, 3.5, 4]))
    assert labels == ("'(-inf-1]'", "'(1-2]'", "'(2-3]'", "'(3-inf)'")
    assert codes == [0, 0, 1, 1, 2, 2, 3, 3]


def test_empty_intervals_stay():
    codes, labels = apply(EqualWidth(), make([0.0, 1.0]))
    assert codes == [0, 9]
    assert len(labels) == 10


@pytest.mark.parametrize("step", [EqualWidth(), EqualWidth(bins=1), Mdl()])
@pytest.mark.parametrize("values", [[3.5, 3.5, np.nan], [np.nan, np.nan]])
def test_a_constant_attribute_becomes_a_single_value(step, values):
    codes, labels = apply(step, make(values))
    assert labels == ("'All'",)
    assert codes == [-1 if np.isnan(value) else 0 for value in values]


def test_a_single_bin_is_no_cut():
    assert apply(EqualWidth(bins=1), make([1.0, 2.0])) == ([0, 0], ("'All'",))


def test_rows_outside_the_fitted_range_fall_into_the_outer_intervals():
    dataset = make([0.0, 10.0, -50.0, 99.0, 5.0, np.nan])
    codes, labels = apply(EqualWidth(bins=5), dataset, rows=[0, 1])
    assert labels[0] == "'(-inf-2]'"
    assert codes == [0, 4, 0, 4, 2, -1]


def test_cut_points_are_products_and_not_sums():
    cuts = EqualWidth().cuts(np.array([0.0, 1.0]), np.zeros(2, dtype=np.int32), 1)
    assert cuts.tolist() == [0.1 * j for j in range(1, 10)]
    assert cuts[2] != 0.3  # 0.1 * 3 is 0.30000000000000004


def test_intervals_too_narrow_for_their_labels_are_refused_by_attribute():
    with pytest.raises(RankreesError, match="attribute 'tiny'"):
        apply(EqualWidth(), make([0.0, 1e-6], name="tiny"))
    labels = [0] * 30 + [1] * 30 + [0] * 30 + [1] * 30
    with pytest.raises(RankreesError, match="attribute 'tiny'"):
        apply(Mdl(), make(np.arange(120) * 1e-9, labels, "tiny"))


def test_one_pair_of_cut_points_may_print_the_same():
    """Labels are what must differ; Weka makes ('(0-0]') once without complaint."""
    _, labels = apply(EqualWidth(bins=3), make([0.0, 3e-7]))
    assert labels == ("'(-inf-0]'", "'(0-0]'", "'(0-inf)'")


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2)), max_size=40))
def test_mdl_cuts_are_those_of_the_recursive_twin(rows):
    values = np.array([value / 4 for value, _ in rows])
    labels = np.array([label for _, label in rows], dtype=np.int32)
    expected = mdl.cuts(list(zip(values.tolist(), labels.tolist(), strict=True)), 3)
    assert Mdl().cuts(values, labels, 3).tolist() == expected


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(30, 200))
def test_mdl_cuts_of_separated_classes_are_those_of_the_twin(seed, spread, n):
    """Classes in bands, so that many splits are accepted and recursion goes deep."""
    values, labels = bands(seed, spread, n)
    expected = mdl.cuts(list(zip(values.tolist(), labels.tolist(), strict=True)), 3)
    assert Mdl().cuts(values, labels, 3).tolist() == expected


def test_bands_of_classes_are_cut_again_and_again():
    """Or the test above would not see a recursion.

    It used to ask this of every example it drew, and failed on those few with one cut.
    """
    values, labels = bands(seed=0, spread=1, n=180)
    assert len(Mdl().cuts(values, labels, 3)) == 8


def bands(seed, spread, n):
    """Return values whose classes change nine times along them, a little mixed."""
    random = np.random.default_rng(seed)
    labels = (np.arange(n) * 9 // n % 3).astype(np.int32)
    values = np.arange(n) + random.integers(-spread, spread + 1, size=n).astype(float)
    return values, labels


def test_mdl_leaves_out_rows_without_a_class_or_a_value():
    values = [*range(40), np.nan, 17.0]
    labels = [0] * 20 + [1] * 20 + [0, -1]
    codes, names = apply(Mdl(), make(values, labels))
    assert names == ("'(-inf-19.5]'", "'(19.5-inf)'")
    assert codes == [0] * 20 + [1] * 20 + [-1, 0]


@pytest.mark.parametrize("step", [EqualWidth("train"), Mdl("train")])
def test_rows_that_are_not_fitted_on_change_nothing(step):
    values = np.arange(40.0)
    labels = [0] * 20 + [1] * 20
    rows = list(range(5, 35))
    before = apply(step, make(values, labels), rows)
    values[:5], values[35:] = -1000, 1000
    assert apply(step, make(values, [1] * 5 + labels[5:35] + [0] * 5), rows) == before


def test_nominal_attributes_are_left_alone():
    column = np.array([1, -1, 0], dtype=np.int32)
    dataset = Dataset(
        "d",
        (Attribute("x", ("p", "q")),),
        Attribute("c", ("a",)),
        (column,),
        np.zeros(3, dtype=np.int32),
    )
    assert apply(EqualWidth(), dataset) == ([1, -1, 0], ("p", "q"))


def test_bins_must_be_positive():
    with pytest.raises(RankreesError, match="bins must be at least 1"):
        EqualWidth(bins=0)
