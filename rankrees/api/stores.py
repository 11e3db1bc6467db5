"""What is in a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from rankrees.api.lookup import DEFAULT_STORE
from rankrees.errors import RankreesError
from rankrees.reports.footer import data_table, machine_of, run_table, version_of
from rankrees.reports.formats import render
from rankrees.reports.table import Table, text_table
from rankrees.store.store import Store


@dataclass(frozen=True, eq=False)
class StoredRun:
    """A run that wrote to a store: what it was made with, its data, its config."""

    record: Mapping[str, Any]

    @property
    def tables(self) -> tuple[Table, ...]:
        """All that is known of the run, and its data sets."""
        return run_table(self.record), data_table(self.record)

    @property
    def config(self) -> str:
        """What the config was called."""
        return str(self.record["config"])

    @property
    def config_text(self) -> str:
        """What the config said."""
        return str(self.record["config_text"])


@dataclass(frozen=True, eq=False)
class Status:
    """What a store holds."""

    path: Path
    records: Sequence[Mapping[str, Any]]
    runs: Sequence[StoredRun]

    @property
    def computations(self) -> pd.DataFrame:
        """Methods on data sets, and how many folds are done and failed."""
        return pd.DataFrame([dict(record) for record in self.records])

    def run(self, number: int) -> StoredRun:
        """Return one run; refuse a number that is not there."""
        for one in self.runs:
            if one.record["id"] == number:
                return one
        raise RankreesError(f"{self.path} has no run {number}")

    @property
    def tables(self) -> tuple[Table, ...]:
        """What `rankrees status` prints."""
        rows, errors = [], []
        for found in self.records:
            counts = (str(found["n_ok"]), str(found["n_failed"]))
            named = (found["dataset"], found["method"], found["folds"])
            rows.append((*named, *counts, f"{found['seconds']:.1f}"))
            if found["n_failed"]:
                where = f"{found['dataset']}, {found['method']}"
                errors.append(f"failed: {where}: {found['error']}")
        if errors:
            errors.append("`rankrees run --retry-failed` tries these again")
        columns = ("data set", "method", "folds", "done", "failed", "seconds")
        results = text_table(f"Results in {self.path}", columns, rows, errors, 3)
        return results, self._runs_table()

    def _runs_table(self) -> Table:
        told = ("started", "finished", "outcome", "config")
        rows = [
            (
                str(run.record["id"]),
                *(run.record[key] for key in told),
                version_of(run.record["provenance"]),
                machine_of(run.record["provenance"]),
            )
            for run in self.runs
        ]
        columns = ("run", *told, "rankrees", "made with")
        return text_table("Runs", columns, rows, n_left=7)

    def __str__(self) -> str:
        return render(self.tables, "text")


def status(store: str | Path = DEFAULT_STORE) -> Status:
    """Return what a store holds; works while a run goes on."""
    with Store(store) as opened:
        computations, invocations = opened.computations(), opened.invocations()
    return Status(Path(store), computations, tuple(map(StoredRun, invocations)))
