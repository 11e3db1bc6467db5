"""Reading a config: YAML in, an `Experiment` out, every mistake named by file:line."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path

from pydantic import ValidationError

from rankrees.config.schema import ConfigKeys, cross_check
from rankrees.config.yamlfile import (
    Entry,
    InvalidConfigError,
    merge,
    read_yaml,
    write_yaml,
)
from rankrees.data.userfile import DataFile
from rankrees.errors import ConfigError, RankreesError
from rankrees.experiment.experiment import Curve, Experiment, Protocol, Smoke
from rankrees.files import is_file
from rankrees.methods.method import AnyMethod
from rankrees.names import nearest
from rankrees.shipped import shipped_dir
from rankrees.store.bundle import bundled_config, is_bundle


def find_config(reference: str | Path, beside: Path | None = None) -> Path:
    """Return the file that a reference means: a path, else the name of a shipped one.

    `.yaml` may be left out. With `beside`, a relative path is looked up in that folder.
    """
    text = str(reference)
    names = [text] if text.endswith((".yaml", ".yml")) else [text, f"{text}.yaml"]
    folders = [beside or Path(), shipped_dir("configs")]
    for folder in folders:
        for name in names:
            if is_file(folder / name):
                return folder / name
    known = shipped_configs()
    raise RankreesError(f"no config is called {text!r:.200}; {nearest(text, known)}")


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
    if bundle is not None and not is_file(reference):
        text = _bundled(Path(bundle), str(reference))
        if text is not None:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / Path(reference).name
                path.write_text(text, encoding="utf-8")
                if "extends" in _keys(path):
                    # ours are whole; a bundle's must not read files of this machine
                    raise RankreesError(
                        f"{bundle}: its config {reference} extends another file"
                    )
                return _load(path)
    return _load(find_config(reference))


def methods_of(reference: str) -> Mapping[str, AnyMethod]:
    """Return the methods of a config by label, as the text describes them."""
    return load_config(reference).methods


def _bundled(bundle: Path, name: str) -> str | None:
    if not is_bundle(bundle):
        return None
    text = bundled_config(bundle, name)
    return text


def _keys(path: Path) -> Collection[str]:
    """Return the keys of a config as YAML reads them, however they are written."""
    value = read_yaml(path)[0].value
    return value if isinstance(value, dict) else ()


def _load(path: Path) -> Experiment:
    entry, texts, errors = _read(path, ())
    refused = {(error.path, error.line) for error in errors}
    read: ConfigKeys | None = None
    try:
        read = ConfigKeys.model_validate(entry.plain())
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            loc = tuple(p for p in detail["loc"] if p != "[key]")
            found = entry.error(loc, detail["msg"])
            if (found.path, found.line) not in refused:
                errors.append(found)
    if read is not None:
        errors += [entry.error(loc, message) for loc, message in cross_check(read)]
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


def _experiment(
    config: ConfigKeys,
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
