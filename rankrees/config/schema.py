"""The keys of a config: what each may hold, and what it means, in one place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    model_validator,
)
from pydantic_core import PydanticUndefined

from rankrees.config.yamlfile import Loc
from rankrees.data.aliases import ALIASES
from rankrees.data.catalog import manifest
from rankrees.data.derived import DERIVED
from rankrees.errors import RankreesError
from rankrees.methods.component import components
from rankrees.methods.discovery import load_all
from rankrees.methods.parameters import Strict, part
from rankrees.methods.spelling import read_method
from rankrees.metrics.registry import METRICS
from rankrees.names import did_you_mean, nearest
from rankrees.preprocess.pipeline import STEPS, check_order

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def check_name(value: str) -> str:
    """Refuse a name that would not look like one in a table."""
    if not value or value != value.strip() or _CONTROL.search(value):
        raise ValueError("a name has no spaces around it and no control characters")
    return value


def _check_metric(value: str) -> str:
    load_all()  # some metrics may be a plugin's
    if value not in METRICS:
        raise ValueError(f"no metric is called {value!r}; {nearest(value, METRICS)}")
    return value


def _check_departure(value: str) -> str:
    known = departures()
    if value not in known:
        raise ValueError(f"no departure is called {value!r}; {nearest(value, known)}")
    return value


def departures() -> set[str]:
    """Return the names of all departures that some part of a method knows."""
    return {
        name
        for kind in ("tree", "estimator", "combiner")
        for cls in components(kind).values()
        for name in cls.departures
    }


Name = Annotated[str, AfterValidator(check_name)]
Runs = Annotated[int, Field(ge=1, le=10_000)]
NumberOfFolds = Annotated[int, Field(ge=2, le=10_000)]
Steps = list[Annotated[Any, part("step", lambda: STEPS)]]
Classes = Annotated[list[Name], Field(min_length=2)]


class FileKeys(Strict):
    """One of the user's own files."""

    path: Name = Field(description="ARFF, CSV or Parquet; relative to the config.")
    target: Name | None = Field(
        default=None, description="The class column; otherwise the last."
    )
    nominal: list[Name] = Field(
        default=[],
        description="Columns that are names, though they look like numbers.",
    )
    numeric: list[Name] = Field(
        default=[], description="Columns that are numbers, whatever they look like."
    )
    drop: list[Name] = Field(default=[], description="Columns that are left out.")


class FoldKeys(Strict):
    """Cross-validation."""

    scheme: Literal["weka"] = Field(
        default="weka", description="Weka's repeated stratified folds."
    )
    runs: Runs = Field(description="How often all is repeated, with folds drawn anew.")
    folds: NumberOfFolds = Field(description="Into how many folds.")
    first_run: Annotated[int, Field(ge=0)] = Field(
        default=1, description="The number, which is the seed, of the first run."
    )


class CurveKeys(Strict):
    """A table to be read as a curve."""

    parameter: Name = Field(description="The parameter along the curve.")
    label: Name = Field(description="What the axis is called.")
    printed: dict[Name, Name] = Field(
        default={}, description="What the paper prints, by the label of a method."
    )


class ProtocolKeys(Strict):
    """A protocol."""

    metric: Annotated[str, AfterValidator(_check_metric)] = Field(
        description="What is shown; `rankrees list metrics` has them all."
    )
    departures: list[Annotated[str, AfterValidator(_check_departure)]] = Field(
        default=[], description="Where the published program departs from the text."
    )
    preprocess: Steps | None = Field(
        default=None, description="Steps of this protocol in place of the config's."
    )
    runs: Runs | None = Field(
        default=None,
        description="Its number of runs, the first ones, where it has fewer.",
    )
    classes: dict[Name, Classes] | None = Field(
        default=None,
        description="Declared classes of this protocol in place of the config's.",
    )


class SmokeKeys(Strict):
    """A small part of an experiment."""

    datasets: Annotated[list[Name], Field(min_length=1)] = Field(
        description="Its data sets."
    )
    runs: Runs = Field(description="Its runs.")
    folds: NumberOfFolds = Field(description="Its folds.")


