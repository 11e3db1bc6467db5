"""scikit-learn classifiers as methods: what they get, and what is refused."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
import sklearn
from sklearn.ensemble import RandomForestClassifier
from sklearn.utils._param_validation import StrOptions

from rankrees.data.dataset import Attribute, Dataset
from rankrees.errors import RankreesError
from rankrees.methods.sample import all_rows
from rankrees.methods.spelling import method_config, parse_method, read_method
from rankrees.methods.task import make_task
from rankrees.models.sklearn_arguments import LABELS, check_argument
from rankrees.models.sklearn_model import Sklearn, _known, make, make_encoding
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


@pytest.mark.parametrize(
    "call",
    [
        "make_pipeline(StandardScaler(), GaussianNB(), memory='shared')",
        "CalibratedClassifierCV(make_pipeline(GaussianNB(), memory='shared'))",
        "SVC(cache_size=1000000)",
        "RandomForestClassifier(verbose=2)",
        "make_pipeline(GaussianNB(), verbose=True)",
    ],
)
def test_no_files_no_memory_no_printing(call):
    """`memory='shared'` made joblib load pickles from a folder that a config named.

    And `verbose=2` wrote lines among the JSON on standard output.
    """
    with pytest.raises(RankreesError, match=r"not for a config|among the results"):
        Sklearn(call)


def test_positions_are_no_way_around_the_names():
    """What is refused by its name must not get in by its place among the arguments."""
    with pytest.raises(RankreesError, match="too many positional"):
        make("FeatureUnion([], 'x')")
    with pytest.raises(RankreesError, match="steps='x': no text"):
        make("make_pipeline(GaussianNB(), 'x')")
    with pytest.raises(RankreesError, match="kernel='x': one of"):
        make("SVC(kernel='x')")


def signature_constraints():
    for name, made in sorted(_known().items()):
        for parameter, allowed in getattr(made, "_parameter_constraints", {}).items():
            yield name, made, parameter, allowed


def test_every_parameter_of_every_listed_class():
    """Walk scikit-learn's own constraints: free text, callables and memory are refused.

    So a class or parameter that a later version brings is refused by itself.
    """
    n_walked = 0
    for name, made, parameter, allowed in signature_constraints():
        if parameter not in inspect.signature(made).parameters:
            continue
        takes = [allowed] if isinstance(allowed, str) else list(allowed)
        risky = callable in takes or any(
            one is str or "cache" in str(one) for one in takes
        )
        if parameter in LABELS:
            continue
        with pytest.raises(RankreesError):
            check_argument(made, parameter, "a/folder", name)
        if risky or parameter in ("verbose", "cache_size", "memory"):
            n_walked += 1
        if "verbose" in takes or parameter == "verbose":
            with pytest.raises(RankreesError, match="among the results"):
                check_argument(made, parameter, 1, name)
    assert n_walked > 50


def test_the_texts_that_a_parameter_lists_are_taken():
    for name, made, parameter, allowed in signature_constraints():
        if isinstance(allowed, str) or parameter not in (
            inspect.signature(made).parameters
        ):
            continue
        for one in allowed:
            if isinstance(one, StrOptions):
                for text in one.options:
                    check_argument(made, parameter, text, name)


def test_weka_loads_nothing():
    """A serialized model is Java code that runs when it is read."""
    for line in (
        "weka.classifiers.misc.SerializedClassifier -model x.model",
        "weka.classifiers.meta.Bagging -W weka.classifiers.misc.SerializedClassifier",
        "weka.classifiers.misc.InputMappedClassifier -L x.model",
        "weka.classifiers.bayes.BayesNet -B ../x.bif",
    ):
        with pytest.raises(RankreesError, match="would load a file"):
            parse_method(f"weka:{line}")
