"""The classifiers against the experiment runner, and inside scikit-learn's tools."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.model_selection import GridSearchCV, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from rankrees.combiners.bagging import Bagging
from rankrees.combiners.derc import Derc
from rankrees.data.catalog import Catalog
from rankrees.estimators.lazy import Lazy
from rankrees.estimators.leaf import Frequency, Laplace
from rankrees.estimators.m_branch import MBranch
from rankrees.estimators.naive_bayes import NaiveBayes
from rankrees.estimators.shrinkage import Shrinkage
from rankrees.experiment.plan import Computation, Job, Source
from rankrees.experiment.worker import run_jobs
from rankrees.growers.c45 import C44, C45
from rankrees.growers.ci_tree import CITree
from rankrees.growers.lazy_tree import LazyTree
from rankrees.growers.nb_tree import NBTree
from rankrees.growers.pet import Pet
from rankrees.growers.root import Root
from rankrees.methods.method import Method
from rankrees.metrics.registry import score_all
from rankrees.sklearn import (
    DERC,
    BaggedPET,
    C44Classifier,
    C45Classifier,
    CITreeClassifier,
    LazyTreeClassifier,
    NBTreeClassifier,
    PETClassifier,
)
from rankrees.split.weka_folds import weka_folds

LOANS = Path(__file__).resolve().parents[2] / "docs" / "loans"

PAIRS = [
    (C45Classifier(), Method(C45(), Frequency())),
    (
        C45Classifier(confidence=0.1, min_leaf=5, estimator="m-branch[m=2]"),
        Method(C45(confidence=0.1, min_leaf=5), MBranch(m=2.0)),
    ),
    (C44Classifier(), Method(C44(), Laplace())),
    (C44Classifier(estimator=Shrinkage()), Method(C44(), Shrinkage())),
    (LazyTreeClassifier(), Method(LazyTree(), Lazy())),
    (
        PETClassifier(criterion="dkm", pruning=4.0),
        Method(Pet(criterion="dkm", cardinality=4.0), MBranch()),
    ),
    (CITreeClassifier(), Method(CITree(), NaiveBayes(tested=False))),
    (NBTreeClassifier(min_split=10), Method(NBTree(min_split=10), NaiveBayes())),
    (
        DERC(parts=2, n_estimators=4),
        Method(Root(), NaiveBayes(), Derc(parts=2, size=4)),
    ),
    (BaggedPET(n_estimators=3), Method(Pet(), Laplace(), Bagging(bags=3))),
]


def frame_of(dataset) -> tuple[pd.DataFrame, pd.Series]:
    """The data set as pandas has it: categoricals that declare what the file did."""
    columns = {}
    for attribute, column in zip(dataset.attributes, dataset.columns, strict=True):
        if attribute.is_nominal:
            column = pd.Categorical.from_codes(column, attribute.values)
        columns[attribute.name] = column
    y = pd.Categorical.from_codes(dataset.labels, dataset.class_names)
    return pd.DataFrame(columns), pd.Series(y)


@pytest.mark.parametrize("name", ["labor", "vote", "iris", "zoo"])
@pytest.mark.parametrize(("classifier", "method"), PAIRS)
def test_scores_are_those_of_the_runner_bit_for_bit(name, classifier, method):
    located = Catalog().find(name)
    dataset = Catalog().load(name)
    size = dataset.n_rows, len(dataset.attributes)
    source = Source(name, located.path, dataset.content_hash, *size, "test")
    steps = classifier._steps()
    computation = Computation(name, dataset.content_hash, steps, "weka", 3, method)
    X, y = frame_of(dataset)
    for fold in weka_folds(dataset.labels, 1, 3):
        job = Job(name, 1, fold.fold, (computation,))
        ((outcome,),) = run_jobs(source, [job])
        model = clone(classifier).fit(X.iloc[fold.train], y.iloc[fold.train])
        proba = model.predict_proba(X.iloc[fold.test])
        declared = [list(model.classes_).index(c) for c in dataset.class_names]
        scores = score_all(
            proba[:, declared], dataset.labels[fold.test], kept_only=True
        )
        assert outcome.error is None
        assert scores == outcome.scores


@pytest.fixture(scope="module")
def loans():
    frame = pd.read_csv(LOANS / "old.csv", na_values=["?"]).drop(columns="id")
    return frame.drop(columns="repaid"), frame["repaid"]


@pytest.mark.parametrize("classifier", [one for one, _ in PAIRS])
def test_texts_numbers_and_missing_values(loans, classifier):
    X, y = loans
    model = clone(classifier).fit(X, y)
    proba = model.predict_proba(X)
    assert list(model.classes_) == ["bad", "good"]
    assert proba.sum(axis=1) == pytest.approx(1.0)
    assert model.score(X, y) > 0.64  # the share of `good` is 0.6375
    again = pickle.loads(pickle.dumps(model)).predict_proba(X)
    assert np.array_equal(again, proba)


def test_texts_are_names_even_if_they_look_like_numbers():
    X = pd.DataFrame({"code": ["1", "2", "3"] * 10})
    y = ["a", "b", "a"] * 10
    tree = C44Classifier().fit(X, y).tree_
    assert tree.n_children[0] == 3


def test_a_name_never_seen_counts_as_missing(loans):
    X, y = loans
    model = C44Classifier().fit(X, y)
    asked = X.head(3)
    unseen = model.predict_proba(asked.assign(purpose="boat"))
    missing = model.predict_proba(asked.assign(purpose=None))
    assert np.array_equal(unseen, missing)
    assert not np.array_equal(unseen, model.predict_proba(asked))


def test_grid_search_over_parameters_and_estimators(loans):
    grid = {"confidence": [0.05, 0.25], "estimator": ["frequency", "m-branch[m=2]"]}
    search = GridSearchCV(C45Classifier(), grid, scoring="roc_auc", cv=3)
    search.fit(*loans)
    assert len(set(search.cv_results_["mean_test_score"])) > 1
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()


def test_calibration_and_pipelines(loans):
    X, y = loans
    calibrated = CalibratedClassifierCV(C44Classifier(), cv=3).fit(X, y)
    assert calibrated.predict_proba(X).sum(axis=1) == pytest.approx(1.0)
    without = FunctionTransformer(lambda frame: frame.drop(columns="age"))
    piped = make_pipeline(without, C45Classifier(estimator="laplace"))
    direct = C45Classifier(estimator="laplace")
    a = cross_val_predict(piped, X, y, cv=3, method="predict_proba")
    b = cross_val_predict(
        direct, X.drop(columns="age"), y, cv=3, method="predict_proba"
    )
    assert np.array_equal(a, b)


@pytest.mark.parametrize(
    ("classifier", "said"),
    [
        (C45Classifier(estimator="laplase"), "did you mean 'laplace'"),
        (C45Classifier(estimator="m-branch[n=2]"), "unknown key"),
        (
            PETClassifier(criterion="gin"),
            "criterion is one of .*, not 'gin'",
        ),
        (PETClassifier(pruning=-1.0), "cardinality must be at least 0"),
    ],
)
def test_wrong_parameters_are_value_errors_at_fit(loans, classifier, said):
    with pytest.raises(ValueError, match=said):
        classifier.fit(*loans)


def test_infinity_and_missing_classes_are_refused(loans):
    X, y = loans
    with pytest.raises(ValueError, match="infinity"):
        C45Classifier().fit(X.assign(age=np.inf), y)
    with pytest.raises(ValueError, match="NaN"):
        C45Classifier().fit(X, pd.Series(y.where(y == "good"), dtype="category"))
