"""From the store to what the tables are made of, with remarks on what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankrees.cli.options import say

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from rankrees.compare.scored import Scored
    from rankrees.experiment.experiment import Experiment
    from rankrees.experiment.plan import Cell, Computation
    from rankrees.store.store import Store


def score(
    experiment: Experiment,
    cells: Mapping[Cell, Computation],
    store: Store,
    *,
    metric: str | None = None,
    test: str = "corrected",
    alpha: float = 0.05,
) -> tuple[dict[str, Scored], bool]:
    """Return the scores by protocol, and whether all that was begun is complete.

    Cells without all their folds are left out, and named on standard error.
    """
    scored, incomplete = read_scored(
        experiment, cells, store, metric=metric, test=test, alpha=alpha
    )
    say_left_out(incomplete)
    return scored, not incomplete


def say_left_out(incomplete: Mapping[Cell, str]) -> None:
    """Name the cells that were begun and are left out, with the reason."""
    for cell, reason in incomplete.items():
        where = f"{cell.method} on {cell.dataset}, {cell.protocol}"
        say(f"rankrees: left out: {where}: {reason}")


def say_if_empty(scored: Mapping[str, Scored]) -> bool:
    """Tell, and say, whether an experiment has no results at all."""
    if any(not one.frame.empty for one in scored.values()):
        return False
    name = next(iter(scored.values())).experiment.name
    say(f"rankrees: no results yet; `rankrees run --config {name}` makes them")
    return True


def read_scored(
    experiment: Experiment,
    cells: Mapping[Cell, Computation],
    store: Store,
    *,
    metric: str | None = None,
    test: str = "corrected",
    alpha: float = 0.05,
) -> tuple[dict[str, Scored], Mapping[Cell, str]]:
    """Return the scores by protocol, and why cells that were begun are left out."""
    from rankrees.compare.scored import Scored
    from rankrees.store.results import read_results

    metrics = {
        name: metric or protocol.metric
        for name, protocol in experiment.protocols.items()
    }
    results = read_results(store, experiment, cells, metrics)
    frame = results.frame
    scored = {
        name: Scored(
            experiment,
            name,
            metrics[name],
            frame[frame["protocol"] == name],
            test,
            alpha,
            _sizes(experiment, cells, store, name),
        )
        for name in experiment.protocols
    }
    return scored, results.incomplete


def _sizes(
    experiment: Experiment,
    cells: Mapping[Cell, Computation],
    store: Store,
    protocol: str,
) -> dict[tuple[str, str], float]:
    """Return the mean number of nodes by (data set, method), where it is shown."""
    from rankrees.reference.aggregates import TREE_SIZE, printed_average

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


def stored_cells(
    experiment: Experiment, data_dir: Path | None, store: Store
) -> dict[Cell, Computation]:
    """Return the computations behind an experiment's cells, without running any."""
    from rankrees.experiment.plan import make_cells
    from rankrees.store.results import stored_hashes

    hashes, remarks = stored_hashes(experiment, data_dir, store)
    for remark in remarks:
        say(f"rankrees: {remark}")
    return make_cells(experiment, hashes)


def made_with(
    experiment: Experiment, path: Path, data_dir: Path | None
) -> tuple[str, ...]:
    """Return what the stored results of an experiment were made with."""
    from rankrees.experiment.plan import make_cells
    from rankrees.report.footer import footer
    from rankrees.store.results import stored_hashes
    from rankrees.store.store import Store

    with Store(path) as store:
        hashes, _ = stored_hashes(experiment, data_dir, store)
        cells = make_cells(experiment, hashes)
        return footer(store.invocations({c.key for c in cells.values()}))


def score_stored(
    experiment: Experiment,
    path: Path,
    data_dir: Path | None,
    *,
    metric: str | None = None,
    test: str = "corrected",
    alpha: float = 0.05,
) -> tuple[dict[str, Scored], bool]:
    """Return what `score` does, from a store that is there already."""
    from rankrees.store.store import Store

    with Store(path) as store:
        cells = stored_cells(experiment, data_dir, store)
        scored, complete = score(
            experiment, cells, store, metric=metric, test=test, alpha=alpha
        )
    return scored, complete and not say_if_empty(scored)
