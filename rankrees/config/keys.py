"""What each key of a config means, for people; a test holds it against the schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from rankrees.config.load import _Config

MEANINGS = {
    "title": "What stands above the table.",
    "paper": "The paper whose printed numbers are put beside ours.",
    "table": "Which of its tables.",
    "show": "The kind of table: `auc` (means), `win-tie-loss`, `curve`, `averages`.",
    "curve": "For `show: curve` or a sweep in `averages`.",
    "curve.parameter": "The parameter along the curve.",
    "curve.label": "What the axis is called.",
    "curve.printed": "What the paper prints, by the label of a method.",
    "baseline": "The method that marks compare with; otherwise the first.",
    "methods": "Methods by label: `{tree: T, estimator: E, combine: C}` (combine may "
    'be left out), or a whole method: `{sklearn: "RandomForestClassifier()"}`, '
    '`{weka: "weka.classifiers.trees.J48 -U"}`. A part is a name, or '
    "`{name: {parameter: value}}`; docs/methods.md has them all.",
    "files": "Data sets that are your own files, by the name they get in tables.",
    "files.path": "ARFF, CSV or Parquet; relative to the config.",
    "files.target": "The class column; otherwise the last.",
    "files.nominal": "Columns that are names, though they look like numbers.",
    "files.numeric": "Columns that are numbers, whatever they look like.",
    "files.drop": "Columns that are left out.",
    "datasets": "Names of data sets, in the order of the table. Need not be given "
    "where there are `groups` or `files`.",
    "groups": "For `show: averages`: names of groups, each with its data sets.",
    "comparisons": "For `show: averages`: two methods each, first against second.",
    "classes": "The classes that data sets declare, by data set, in this order, in "
    "place of those of their headers. All that occur must be there; others may be.",
    "preprocess": "Steps in order, each a name or `{name: {parameter: value}}`. "
    "`scope: train` fits a step on each fold's training rows, `dataset` on all rows.",
    "folds": "How data sets are divided.",
    "folds.scheme": "Weka's repeated stratified folds.",
    "folds.runs": "How often all is repeated, with folds drawn anew.",
    "folds.folds": "Into how many folds.",
    "folds.first_run": "The number, which is the seed, of the first run.",
    "protocols": "`described`: as the papers' text has it; `published`: as the "
    "programs behind the papers had it.",
    "protocols.metric": "What is shown; `rankrees list metrics` has them all.",
    "protocols.departures": "Where the published program departs from the text.",
    "protocols.preprocess": "Steps of this protocol in place of the config's.",
    "protocols.runs": "Its number of runs, the first ones, where it has fewer.",
    "protocols.classes": "Declared classes of this protocol in place of the config's.",
    "smoke": "What `--smoke` narrows the config to.",
    "smoke.datasets": "Its data sets.",
    "smoke.runs": "Its runs.",
    "smoke.folds": "Its folds.",
    "extends": "A config that this one is laid over: maps merge, all else is replaced.",
}
"""Key -> meaning; a key inside a map is written with a point."""


def schema_keys() -> Iterator[tuple[str, str]]:
    """Yield every key that a config may have, and its default in words."""
    yield from _keys(_Config, "")
    yield "extends", "none"


def _keys(model: type[BaseModel], before: str) -> Iterator[tuple[str, str]]:
    for name, field in model.model_fields.items():
        default = field.get_default(call_default_factory=False)
        if default is PydanticUndefined:
            said = "required"
        elif default is None or default in ([], {}):
            said = "none"
        elif name == "protocols":
            said = "`described` with `metric: auc`"
        else:
            said = f"`{default}`"
        yield f"{before}{name}", said
        for inner in _models(field.annotation):
            yield from _keys(inner, f"{before}{name}.")


def _models(kind: Any) -> Iterator[type[BaseModel]]:
    """Yield the maps inside a type: in a dict of them, or instead of nothing."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
    for inner in get_args(kind):
        yield from _models(inner)