class ConfigKeys(Strict):
    """A whole config, after it was merged with those that it extends."""

    also_known: ClassVar[tuple[str, ...]] = ("extends",)  # gone after merging

    title: Name = Field(description="What stands above the table.")
    paper: Name | None = Field(
        default=None,
        description="The paper whose printed numbers are put beside ours.",
    )
    table: Name | None = Field(default=None, description="Which of its tables.")
    show: Literal["auc", "win-tie-loss", "curve", "averages"] = Field(
        default="auc",
        description="The kind of table: `auc` (means), `win-tie-loss`, `curve`, "
        "`averages`.",
    )
    curve: CurveKeys | None = Field(
        default=None, description="For `show: curve` or a sweep in `averages`."
    )
    baseline: str | None = Field(
        default=None,
        description="The method that marks compare with; otherwise the first.",
    )
    methods: Annotated[
        dict[Name, Annotated[Any, BeforeValidator(read_method)]], Field(min_length=1)
    ] = Field(
        description="Methods by label: `{tree: T, estimator: E, combine: C}` (combine "
        'may be left out), or a whole method: `{sklearn: "RandomForestClassifier()"}`, '
        '`{weka: "weka.classifiers.trees.J48 -U"}`. A part is a name, or '
        "`{name: {parameter: value}}`; docs/methods.md has them all."
    )
    files: dict[Name, FileKeys] = Field(
        default={},
        description="Data sets that are your own files, by the name they get in "
        "tables.",
    )
    datasets: Annotated[list[Name], Field(min_length=1)] = Field(
        description="Names of data sets, in the order of the table. Need not be given "
        "where there are `groups` or `files`."
    )
    groups: dict[Name, list[Name]] = Field(
        default={},
        description="For `show: averages`: names of groups, each with its data sets.",
    )
    comparisons: dict[
        Name, Annotated[list[Name], Field(min_length=2, max_length=2)]
    ] = Field(
        default={},
        description="For `show: averages`: two methods each, first against second.",
    )
    classes: dict[Name, Classes] = Field(
        default={},
        description="The classes that data sets declare, by data set, in this order, "
        "in place of those of their headers. All that occur must be there; others may "
        "be.",
    )
    preprocess: Steps = Field(
        default=[],
        description="Steps in order, each a name or `{name: {parameter: value}}`. "
        "`scope: train` fits a step on each fold's training rows, `dataset` on all "
        "rows.",
    )
    folds: FoldKeys = Field(description="How data sets are divided.")
    protocols: dict[Literal["described", "published"], ProtocolKeys] = Field(
        default={"described": ProtocolKeys(metric="auc")},
        min_length=1,
        description="`described`: as the papers' text has it; `published`: as the "
        "programs behind the papers had it.",
    )
    smoke: SmokeKeys | None = Field(
        default=None, description="What `--smoke` narrows the config to."
    )

    @model_validator(mode="before")
    @classmethod
    def _datasets_of_groups(cls, data: Any) -> Any:
        """Where there are groups or files, `datasets` need not be given."""
        if not isinstance(data, dict) or "datasets" in data:
            return data
        groups, files = data.get("groups"), data.get("files")
        if groups is None and isinstance(files, dict):
            return {**data, "datasets": list(files)}
        if not isinstance(groups, dict):
            return data
        lists = [names for names in groups.values() if isinstance(names, list)]
        return {**data, "datasets": [name for names in lists for name in names]}


