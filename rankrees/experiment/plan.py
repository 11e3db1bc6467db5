"""From an experiment to the list of jobs: the one place where they are enumerated."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from rankrees.data.dataset import Dataset
from rankrees.data.derived import read_dataset
from rankrees.data.userfile import DataFile
from rankrees.experiment.experiment import Experiment
from rankrees.methods.method import AnyMethod
from rankrees.metrics.registry import KEPT
from rankrees.preprocess.step import Step
from rankrees.split.schemes import SCHEMES


@dataclass(frozen=True)
class Source:
    """A data set that was found: where it is, what it says, how large it is."""

    name: str
    path: Path
    content_hash: str
    n_rows: int
    n_attributes: int
    origin: str
    note: str = ""
    file: DataFile | None = None

    def read(self) -> Dataset:
        """Read the data set."""
        if self.file is not None:
            return self.file.read(self.name)
        return read_dataset(self.path, self.name)

    @property
    def size(self) -> int:
        """Number of cells, by which the largest data sets are started first."""
        return self.n_rows * (self.n_attributes + 1)


@dataclass(frozen=True)
class Computation:
    """A method on a data set with its preprocessing and folds; runs are rows of it.

    The key is all that decides the result and nothing else: not the label in a table,
    not the protocol, not the order of anything. `classes` are those that the data set
    declares, where they are not those of its header.
    """

    dataset: str
    dataset_hash: str
    steps: tuple[Step, ...]
    scheme: str
    n_folds: int
    method: AnyMethod
    classes: tuple[str, ...] = ()

    @cached_property
    def description(self) -> dict[str, Any]:
        """The content of the key."""
        declared = {"classes": self.classes} if self.classes else {}
        return {
            **declared,
            "dataset": self.dataset_hash,
            "preprocess": [[step.id, step.version] for step in self.steps],
            "folds": {
                "scheme": self.scheme,
                "version": SCHEMES[self.scheme].version,
                "n": self.n_folds,
            },
            "method": self.method.id,
            "versions": self.method.versions,
        }

    @cached_property
    def key(self) -> str:
        """SHA-256 of the canonical description."""
        return key_of(self.description)


def key_of(description: object) -> str:
    """Return the key of a computation: SHA-256 of its canonical description."""
    text = json.dumps(description, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Cell(NamedTuple):
    """A place in a table: one method on one data set under one protocol."""

    dataset: str
    method: str
    protocol: str


@dataclass(frozen=True)
class Job:
    """One fold of one data set, and the computations that still lack it.

    All of them have the same data and preprocessing. `every_metric` tells whether some
    protocol asks for one that not every fold has; they are then all computed.

    `published` tells whether all of them that read test labels belong to the published
    protocol: only then does the worker hand those out.
    """

    dataset: str
    run: int
    fold: int
    computations: tuple[Computation, ...]
    published: bool = False
    every_metric: bool = False


def make_cells(
    experiment: Experiment, hashes: Mapping[str, str]
) -> dict[Cell, Computation]:
    """Return the computation behind each cell of the data sets whose hash is known.

    Cells whose methods come to the same (a protocol without departures for a method)
    have equal computations, and so equal keys.
    """
    return {
        Cell(dataset, label, protocol): Computation(
            dataset,
            hashes[dataset],
            experiment.steps_under(protocol),
            experiment.scheme,
            experiment.n_folds,
            experiment.method(label, protocol),
            experiment.classes_under(protocol, dataset),
        )
        for dataset in experiment.datasets
        if dataset in hashes
        for protocol in experiment.protocols
        for label in experiment.methods
    }


def wanted_folds(
    experiment: Experiment, cells: Mapping[Cell, Computation]
) -> dict[str, set[tuple[int, int]]]:
    """Return the (run, fold) pairs that the cells need, by the computation's key."""
    wanted: dict[str, set[tuple[int, int]]] = {}
    for cell, computation in cells.items():
        pairs = _pairs(experiment, cell.protocol)
        wanted.setdefault(computation.key, set()).update(pairs)
    return wanted


def finished_folds(
    experiment: Experiment,
    cells: Mapping[Cell, Computation],
    done: Callable[[Collection[str], Collection[str]], Mapping[str, Collection]],
) -> dict[str, set[tuple[int, int]]]:
    """Return the (run, fold) pairs with all that any protocol needs of them, by key.

    Parameters
    ----------
    done
        From keys and metrics to the pairs, by key, that have all of the metrics.
    """
    finished = wanted_folds(experiment, cells)
    for protocol in experiment.protocols:
        keys = {c.key for cell, c in cells.items() if cell.protocol == protocol}
        found = done(keys, experiment.metrics_under(protocol))
        for key in keys:
            finished[key] -= _pairs(experiment, protocol) - set(found.get(key, ()))
    return finished


def make_jobs(
    experiment: Experiment,
    cells: Mapping[Cell, Computation],
    done: Mapping[str, Collection[tuple[int, int]]],
) -> list[Job]:
    """Return what is missing, by data set, run and fold.

    Parameters
    ----------
    done
        The (run, fold) pairs that need not be computed, by the computation's key.
    """
    published = {c.key for cell, c in cells.items() if cell.protocol == "published"}
    wanted = wanted_folds(experiment, cells)
    # a job's computations share its prepared data
    groups: dict[tuple[object, ...], dict[str, Computation]] = {}
    asking: dict[str, set[str]] = {}
    for cell, computation in cells.items():
        data = (cell.dataset, computation.classes, computation.steps)
        groups.setdefault(data, {})[computation.key] = computation
        asking.setdefault(computation.key, set()).add(cell.protocol)
    jobs = []
    for computations in groups.values():
        for run in experiment.run_numbers:
            for fold in range(1, experiment.n_folds + 1):
                missing = tuple(
                    computation
                    for key, computation in computations.items()
                    if (run, fold) in wanted[key]
                    and (run, fold) not in done.get(key, ())
                )
                if missing:
                    leaking = {c.key for c in missing if c.method.reads_test_labels}
                    protocols = {
                        protocol
                        for computation in missing
                        for protocol in asking[computation.key]
                        if run in experiment.runs_under(protocol)
                    }
                    jobs.append(
                        Job(
                            missing[0].dataset,
                            run,
                            fold,
                            missing,
                            leaking <= published,
                            _asks_for_more(experiment, protocols),
                        )
                    )
    return jobs


def _pairs(experiment: Experiment, protocol: str) -> set[tuple[int, int]]:
    folds = range(1, experiment.n_folds + 1)
    return {(run, fold) for run in experiment.runs_under(protocol) for fold in folds}


def _asks_for_more(experiment: Experiment, protocols: Collection[str]) -> bool:
    """Tell whether a protocol shows a metric that not every fold has."""
    return any(experiment.protocols[name].metric not in KEPT for name in protocols)
