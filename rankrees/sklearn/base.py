"""What all classifiers share: from frames to tasks and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Self, TypeVar, cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    check_consistent_length,
    check_is_fitted,
    column_or_1d,
    validate_data,
)

from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset
from rankrees.data.newrows import NewRows, rows_like
from rankrees.data.rawtable import RawTable, frame_table
from rankrees.errors import RankreesError
from rankrees.methods.component import Estimator
from rankrees.methods.method import Method
from rankrees.methods.spelling import parse_part
from rankrees.methods.trained import Trained, train
from rankrees.preprocess.step import Step
from rankrees.trees.tree import Tree

F = TypeVar("F", bound=Callable[..., Any])


def _with_value_errors(function: F) -> F:
    """Raise what scikit-learn's users expect in place of our own errors."""

    @wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except RankreesError as error:
            raise ValueError(str(error)) from error

    return cast(F, wrapped)


class MethodClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A method as a classifier; a subclass says which, in `_method`.

    `fit` trains, and `predict_proba` only answers. Some estimators compare new rows
    with the training rows, so those are kept.

    Attributes
    ----------
    classes_
        The classes in sorted order. If `y` is categorical, all its categories, present
        or not: an estimate such as Laplace's depends on how many there are.
    model_
        The trained method: what it was trained on, and what answers.
    """

    classes_: NDArray
    model_: Trained

    def _method(self) -> Method:
        raise NotImplementedError

    @property
    def tree_(self) -> Tree | None:
        """The grown tree; None for an ensemble."""
        return self.model_.fitted.tree

    def _steps(self) -> tuple[Step, ...]:
        """Return the preprocessing, fitted on training rows; most trees need none."""
        return ()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    @_with_value_errors
    def fit(self, X: Any, y: Any) -> Self:
        """Train: grow the tree, or the trees of an ensemble.

        Parameters
        ----------
        X
            A pandas frame or an array, NaN or None for a missing value.
        y
            The classes. The categories of a pandas categorical keep their order in all
            that depends on it (which of two equal splits is taken, say).
        """
        method = self._method()
        table = self._table(X, reset=True)
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        declared, codes = _classes(y)
        check_consistent_length(codes, X)
        # sorted for scikit-learn; inside, classes have the order they were declared in
        self._order = np.argsort(declared, kind="stable")
        self.classes_ = declared[self._order]
        dataset = _dataset(table, self._names, declared, codes)
        n_jobs = getattr(self, "n_jobs", None) or 1
        try:
            self.model_ = train(method, dataset, self._steps(), n_jobs)
        except RankreesError as error:
            raise ValueError(f"{error} (n_samples={dataset.n_rows})") from error
        return self

    @_with_value_errors
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return (rows, classes) probabilities, columns as in `classes_`.

        A name that the training data do not have counts as missing.
        """
        check_is_fitted(self, "model_")
        proba = self.model_.predict(self._new_rows(self._table(X, reset=False)))
        return proba[:, self._order]

    def _new_rows(self, table: RawTable | NDArray[np.float64]) -> NewRows:
        schema = self.model_.schema
        if isinstance(table, RawTable):
            return rows_like(schema, table)
        if any(attribute.is_nominal for attribute in schema.attributes):
            return rows_like(schema, _raw(pd.DataFrame(table), self._names))
        return NewRows(tuple(table), np.full(table.shape[1], MISSING_CODE, "i4"), {})

    def predict(self, X: Any) -> NDArray:
        """Return the most probable class of each row; of equals the first."""
        proba = self.predict_proba(X)
        found: NDArray = self.classes_[proba.argmax(axis=1)]
        return found

    def _table(self, X: Any, *, reset: bool) -> RawTable | NDArray[np.float64]:
        """Return a frame's columns, or (columns, rows) of an array of numbers."""
        if isinstance(X, pd.DataFrame):
            validate_data(self, X, reset=reset, skip_check_array=True)
            if not len(X) or not len(X.columns):
                shape = f"a frame of shape {X.shape}"
                raise ValueError(f"{shape}, while a minimum of 1 is required.")
            if reset:
                self._names = [str(name) for name in X.columns]
            # by position: scikit-learn has compared the names already
            return _raw(X, self._names)
        checked = validate_data(
            self, X, reset=reset, dtype=None, ensure_all_finite="allow-nan"
        )
        if reset:
            self._names = [f"x{k}" for k in range(checked.shape[1])]
        if checked.dtype.kind in "fiu":
            return np.array(checked.T, dtype=np.float64, order="C")
        return _raw(pd.DataFrame(checked), self._names)


def _raw(frame: pd.DataFrame, names: list[str]) -> RawTable:
    return frame_table(frame.set_axis(names, axis=1), "X")


def _classes(y: Any) -> tuple[NDArray, NDArray[np.int32]]:
    """Return the classes in the order in which they are declared, and each row's."""
    dtype = getattr(y, "dtype", None)
    if isinstance(dtype, pd.CategoricalDtype):
        codes = pd.Series(y).cat.codes.to_numpy().astype(np.int32)
        if (codes < 0).any():
            raise ValueError("Input y contains NaN.")
        return np.asarray(dtype.categories), codes
    y = column_or_1d(y, warn=True)
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        raise ValueError("Input y contains NaN or infinity.")
    check_classification_targets(y)
    classes, at = np.unique(y, return_inverse=True)
    return classes, at.astype(np.int32)


def _dataset(
    raw: RawTable | NDArray[np.float64],
    names: list[str],
    classes: NDArray,
    labels: NDArray[np.int32],
) -> Dataset:
    target = Attribute("class", tuple(str(one) for one in classes))
    if not isinstance(raw, RawTable):
        numeric = tuple(Attribute(name) for name in names)
        return Dataset("X", numeric, target, tuple(raw), labels)
    attributes: list[Attribute] = []
    columns: list[NDArray] = []
    for column in raw.columns.values():
        if column.texts:  # names, even if they look like numbers
            codes, values = column.as_texts()
            attributes.append(Attribute(column.name, values))
            columns.append(codes)
        else:
            attributes.append(Attribute(column.name))
            columns.append(raw.numbers(column.name))
    return Dataset("X", tuple(attributes), target, tuple(columns), labels)


def read_with(estimator: str | Estimator) -> Estimator:
    """Return the estimator that a parameter names, such as `m-branch[m=2]`."""
    if isinstance(estimator, Estimator):
        return estimator
    return cast(Estimator, parse_part("estimator", estimator))
