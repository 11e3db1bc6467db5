"""Training a method on data of one's own, and ranking rows with it.

What `rankrees fit`, `rank` and `tree` do, for Python:

    import rankrees

    model = rankrees.fit("old.csv", method="c44+shrinkage")
    best = rankrees.rank(model, "new.csv", by="good", top="5%")
    model.save("model.rkr")
    model = rankrees.load_model("model.rkr")
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pandas as pd

from rankrees.config.load import methods_of
from rankrees.data.dataset import Dataset, Schema
from rankrees.data.newrows import NewRows, rows_like
from rankrees.data.rawtable import RawTable, frame_table
from rankrees.data.userfile import DataFile, read_raw, stem
from rankrees.errors import RankreesError
from rankrees.files import new_file
from rankrees.methods.method import AnyMethod
from rankrees.methods.modelfile import load_model as _load
from rankrees.methods.modelfile import save_model as _save
from rankrees.methods.spelling import parse_method, parse_steps
from rankrees.methods.terms import Term
from rankrees.methods.trained import Trained, train
from rankrees.names import nearest
from rankrees.reports.tables.ranking import Ranking, how_many
from rankrees.trees.tree import Tree

Data: TypeAlias = str | Path | pd.DataFrame
"""A file (ARFF, CSV, Parquet), or a frame."""

DEFAULT_METHOD = "c44+laplace"


@dataclass(frozen=True, eq=False)
class Model:
    """A trained method, ready to rank rows.

    `name` is how the method was spelled.
    """

    name: str
    trained: Trained

    @property
    def columns(self) -> Schema:
        """The columns that it needs, and its classes."""
        return self.trained.schema

    @property
    def class_names(self) -> tuple[str, ...]:
        """The classes, in the order of the probabilities."""
        return self.columns.class_names

    @property
    def tree(self) -> Tree | None:
        """The grown tree; None for an ensemble."""
        return self.trained.fitted.tree

    def predict_proba(self, data: Data) -> pd.DataFrame:
        """Return the probability of each class for each row."""
        proba = self.trained.predict(self._rows(_table(data)))
        return pd.DataFrame(proba, columns=list(self.class_names))

    def ranked(self, data: Data | RawTable, by: str | None) -> Ranked:
        """Rank rows by the probability of a class; their own classes are not seen."""
        position = class_position(self.columns, by)
        table = data if isinstance(data, RawTable) else _table(data)
        new = self._rows(table)
        proba = self.trained.predict(new)
        return Ranked(Ranking(table, self.class_names, proba, position), new)

    def explain(self, data: Data | RawTable, row: int) -> Explanation:
        """Take the probabilities of a row (the first is 1) apart."""
        table = data if isinstance(data, RawTable) else _table(data)
        if not 1 <= row <= table.n_rows:
            raise RankreesError(f"{table.path} has {table.n_rows} rows, no row {row}")
        new = self._rows(table).take([row - 1])
        return self.explained(new)

    def explained(self, new: NewRows) -> Explanation:
        """Take the probabilities of a single row apart."""
        tree = self.trained.single_tree.tree
        proba = self.trained.predict(new)[0]
        return Explanation(
            tree, self.trained.dataset, self.trained.terms(new), tuple(proba.tolist())
        )

    def save(self, path: str | Path) -> None:
        """Write the model to a file: data only, which `load_model` reads."""
        content = _save(self.trained)
        with new_file(Path(path)) as file:
            file.write(content)

    def _rows(self, table: RawTable) -> NewRows:
        return rows_like(self.columns, table)


@dataclass(frozen=True, eq=False)
class Ranked:
    """Rows ranked by the probability of a class.

    `new` are the rows as the model understands them; `new.unseen` counts the cells
    with names that the training data do not have.
    """

    ranking: Ranking
    new: NewRows

    @cached_property
    def auc(self) -> float:
        """The AUC of the class against all others, NaN where classes are not known."""
        return self.ranking.auc(self.new.labels)

    def frame(self, top: str | int | None = None) -> pd.DataFrame:
        """Return the first rows: rank, probabilities, and the columns of the table."""
        n = self.n_top(top)
        heading, *rows = self.ranking.rows(n)
        found = pd.DataFrame(rows, columns=heading)
        n_added = 1 + len(self.ranking.class_names)
        for name in heading[1:n_added]:
            found[name] = found[name].astype(np.float64)
        found[heading[0]] = found[heading[0]].astype(np.int64)
        return found

    def n_top(self, top: str | int | None) -> int | None:
        """Return how many rows `5%` or `100` means; None is all."""
        if top is None:
            return None
        return how_many(str(top), self.ranking.table.n_rows)


@dataclass(frozen=True, eq=False)
class Explanation:
    """What makes the probabilities of a row: terms that add up to them."""

    tree: Tree
    dataset: Dataset
    terms: Sequence[Term]
    proba: tuple[float, ...]

    @property
    def most_probable(self) -> str:
        """The class with the highest probability."""
        return self.dataset.class_names[int(np.argmax(self.proba))]


def class_position(schema: Schema, by: str | None) -> int:
    """Return which class a name means; refuse one that is not there."""
    names = schema.class_names
    if by is None:
        raise RankreesError(f"rank by which class? --class {' or '.join(names)}")
    if by not in names:
        column = schema.class_attribute.name
        raise RankreesError(f"{column} has no class {by!r}; {nearest(by, names)}")
    return names.index(by)


def fit(
    data: Data,
    *,
    method: str | AnyMethod = DEFAULT_METHOD,
    target: str | None = None,
    nominal: Sequence[str] = (),
    numeric: Sequence[str] = (),
    drop: Sequence[str] = (),
    preprocess: str = "",
    n_jobs: int = 1,
) -> Model:
    """Train a method on all rows of a file or a frame.

    Parameters
    ----------
    data
        An ARFF, CSV or Parquet file, or a pandas frame.
    method
        TREE+ESTIMATOR[+COMBINER], parameters in brackets, as on the command line.
    target
        The class column; otherwise the last.
    nominal, numeric, drop
        Columns that are names, are numbers, or are left out, whatever they look like.
    preprocess
        Steps, separated by commas, fitted on these rows.
    n_jobs
        Threads that grow an ensemble.
    """
    table = _table(data)
    path = data if isinstance(data, str | Path) else table.path
    file = DataFile(Path(path), target, tuple(nominal), tuple(numeric), tuple(drop))
    dataset = file.dataset(table, stem(Path(path)))
    return fit_dataset(dataset, method, preprocess, n_jobs=n_jobs)


def fit_dataset(
    dataset: Dataset,
    method: str | AnyMethod = DEFAULT_METHOD,
    preprocess: str = "",
    *,
    n_jobs: int = 1,
) -> Model:
    """Train a method on all rows of a data set."""
    steps = parse_steps(preprocess)
    parsed = parse_method(method, methods_of) if isinstance(method, str) else method
    name = method if isinstance(method, str) else method.id
    return Model(name, train(parsed, dataset, steps, n_jobs))


def rank(
    model: Model | Data,
    data: Data,
    *,
    by: str,
    top: str | int | None = None,
    method: str | AnyMethod = DEFAULT_METHOD,
) -> pd.DataFrame:
    """Rank rows by the probability of a class, most probable first.

    Parameters
    ----------
    model
        A trained model, or data to train one on.
    data
        The rows to rank; if they have classes, the model does not see them.
    by
        The class.
    top
        Only the first rows: 100, or `5%`.
    method
        What to train, where data are given.

    Returns
    -------
    DataFrame
        rank, the probability of each class, and the columns of `data`.
    """
    if not isinstance(model, Model):
        model = fit(model, method=method)
    return model.ranked(data, by).frame(top)


def load_model(path: str | Path) -> Model:
    """Read a model from a file; nothing in it runs."""
    trained = _load(Path(path))
    return Model(trained.method.id, trained)


def _table(data: Data) -> RawTable:
    if isinstance(data, pd.DataFrame):
        return frame_table(data, "the frame")
    return read_raw(Path(data))
