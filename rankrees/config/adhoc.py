"""An experiment made from a command line or a call, without a config file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from rankrees.config.schema import check_name, wrong_steps
from rankrees.data.rawtable import RawTable
from rankrees.data.userfile import FILE_NAME, DataFile, read_raw, stem
from rankrees.errors import RankreesError
from rankrees.experiment.experiment import Experiment, Protocol
from rankrees.methods.method import AnyMethod
from rankrees.methods.spelling import method_config, part_config
from rankrees.metrics.registry import KEPT
from rankrees.preprocess.step import Step


@dataclass(frozen=True)
class Columns:
    """How the columns of files are meant.

    Parameters
    ----------
    target
        The class column; otherwise the last.
    nominal, numeric
        Columns that are names, or numbers, whatever they look like.
    drop
        Columns to leave out.
    """

    target: str | None = None
    nominal: Sequence[str] = ()
    numeric: Sequence[str] = ()
    drop: Sequence[str] = ()


def files_of(
    data: Sequence[str | Path], columns: Columns
) -> tuple[list[str], dict[str, DataFile], dict[str, RawTable]]:
    """Return the names of data sets, those that are files, and their raw tables.

    What is said of a column goes for every file that has it; one of them must.
    """
    names: list[str] = []
    raws: dict[str, RawTable] = {}
    for one in map(str, data):
        is_file = FILE_NAME.search(one) is not None
        name = stem(Path(one)) if is_file else one
        if name in names:
            raise RankreesError(f"two data sets are called {name!r}")
        names.append(name)
        if is_file:
            raws[name] = read_raw(Path(one))
    for column in (*columns.nominal, *columns.numeric, *columns.drop):
        if not any(column in raw.columns for raw in raws.values()):
            if len(raws) == 1:
                next(iter(raws.values())).column(column)  # names the nearest
            raise RankreesError(f"no file has a column {column!r}")

    def said(columns: Sequence[str], raw: RawTable) -> tuple[str, ...]:
        return tuple(column for column in columns if column in raw.columns)

    files = {
        name: DataFile(
            Path(raw.path),
            columns.target,
            said(columns.nominal, raw),
            said(columns.numeric, raw),
            said(columns.drop, raw),
        )
        for name, raw in raws.items()
    }
    return names, files, raws


def adhoc_experiment(
    datasets: Sequence[str],
    files: Mapping[str, DataFile],
    methods: Mapping[str, AnyMethod],
    steps: Sequence[Step],
    *,
    runs: int,
    folds: int,
    metric: str = "auc",
    path: Path | None = None,
) -> Experiment:
    """Return the experiment that a config of these parts would say.

    Parameters
    ----------
    metric
        What is going to be compared.
    path
        Where that config is going to be written; `resolved` is its text. Paths of data
        files in its folder are relative to it, all others absolute.
    """
    for name in (*datasets, *methods):
        try:
            check_name(name)
        except ValueError as error:
            raise RankreesError(f"{name!r}: {error}") from None
    for _, message in wrong_steps(list(steps), {"described"}):
        raise RankreesError(f"preprocess: {message}")
    title = f"{len(methods)} methods on {', '.join(datasets)}"
    folder = None if path is None else path.parent.resolve()
    # what every fold has need not be named to be computed
    protocol = Protocol("auc" if metric in KEPT else metric)
    config: dict[str, Any] = {
        "title": title,
        "methods": {label: method_config(one) for label, one in methods.items()},
        "files": {name: _file_config(file, folder) for name, file in files.items()},
        "datasets": list(datasets),
        "preprocess": [part_config(step) for step in steps],
        "folds": {"scheme": "weka", "runs": runs, "folds": folds},
        "protocols": {} if metric in KEPT else {"described": {"metric": metric}},
    }
    kept = {key: value for key, value in config.items() if value}
    text: str = yaml.safe_dump(kept, sort_keys=False, allow_unicode=True, width=88)
    name = "evaluate.yaml" if path is None else path.name
    return Experiment(
        name=name,
        title=title,
        paper=None,
        table=None,
        show="auc",
        baseline=next(iter(methods)),
        methods=methods,
        datasets=tuple(datasets),
        steps=tuple(steps),
        scheme="weka",
        runs=runs,
        n_folds=folds,
        protocols={"described": protocol},
        smoke=None,
        text=f"# {name}\n{text.rstrip()}",
        resolved=text,
        files=files,
    )


def _file_config(file: DataFile, folder: Path | None) -> dict[str, Any]:
    path = file.path.resolve()
    inside = folder is not None and path.is_relative_to(folder)
    said = {
        "path": str(path.relative_to(folder) if inside and folder else path),
        "target": file.target,
        "nominal": list(file.nominal),
        "numeric": list(file.numeric),
        "drop": list(file.drop),
    }
    return {key: value for key, value in said.items() if value}
