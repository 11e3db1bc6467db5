"""A config made from a command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from rankrees.data.rawtable import RawTable
from rankrees.data.userfile import FILE_NAME, DataFile, read_raw, stem
from rankrees.errors import RankreesError
from rankrees.methods.method import AnyMethod
from rankrees.methods.spelling import method_config, part_config
from rankrees.metrics.registry import KEPT
from rankrees.preprocess.step import Step


def files_of(
    data: Sequence[str],
    target: str | None,
    nominal: Sequence[str],
    numeric: Sequence[str],
    drop: Sequence[str],
) -> tuple[list[str], dict[str, DataFile], dict[str, RawTable]]:
    """Return the names of data sets, those that are files, and their raw tables.

    What is said of a column goes for every file that has it; one of them must.
    """
    names: list[str] = []
    raws: dict[str, RawTable] = {}
    for one in data:
        is_file = FILE_NAME.search(one) is not None
        name = stem(Path(one)) if is_file else one
        if name in names:
            raise RankreesError(f"two data sets are called {name!r}")
        names.append(name)
        if is_file:
            raws[name] = read_raw(Path(one))
    for column in (*nominal, *numeric, *drop):
        if not any(column in raw.columns for raw in raws.values()):
            if len(raws) == 1:
                next(iter(raws.values())).column(column)  # names the nearest
            raise RankreesError(f"no file has a column {column!r}")

    def said(columns: Sequence[str], raw: RawTable) -> tuple[str, ...]:
        return tuple(column for column in columns if column in raw.columns)

    files = {
        name: DataFile(
            Path(raw.path), target, said(nominal, raw), said(numeric, raw),
            said(drop, raw),
        )
        for name, raw in raws.items()
    }  # fmt: skip
    return names, files, raws


def adhoc_config(
    datasets: Sequence[str],
    files: Mapping[str, DataFile],
    methods: Mapping[str, AnyMethod],
    steps: Sequence[Step],
    *,
    runs: int,
    folds: int,
    metric: str,
    beside: Path,
) -> str:
    """Return the text of a config; paths inside the folder `beside` are relative."""
    config: dict[str, Any] = {
        "title": f"{len(methods)} methods on {', '.join(datasets)}",
        "methods": {label: method_config(one) for label, one in methods.items()},
        "files": {name: _file_config(file, beside) for name, file in files.items()},
        "datasets": list(datasets),
        "preprocess": [part_config(step) for step in steps],
        "folds": {"scheme": "weka", "runs": runs, "folds": folds},
        # what every fold has need not be named to be computed
        "protocols": {} if metric in KEPT else {"described": {"metric": metric}},
    }
    kept = {key: value for key, value in config.items() if value}
    return yaml.safe_dump(kept, sort_keys=False, allow_unicode=True, width=88)


def _file_config(file: DataFile, beside: Path) -> dict[str, Any]:
    path, folder = file.path.resolve(), beside.resolve()
    inside = path.is_relative_to(folder)
    said = {
        "path": str(path.relative_to(folder) if inside else path),
        "target": file.target,
        "nominal": list(file.nominal),
        "numeric": list(file.numeric),
        "drop": list(file.drop),
    }
    return {key: value for key, value in said.items() if value}
