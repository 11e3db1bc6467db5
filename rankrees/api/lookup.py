"""From the store to comparisons, with remarks on what is missing."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path

from rankrees.api.progress import Progress
from rankrees.config.load import load_config
from rankrees.errors import RankreesError
from rankrees.experiment.experiment import Experiment
from rankrees.experiment.plan import Cell, Computation, make_cells
from rankrees.metrics.registry import KEPT, METRICS
from rankrees.reference.aggregates import TREE_SIZE, printed_average
from rankrees.statistics.comparison import Comparison, of_experiment
from rankrees.statistics.foldtests import FoldTest
from rankrees.store.results import read_results, stored_hashes
from rankrees.store.store import Store

DEFAULT_STORE = Path("results/rankrees.sqlite")
"""Where results are kept unless it is said otherwise."""

Config = str | Path | Experiment
"""A config file, the name of a shipped config, or an experiment that was read."""


def load_part(
    config: Config,
    *,
    store: Path | None = None,
    datasets: Sequence[str] = (),
    methods: Sequence[str] = (),
    protocol: str = "both",
    baseline: str | None = None,
    smoke: bool = False,
) -> Experiment:
    """Return the part of an experiment that was asked for.

    Parameters
    ----------
    store
        Where results are read from: a bundle has configs of its own.
    """
    whole = config
    if not isinstance(whole, Experiment):
        whole = load_config(whole, store)
    part = whole.narrowed(
        datasets=datasets, methods=methods, protocol=protocol, smoke=smoke
    )
    if baseline is None:
        return part
    check_method(baseline, tuple(part.methods))
    return dataclasses.replace(part, baseline=baseline)


def check_method(name: str, known: Sequence[str]) -> None:
    """Refuse a method that is not there."""
    if name not in known:
        listed = ", ".join(known)
        raise RankreesError(f"no method is called {name!r} (known: {listed})")


def check_metric(name: str | None, experiment: Experiment) -> None:
    """Refuse a metric that is not there, or that folds of an experiment lack."""
    if name is None:
        return
    if name not in METRICS:
        raise RankreesError(
            f"no metric is called {name!r} (known: {', '.join(METRICS)})"
        )
    shown = {protocol.metric for protocol in experiment.protocols.values()}
    if name not in (*KEPT, *shown):
        raise RankreesError(
            f"{name} is computed where a protocol of the config has it as its metric, "
            f"and none of {experiment.name} has"
        )


def stored_cells(
    experiment: Experiment, data_dir: Path | None, store: Store, progress: Progress
) -> dict[Cell, Computation]:
    """Return the computations behind an experiment's cells, without running any."""
    hashes, remarks = stored_hashes(experiment, data_dir, store)
    for remark in remarks:
        progress.warn(remark)
    return make_cells(experiment, hashes)


def read_comparisons(
    experiment: Experiment,
    cells: Mapping[Cell, Computation],
    store: Store,
    *,
    metric: str | None = None,
    test: FoldTest | None = None,
) -> tuple[dict[str, Comparison], Mapping[Cell, str]]:
    """Return the scores by protocol, and why cells that were begun are left out."""
    metrics = {
        name: metric or protocol.metric
        for name, protocol in experiment.protocols.items()
    }
    results = read_results(store, experiment, cells, metrics)
    frame = results.frame
    compared = {
        name: of_experiment(
            experiment,
            name,
            metrics[name],
            frame[frame["protocol"] == name],
            test,
            _sizes(experiment, cells, store, name),
        )
        for name in experiment.protocols
    }
    return compared, results.incomplete


def _sizes(
    experiment: Experiment,
    cells: Mapping[Cell, Computation],
    store: Store,
    protocol: str,
) -> dict[tuple[str, str], float]:
    """Return the mean number of nodes by (data set, method), where it is shown."""
    if experiment.show != "averages" and not printed_average(
        experiment.paper, TREE_SIZE
    ):
        return {}
    sizes = {}
    for cell, computation in cells.items():
        size = store.mean_size(computation.key, experiment.runs_under(protocol))
        if cell.protocol == protocol and size is not None:
            sizes[cell.dataset, cell.method] = size
    return sizes


def warn_left_out(incomplete: Mapping[Cell, str], progress: Progress) -> None:
    """Name the cells that were begun and are left out, with the reason."""
    for cell, reason in incomplete.items():
        where = f"{cell.method} on {cell.dataset}, {cell.protocol}"
        progress.warn(f"left out: {where}: {reason}")


def warn_if_empty(compared: Mapping[str, Comparison], progress: Progress) -> bool:
    """Tell, and warn, whether an experiment has no results at all."""
    if any(not one.frame.empty for one in compared.values()):
        return False
    name = next(iter(compared.values())).config.name
    progress.warn(f"no results yet; `rankrees run --config {name}` makes them")
    return True
