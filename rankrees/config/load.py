"""Reading a config: YAML in, an `Experiment` out, every mistake named by file:line."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationError,
    model_validator,
)

from rankrees.config.yamlfile import (
    Entry,
    InvalidConfigError,
    Loc,
    merge,
    read_yaml,
    write_yaml,
)
from rankrees.data.aliases import ALIASES
from rankrees.data.catalog import manifest
from rankrees.data.derived import DERIVED
from rankrees.data.userfile import DataFile
from rankrees.errors import ConfigError, RankreesError
from rankrees.experiment.experiment import Curve, Experiment, Protocol, Smoke
from rankrees.methods.component import components
from rankrees.methods.method import AnyMethod
from rankrees.methods.parameters import Strict, part
from rankrees.methods.spelling import read_method
from rankrees.metrics.registry import METRICS
from rankrees.names import did_you_mean, nearest
from rankrees.preprocess.pipeline import STEPS, check_order
from rankrees.shipped import shipped_dir
from rankrees.store.bundle import bundled_config, is_bundle

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def _check_name(value: str) -> str:
    if not value or value != value.strip() or _CONTROL.search(value):
        raise ValueError("a name has no spaces around it and no control characters")
    return value


def _check_metric(value: str) -> str:
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


Name = Annotated[str, AfterValidator(_check_name)]
Runs = Annotated[int, Field(ge=1, le=10_000)]
NumberOfFolds = Annotated[int, Field(ge=2, le=10_000)]


Steps = list[Annotated[Any, part("step", lambda: STEPS)]]


class _File(Strict):
    path: Name
    target: Name | None = None
    nominal: list[Name] = Field(default=[])
    numeric: list[Name] = Field(default=[])
    drop: list[Name] = Field(default=[])


class _Folds(Strict):
    scheme: Literal["weka"] = "weka"
    runs: Runs
    folds: NumberOfFolds
    first_run: Annotated[int, Field(ge=0)] = 1


class _Curve(Strict):
    parameter: Name
    label: Name
    printed: dict[Name, Name] = Field(default={})


Classes = Annotated[list[Name], Field(min_length=2)]


class _Protocol(Strict):
    metric: Annotated[str, AfterValidator(_check_metric)]
    departures: list[Annotated[str, AfterValidator(_check_departure)]] = Field(
        default=[]
    )
    preprocess: Steps | None = None
    runs: Runs | None = None
    classes: dict[Name, Classes] | None = None


class _Smoke(Strict):
    datasets: Annotated[list[Name], Field(min_length=1)]
    runs: Runs
    folds: NumberOfFolds


class _Config(Strict):
    also_known: ClassVar[tuple[str, ...]] = ("extends",)  # gone after merging

    title: Name
    paper: Name | None = None
    table: Name | None = None
    show: Literal["auc", "win-tie-loss", "curve", "averages"] = "auc"
    curve: _Curve | None = None
    baseline: str | None = None
    methods: Annotated[
        dict[Name, Annotated[Any, BeforeValidator(read_method)]], Field(min_length=1)
    ]
    files: dict[Name, _File] = Field(default={})
    datasets: Annotated[list[Name], Field(min_length=1)]
    groups: dict[Name, list[Name]] = Field(default={})
    comparisons: dict[
        Name, Annotated[list[Name], Field(min_length=2, max_length=2)]
    ] = Field(default={})
    classes: dict[Name, Classes] = Field(default={})
    preprocess: Steps = Field(default=[])
    folds: _Folds
    protocols: dict[Literal["described", "published"], _Protocol] = Field(
        default={"described": _Protocol(metric="auc")}, min_length=1
    )
    smoke: _Smoke | None = None

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


def find_config(reference: str | Path, beside: Path | None = None) -> Path:
    """Return the file that a reference means: a path, else the name of a shipped one.

    `.yaml` may be left out. With `beside`, a relative path is looked up in that folder.
    """
    text = str(reference)
    names = [text] if text.endswith((".yaml", ".yml")) else [text, f"{text}.yaml"]
    folders = [beside or Path(), shipped_dir("configs")]
    for folder in folders:
        for name in names:
            if (folder / name).is_file():
                return folder / name
    known = shipped_configs()
    raise RankreesError(f"no config is called {text!r}; {nearest(text, known)}")


def shipped_configs() -> dict[str, Path]:
    """Return the shipped configs by name, without the parts that others extend."""
    found = {}
    for path in sorted(shipped_dir("configs").glob("*.yaml")):
        if re.search(r"^title:", path.read_text(encoding="utf-8"), re.MULTILINE):
            found[path.name] = path
    return found


def load_config(reference: str | Path, bundle: str | Path | None = None) -> Experiment:
    """Read the config that `reference` names.

    Parameters
    ----------
    reference
        A path, or the name of a shipped config.
    bundle
        A bundle of results whose own config of that name is meant, unless `reference`
        is a file that is there. Any other file is passed over.

    Raises
    ------
    ConfigError
        With all that is wrong, one `file:line: key: message` per line.
    """
    if bundle is not None and not Path(reference).is_file():
        text = _bundled(Path(bundle), str(reference))
        if text is not None:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / Path(reference).name
                path.write_text(text, encoding="utf-8")
                return _load(path)
    return _load(find_config(reference))


def methods_of(reference: str) -> Mapping[str, AnyMethod]:
    """Return the methods of a config by label, as the text describes them."""
    return load_config(reference).methods


def _bundled(bundle: Path, name: str) -> str | None:
    if not is_bundle(bundle):
        return None
    text = bundled_config(bundle, name)
    if text is not None and re.search(r"^\W*extends\b", text, re.MULTILINE):
        # ours are whole; one that reads further files is not for us to follow
        raise RankreesError(f"{bundle}: its config {name} extends another file")
    return text


def _load(path: Path) -> Experiment:
    entry, texts, errors = _read(path, ())
    refused = {(error.path, error.line) for error in errors}
    read: _Config | None = None
    try:
        read = _Config.model_validate(entry.plain())
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            loc = tuple(p for p in detail["loc"] if p != "[key]")
            found = entry.error(loc, detail["msg"])
            if (found.path, found.line) not in refused:
                errors.append(found)
    if read is not None:
        errors += [entry.error(loc, message) for loc, message in _cross_check(read)]
    if errors or read is None:
        raise InvalidConfigError(errors)
    files = {
        # a path is as seen from the file that says it, which may be an extended one
        name: DataFile(
            Path(entry.at(("files", name, "path")).path).parent / file.path,
            file.target,
            tuple(file.nominal),
            tuple(file.numeric),
            tuple(file.drop),
        )
        for name, file in read.files.items()
    }
    text = "\n".join(texts)
    return _experiment(read, path.name, text, write_yaml(entry), files)


def _read(
    path: Path, extended_by: tuple[Path, ...]
) -> tuple[Entry, list[str], list[ConfigError]]:
    """Read a file and those that it extends; return the merged value and all texts."""
    entry, text, errors = read_yaml(path)
    texts = [f"# {path.name}", text.rstrip("\n")]
    if not isinstance(entry.value, dict):
        raise ConfigError(path, entry.line, "a config is a map of keys to values")
    own = dict(entry.value)
    extends = own.pop("extends", None)
    entry = Entry(own, entry.path, entry.line)
    if extends is None:
        return entry, texts, errors
    chain = (*extended_by, path.resolve())
    problem = None
    if not isinstance(extends.value, str):
        problem = "the name of a config file is expected"
    else:
        try:
            base = find_config(extends.value, path.parent)
        except RankreesError as error:
            problem = str(error)
        else:
            if base.resolve() in chain:
                problem = f"{extends.value} extends this file in turn"
    if problem:
        refusal = ConfigError(path, extends.line, f"extends: {problem}")
        raise InvalidConfigError([*errors, refusal])
    below, base_texts, base_errors = _read(base, chain)
    return merge(below, entry), base_texts + texts, base_errors + errors


def _cross_check(config: _Config) -> Iterator[tuple[Loc, str]]:
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
        for i, step in enumerate(steps):
            looks = step.reads_labels and step.scope == "dataset"
            if looks and "described" in protocols:
                yield (
                    (*place, i),
                    f"{step.name} on the whole data set looks at test labels, which "
                    "the described protocol must not: write `scope: train`",
                )
        try:
            check_order(steps)
        except (RankreesError, ValueError) as error:
            yield place, str(error)
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


def _check_protocols(config: _Config) -> Iterator[tuple[Loc, str]]:
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


def _preprocessing(config: _Config) -> Iterator[tuple[Loc, Steps, set[str]]]:
    """Yield each list of steps: where it is, and which protocols go by it."""
    own = {str(k): p.preprocess for k, p in config.protocols.items()}
    yield ("preprocess",), config.preprocess, {k for k, p in own.items() if p is None}
    for name, steps in own.items():
        if steps is not None:
            yield ("protocols", name, "preprocess"), steps, {name}


def _experiment(
    config: _Config,
    name: str,
    text: str,
    resolved: str,
    files: Mapping[str, DataFile],
) -> Experiment:
    methods: Mapping[str, AnyMethod] = config.methods
    protocols: Mapping[str, Protocol] = {
        str(key): Protocol(
            p.metric,
            tuple(p.departures),
            None if p.preprocess is None else tuple(p.preprocess),
            p.runs,
            None if p.classes is None else _declared(p.classes),
        )
        for key, p in config.protocols.items()
    }
    curve = config.curve
    small = None
    if config.smoke is not None:
        smoke = config.smoke
        small = Smoke(tuple(smoke.datasets), smoke.runs, smoke.folds)
    return Experiment(
        name=name,
        title=config.title,
        paper=config.paper,
        table=config.table,
        show=config.show,
        baseline=config.baseline or next(iter(methods)),
        methods=methods,
        datasets=tuple(config.datasets),
        steps=tuple(config.preprocess),
        scheme=config.folds.scheme,
        runs=config.folds.runs,
        n_folds=config.folds.folds,
        protocols=protocols,
        smoke=small,
        text=text,
        resolved=resolved,
        first_run=config.folds.first_run,
        groups={group: tuple(names) for group, names in config.groups.items()},
        comparisons={k: (pair[0], pair[1]) for k, pair in config.comparisons.items()},
        curve=None if curve is None else Curve(**curve.model_dump()),
        files=files,
        classes=_declared(config.classes),
    )


def _declared(classes: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {dataset: tuple(names) for dataset, names in classes.items()}