def cross_check(config: ConfigKeys) -> Iterator[tuple[Loc, str]]:
    """Yield what is wrong with keys that must go together, and where."""
    if config.baseline is not None and config.baseline not in config.methods:
        hint = nearest(config.baseline, config.methods)
        yield ("baseline",), f"no method is called {config.baseline!r}; {hint}"
    seen: set[str] = set()
    for i, name in enumerate(config.datasets):
        if name in seen:
            yield ("datasets", i), f"{name!r} is there twice"
        seen.add(name)
    described = config.protocols.get("described")
    if described is not None and described.departures:
        yield (
            ("protocols", "described", "departures"),
            "the described protocol has none: it follows the papers' text",
        )
    for place, steps, protocols in _preprocessing(config):
        for inside, message in wrong_steps(steps, protocols):
            yield (*place, *inside), message
    yield from _check_protocols(config)
    if config.table is not None and config.paper is None:
        yield ("table",), "a table without its paper: add the key `paper`"
    if (config.show == "averages") != bool(config.groups):
        yield ("show",), "`show: averages` and the key `groups` go together"
    for group, names in config.groups.items():
        for i, name in enumerate(names):
            if name not in config.datasets:
                yield ("groups", group, i), f"{name!r} is not one of `datasets`"
    for label, pair in config.comparisons.items():
        for i, method in enumerate(pair):
            if method not in config.methods:
                hint = nearest(method, config.methods)
                yield ("comparisons", label, i), f"no method {method!r}; {hint}"
    # averages may be drawn as a curve too
    if config.show != "averages" and (config.show == "curve") != bool(config.curve):
        yield ("show",), "`show: curve` and the key `curve` go together"


def _check_protocols(config: ConfigKeys) -> Iterator[tuple[Loc, str]]:
    """Yield what is wrong with the runs of protocols and with declared classes."""
    for name, protocol in config.protocols.items():
        if protocol.runs is not None and protocol.runs > config.folds.runs:
            yield (
                ("protocols", name, "runs"),
                f"more than the {config.folds.runs} of `folds`",
            )
    maps: list[tuple[Loc, dict[str, list[str]]]] = [(("classes",), config.classes)]
    for name, protocol in config.protocols.items():
        maps.append((("protocols", name, "classes"), protocol.classes or {}))
    for place, classes in maps:
        for dataset, declared in classes.items():
            # one of a larger config that this one extends may not be asked for here
            known = {*config.datasets, *manifest(), *ALIASES, *DERIVED}
            if dataset not in known:
                hint = did_you_mean(dataset, known)
                yield (*place, dataset), f"no data set is called {dataset!r}{hint}"
            for i, one in enumerate(declared):
                if one in declared[:i]:
                    yield (*place, dataset, i), f"{one!r} is there twice"


def _preprocessing(config: ConfigKeys) -> Iterator[tuple[Loc, Steps, set[str]]]:
    """Yield each list of steps: where it is, and which protocols go by it."""
    own = {str(k): p.preprocess for k, p in config.protocols.items()}
    yield ("preprocess",), config.preprocess, {k for k, p in own.items() if p is None}
    for name, steps in own.items():
        if steps is not None:
            yield ("protocols", name, "preprocess"), steps, {name}


def wrong_steps(steps: Steps, protocols: set[str]) -> Iterator[tuple[Loc, str]]:
    """Yield what is wrong with the preprocessing of some protocols, and where."""
    for i, step in enumerate(steps):
        looks = step.reads_labels and step.scope == "dataset"
        if looks and "described" in protocols:
            yield (
                (i,),
                f"{step.name} on the whole data set looks at test labels, which "
                "the described protocol must not: write `scope: train`",
            )
    try:
        check_order(steps)
    except (RankreesError, ValueError) as error:
        yield (), str(error)


class Key(NamedTuple):
    """A key of a config for people; one inside a map is written with a point."""

    name: str
    default: str
    meaning: str


def config_keys() -> Iterator[Key]:
    """Yield every key that a config may have, its default and its meaning in words."""
    yield from _keys(ConfigKeys, "")
    yield Key(
        "extends",
        "none",
        "A config that this one is laid over: maps merge, all else is replaced.",
    )


def _keys(model: type[BaseModel], before: str) -> Iterator[Key]:
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
        yield Key(f"{before}{name}", said, field.description or "")
        for inner in _models(field.annotation):
            yield from _keys(inner, f"{before}{name}.")


def _models(kind: Any) -> Iterator[type[BaseModel]]:
    """Yield the maps inside a type: in a dict of them, or instead of nothing."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
    for inner in get_args(kind):
        yield from _models(inner)
