"""Any scikit-learn classifier as a method."""

from __future__ import annotations

import ast
import importlib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankrees.errors import RankreesError
from rankrees.methods.component import Model, register
from rankrees.methods.fitted import Fitted
from rankrees.methods.sample import Rows, Sample
from rankrees.methods.terms import Probabilities
from rankrees.models.sklearn_arguments import check_arguments, check_name
from rankrees.names import did_you_mean
from rankrees.trees.features import Features

MODULES = (
    "calibration",
    "discriminant_analysis",
    "dummy",
    "ensemble",
    "gaussian_process",
    "linear_model",
    "naive_bayes",
    "neighbors",
    "neural_network",
    "pipeline",
    "preprocessing",
    "svm",
    "tree",
)
"""The modules of scikit-learn whose classes may be named; no others are imported."""

SEED = 1
"""What `random_state` is where it is not given, so that results can be repeated."""


@register("sklearn")
@dataclass(frozen=True)
class Sklearn(Model):
    """A scikit-learn classifier, given as the call that makes it.

    `RandomForestClassifier(n_estimators=500)`; arguments are literals or calls of the
    same kind, as in `CalibratedClassifierCV(DecisionTreeClassifier(), cv=5)`. Nothing
    else is evaluated, and only classes of the modules in `MODULES` are known. What
    names files or memory, or prints, is refused (`memory`, `cache_size`, `verbose`).

    Parameters
    ----------
    classifier
        The call.

    Notes
    -----
    Each value of a nominal attribute is a 0/1 column (all 0 where it is missing). A
    missing number is the mean of the training rows, and an attribute of which some are
    missing there gets one more 0/1 column that says so. `random_state` is 1 where it
    is not given. Training rows without a class are left out; where the others have one
    class only, that is the answer, and a class that none has gets probability 0.
    """

    reference = "scikit-learn"
    use = "to compare with what is used elsewhere: forests, boosting, calibrated trees"

    classifier: str

    def __post_init__(self) -> None:
        super().__post_init__()
        _checked(self.classifier)

    @property
    def id(self) -> str:
        """The call in a canonical form, and scikit-learn's version."""
        call = ast.unparse(_checked(self.classifier))
        return f"sklearn[{ascii(call)[1:-1]},{_version()}]"

    def fit(self, sample: Sample) -> Fitted[Rows]:
        """Train the classifier on the rows that have a class."""
        rows = sample.labelled
        labels = sample.labels[rows]
        present = np.unique(labels)
        encoding = make_encoding(sample.features, rows)
        if present.shape[0] < 2:
            return FittedClassifier(None, encoding, present, sample.n_classes)
        model = make(self.classifier)
        if not hasattr(model, "predict_proba"):
            raise RankreesError(f"{self.classifier} gives no probabilities")
        model.fit(encoding.encode(Rows(sample.features, rows)), labels)
        return FittedClassifier(model, encoding, model.classes_, sample.n_classes)


class FittedClassifier(Fitted[Rows]):
    """A scikit-learn classifier after training; None where there was one class."""

    asks_for = Rows

    def __init__(
        self,
        model: Any,
        encoding: Encoding,
        classes: NDArray[np.integer],
        n_classes: int,
    ) -> None:
        self.model = model
        self.encoding = encoding
        self.classes = classes
        self.n_classes = n_classes

    def _predict(self, rows: Rows) -> Probabilities:
        proba = np.zeros((rows.at.shape[0], self.n_classes))
        proba[:, self.classes] = 1.0
        if self.model is not None and rows.at.size:
            proba[:, self.classes] = self.model.predict_proba(
                self.encoding.encode(rows)
            )
        return proba


