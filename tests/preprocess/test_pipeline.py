import dataclasses

import numpy as np
import pytest

from rankrees.data.dataset import Attribute, Dataset
from rankrees.errors import RankreesError
from rankrees.preprocess.discretize import EqualWidth, Mdl
from rankrees.preprocess.missing import ReplaceMissing
from rankrees.preprocess.pipeline import (
    STEPS,
    check_order,
    prepare_dataset,
    prepare_fold,
)
from rankrees.preprocess.useless import RemoveUseless
from tests.oracles.weka_golden import synthetic


@pytest.fixture
def dataset() -> Dataset:
    return synthetic(1, 60)


def with_nominal(n_rows: int, n_values: int) -> Dataset:
    """A nominal attribute of which a single value occurs, and a numeric one."""
    attributes = (
        Attribute("id", tuple(map(str, range(n_values)))),
        Attribute("number"),
    )
    columns = (np.zeros(n_rows, dtype=np.int32), np.arange(n_rows, dtype=np.float64))
    labels = np.zeros(n_rows, dtype=np.int32)
    return Dataset("d", attributes, Attribute("c", ("a",)), columns, labels)


def names(dataset: Dataset) -> list[str]:
    return [attribute.name for attribute in dataset.attributes]


def test_steps_are_known_by_their_names():
    assert {name: step.__name__ for name, step in STEPS.items()} == {
        "replace-missing": "ReplaceMissing",
        "discretize-equal-width": "EqualWidth",
        "discretize-mdl": "Mdl",
        "remove-useless": "RemoveUseless",
    }


def test_ids_hold_every_parameter_in_order_of_name():
    assert EqualWidth().id == "discretize-equal-width[bins=10,scope=dataset]"
    assert EqualWidth("train", 5).id == "discretize-equal-width[bins=5,scope=train]"
    assert RemoveUseless().id == "remove-useless[scope=dataset,threshold=0.9]"
    assert ReplaceMissing().id == "replace-missing[scope=dataset]"


@pytest.mark.parametrize("name", STEPS)
def test_steps_are_values(name):
    step = STEPS[name]()
    assert step == STEPS[name]()
    assert step.version >= 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        step.scope = "train"
    with pytest.raises(RankreesError, match=f"{name}: scope"):
        STEPS[name](scope="fold")


@pytest.mark.parametrize("name", STEPS)
def test_steps_keep_rows_and_classes_and_leave_their_input_alone(name, dataset):
    before = dataset.content_hash
    found = STEPS[name]().apply(dataset, np.arange(30, dtype=np.int32))
    del dataset.__dict__["content_hash"]
    assert dataset.content_hash == before
    assert found.labels is dataset.labels
    assert found.class_attribute == dataset.class_attribute


def test_steps_run_in_order(dataset):
    found = prepare_dataset(dataset, [ReplaceMissing(), EqualWidth()])
    assert found.n_missing == 0
    assert all(attribute.is_nominal for attribute in found.attributes)
    # the other way round, `empty` has no known value when its bins are made
    other = prepare_dataset(dataset, [EqualWidth(), ReplaceMissing()])
    assert found.content_hash != other.content_hash


def test_each_step_runs_in_its_own_scope(dataset):
    steps = [ReplaceMissing(), Mdl("train")]
    prepared = prepare_dataset(dataset, steps)
    assert prepared.n_missing == 0
    assert not prepared.attributes[0].is_nominal
    train = np.arange(5, 60, dtype=np.int32)
    found = prepare_fold(prepared, steps, train)
    assert found.content_hash == Mdl().apply(prepared, train).content_hash


def test_a_fold_without_steps_of_its_own_is_the_same_object(dataset):
    rows = np.arange(10, dtype=np.int32)
    assert prepare_fold(dataset, [ReplaceMissing(), EqualWidth()], rows) is dataset


def test_whole_data_after_training_rows_is_refused(dataset):
    steps = [ReplaceMissing("train"), EqualWidth()]
    message = r"discretize-equal-width .* cannot come after replace-missing"
    with pytest.raises(RankreesError, match=message):
        check_order(steps)
    with pytest.raises(RankreesError, match=message):
        prepare_dataset(dataset, steps)
    check_order([ReplaceMissing(), EqualWidth("train"), RemoveUseless("train")])


@pytest.mark.parametrize(("n_values", "kept"), [(9, True), (10, False)])
def test_attributes_that_number_the_rows_are_removed(n_values, kept):
    """More than 0.9 * 10 declared values, whether they occur or not."""
    found = prepare_dataset(with_nominal(10, n_values), [RemoveUseless()])
    assert ("id" in names(found)) == kept
    assert "number" in names(found)


def test_bins_count_as_values_once_they_are_made():
    steps = [EqualWidth(), RemoveUseless()]
    assert "number" not in names(prepare_dataset(with_nominal(11, 1), steps))
    assert "number" in names(prepare_dataset(with_nominal(12, 1), steps))


def test_the_threshold_applies_to_the_rows_fitted_on():
    dataset = with_nominal(20, 10)
    assert "id" in names(prepare_dataset(dataset, [RemoveUseless()]))
    train = np.arange(10, dtype=np.int32)
    assert "id" not in names(prepare_fold(dataset, [RemoveUseless("train")], train))


def test_the_threshold_must_be_positive():
    with pytest.raises(RankreesError, match="threshold must be above 0"):
        RemoveUseless(threshold=0.0)
