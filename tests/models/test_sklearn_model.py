"""scikit-learn classifiers as methods: what they get, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
import sklearn
from sklearn.ensemble import RandomForestClassifier

from rankrees.data.dataset import Attribute, Dataset
from rankrees.errors import RankreesError
from rankrees.methods.sample import all_rows
from rankrees.methods.spelling import method_config, parse_method, read_method
from rankrees.methods.task import make_task
from rankrees.models.sklearn_model import Sklearn, make, make_encoding
from rankrees.trees.features import make_features


def make_small():
    """Two nominal values and a number, with holes; rows 0-5 train, 6-7 test."""
    nan = np.nan
    dataset = Dataset(
        "t",
        (Attribute("s", ("u", "v")), Attribute("x"), Attribute("z")),
        Attribute("y", ("a", "b", "never")),
        (
            np.array([0, 1, -1, 0, 1, 0, 1, -1], dtype=np.int32),
            np.array([1.0, nan, 3.0, 4.0, 5.0, 7.0, nan, 100.0]),
            np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, nan, 8.0]),
        ),
        np.array([0, 1, 0, 1, 0, -1, 0, 1], dtype=np.int32),
    )
    train, test = np.arange(6, dtype=np.int32), np.arange(6, 8, dtype=np.int32)
    return make_task(dataset, make_features(dataset), train, test)


def encode(task, rows):
    """All rows of the task, coded with the means of some."""
    features = task.sample.features
    return make_encoding(features, rows).encode(all_rows(features))


def test_coding_by_hand():
    task = make_small()
    labelled = task.sample.rows[:5]
    coded = encode(task, labelled)
    mean_x, mean_z = (1 + 3 + 4 + 5) / 4, 3.0
    assert coded.tolist() == [
        # s=u, s=v, x, x missing, z: nothing of z is missing among the training rows
        [1, 0, 1, 0, 1],
        [0, 1, mean_x, 1, 2],
        [0, 0, 3, 0, 3],
        [1, 0, 4, 0, 4],
        [0, 1, 5, 0, 5],
        [1, 0, 7, 0, 6],
        [0, 1, mean_x, 1, mean_z],
        [0, 0, 100, 0, 8],
    ]


def test_probabilities_are_scikit_learns():
    task = make_small()
    rows = task.sample.rows[:5]
    coded = encode(task, rows)
    theirs = RandomForestClassifier(n_estimators=7, random_state=1)
    theirs.fit(coded[rows], task.sample.labels[rows])
    ours = (
        Sklearn("RandomForestClassifier(n_estimators=7)")
        .fit(task.sample)
        .predict(task.rows)
    )
    assert np.array_equal(ours[:, :2], theirs.predict_proba(coded[task.rows.at]))
    assert (ours[:, 2] == 0.0).all()


def test_ids_are_canonical_and_have_the_version():
    one = Sklearn("RandomForestClassifier( n_estimators = 5 )")
    assert (
        one.id
        == f"sklearn[RandomForestClassifier(n_estimators=5),{sklearn.__version__}]"
    )
    assert Sklearn("GaussianNB()").id != one.id


def test_seeds_reach_the_inside_and_given_ones_stay():
    model = make("CalibratedClassifierCV(DecisionTreeClassifier(), cv=3)")
    assert model.estimator.random_state == 1
    assert make("DecisionTreeClassifier(random_state=7)").random_state == 7
    piped = make("make_pipeline(StandardScaler(), LogisticRegression(C=0.5))")
    assert piped[-1].random_state == 1
    assert piped[-1].C == 0.5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("RandomForest(", "is not a call"),
        ("__import__('os').system('true')", "is not a call"),
        ("sklearn.tree.DecisionTreeClassifier()", "is not a call"),
        ("DecisionTreeClassifier", "is not a call"),
        ("DecisionTreeClassifier(max_depth=1 + 1)", "is neither a number"),
        ("DecisionTreeClassifier(max_depth=[x for x in 'a'])", "is neither a number"),
        ("DecisionTreeClassifier(**{'max_depth': 1})", "without \\*\\*"),
    ],
)
def test_texts_that_are_refused_when_a_config_is_read(call, message):
    with pytest.raises(RankreesError, match=message):
        Sklearn(call)
    with pytest.raises(RankreesError, match=message):
        parse_method(f"sklearn:{call}")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("RandomForestClasifier()", "did you mean 'RandomForestClassifier'"),
        ("eval('1')", "no classifier 'eval'"),
        ("DecisionTreeClassifier(depth=3)", "unexpected keyword"),
        ("make_pipeline()", "gives no probabilities"),
        ("LinearSVC()", "gives no probabilities"),
    ],
)
def test_texts_that_are_refused_when_it_is_run(call, message):
    with pytest.raises(RankreesError, match=message):
        Sklearn(call).fit(make_small().sample)


def test_the_way_into_a_config_and_back():
    method = parse_method("sklearn:RandomForestClassifier(n_estimators=5)")
    value = method_config(method)
    assert value == {"sklearn": "RandomForestClassifier(n_estimators=5)"}
    assert read_method(value) == method