@dataclass(frozen=True, eq=False)
class Encoding:
    """How rows become numbers without holes.

    Parameters
    ----------
    means
        What stands for a missing value of each numeric attribute.
    has_holes
        Whether each numeric attribute gets one more column that says what is missing.
    """

    means: NDArray[np.float64]
    has_holes: NDArray[np.bool_]

    def encode(self, rows: Rows) -> NDArray[np.float64]:
        """Return (rows, columns) numbers.

        Attributes stay in order: columns of values, or the number and what is missing.
        """
        features, at = rows.features, rows.at
        columns: list[NDArray[np.float64]] = []
        for attribute in range(features.n_attributes):
            slot = features.slot[attribute]
            if slot < 0:
                codes = features.codes[attribute][at]
                values = np.arange(features.n_values[attribute])
                columns.extend((codes == value).astype(np.float64) for value in values)
                continue
            numbers = features.numbers[slot][at]
            missing = np.isnan(numbers)
            columns.append(np.where(missing, self.means[slot], numbers))
            if self.has_holes[slot]:
                columns.append(missing.astype(np.float64))
        return np.column_stack(columns) if columns else np.zeros((at.shape[0], 1))


def make_encoding(features: Features, rows: NDArray[np.int32]) -> Encoding:
    """Return the encoding whose means are those of `rows`."""
    numbers = features.numbers[:, rows]
    missing = np.isnan(numbers)
    means = [
        column[~gone].mean() if not gone.all() else 0.0
        for column, gone in zip(numbers, missing, strict=True)
    ]
    has_holes: NDArray[np.bool_] = np.array([gone.any() for gone in missing])
    return Encoding(np.array(means), has_holes)


@cache
def _version() -> str:
    try:
        return version("scikit-learn")
    except PackageNotFoundError:
        message = "the method needs scikit-learn: pip install 'rankrees[sklearn]'"
        raise RankreesError(message) from None


@cache
def _known() -> dict[str, Any]:
    """Return the classes that may be named, and `make_pipeline`."""
    _version()
    from sklearn.base import BaseEstimator

    found: dict[str, Any] = {}
    for name in MODULES:
        module = importlib.import_module(f"sklearn.{name}")
        for public, member in vars(module).items():
            is_class = isinstance(member, type) and issubclass(member, BaseEstimator)
            if public == "make_pipeline" or (is_class and not public.startswith("_")):
                found[public] = member
    return found


def make(call: str) -> Any:
    """Return the classifier that a call means; seeds that are not given are `SEED`."""
    model = _evaluated(_checked(call), call)
    if not hasattr(model, "fit"):
        raise RankreesError(f"{call} is no classifier")
    seeds = {
        key: SEED
        for key, value in model.get_params().items()
        if key.split("__")[-1] == "random_state" and value is None
    }
    return model.set_params(**seeds)


@cache
def _checked(call: str) -> ast.expr:
    """Parse a call and refuse all that is no call of a name with plain arguments."""
    try:
        tree = ast.parse(call.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise RankreesError(f"{call!r} is not a call such as GaussianNB()") from None
    _check(tree, call)
    return tree


def _check(node: ast.expr, call: str) -> None:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        raise RankreesError(f"{call!r} is not a call such as GaussianNB()")
    if any(keyword.arg is None for keyword in node.keywords):
        raise RankreesError(f"{call!r}: write the arguments out, without **")
    for keyword in node.keywords:
        value = keyword.value
        plain = value.value if isinstance(value, ast.Constant) else value
        check_name(str(keyword.arg), plain, call)
    for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
        if isinstance(argument, ast.Call):
            _check(argument, call)
            continue
        try:
            ast.literal_eval(argument)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            said = ast.unparse(argument)
            raise RankreesError(
                f"{call!r}: {said!r} is neither a number, text, list nor call"
            ) from None


def _evaluated(node: ast.expr, call: str) -> Any:
    if not isinstance(node, ast.Call):
        return ast.literal_eval(node)
    assert isinstance(node.func, ast.Name)
    name = node.func.id
    known = _known()
    if name not in known:
        hint = did_you_mean(name, known)
        raise RankreesError(f"scikit-learn has no classifier {name!r}{hint}")
    arguments = [_evaluated(one, call) for one in node.args]
    named = {str(k.arg): _evaluated(k.value, call) for k in node.keywords}
    check_arguments(known[name], arguments, named, call)
    try:
        return known[name](*arguments, **named)
    except TypeError as error:
        raise RankreesError(f"{call}: {error}") from None
