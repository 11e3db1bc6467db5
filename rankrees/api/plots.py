"""Pictures of results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rankrees.api.comparisons import Selection, read_file, read_stored
from rankrees.api.lookup import DEFAULT_STORE, Config, load_part
from rankrees.api.results import Results
from rankrees.errors import RankreesError
from rankrees.experiment.experiment import Experiment
from rankrees.files import guarded_inputs
from rankrees.reports.plots.boxes import boxes_figure
from rankrees.reports.plots.critical_difference import cd_figure
from rankrees.reports.plots.kinds import curve_figure, save_figure
from rankrees.reports.plots.matrices import heatmap_figure, wins_figure
from rankrees.reports.plots.printed import printed_figure
from rankrees.reports.plots.sweep import sweep_figure
from rankrees.statistics.comparison import Comparison

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class Picture:
    """A figure, and the results that it shows."""

    figure: Figure
    results: Results


OF_CONFIG = ("curve", "printed")
"""The kinds of pictures that only a config has."""

KINDS = (OF_CONFIG[0], "cd", "wins", "heatmap", "boxes", OF_CONFIG[1])


@guarded_inputs()
def plot(
    kind: str,
    config: Config,
    output: str | Path | None = None,
    *,
    selection: Selection | None = None,
    control: str | None = None,
    store: str | Path = DEFAULT_STORE,
    data_dir: str | Path | None = None,
) -> Picture:
    """Draw the results of a config that are in the store.

    Parameters
    ----------
    kind
        `curve`, `cd`, `wins`, `heatmap`, `boxes` or `printed`; see `rankrees plot -h`.
    output
        The file to write; its ending says what: .svg, .png or .pdf. None writes none.
    selection
        Which of the results, and how they are tested.
    control
        For `cd`: compare only this method with the others.
    """
    _check_kind(kind)
    whole = load_part(config, store=Path(store))
    if kind == "curve" and whole.curve is None:
        raise RankreesError(
            f"{whole.name} sweeps no parameter: nothing to draw as a curve"
        )
    found = read_stored(whole, selection or Selection(), store, data_dir)
    experiment = next(iter(found.comparisons.values())).config
    if kind in OF_CONFIG:
        figure = _of_config(kind, experiment, found.comparisons)
    else:
        figure = _of_one(kind, found.comparisons, control)
    return Picture(_saved(figure, output), found)


@guarded_inputs()
def plot_scores(
    kind: str,
    scores: str | Path,
    output: str | Path | None = None,
    *,
    selection: Selection | None = None,
    control: str | None = None,
    allow_missing: bool = False,
    lower_is_better: bool = False,
) -> Picture:
    """Draw anybody's scores, from a CSV file; see `plot` and `compare_scores`."""
    _check_kind(kind)
    if kind in OF_CONFIG:
        raise RankreesError(f"{kind} is for --config")
    found = read_file(
        scores,
        selection or Selection(),
        allow_missing=allow_missing,
        lower_is_better=lower_is_better,
    )
    figure = _of_one(kind, found.comparisons, control)
    return Picture(_saved(figure, output), found)


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise RankreesError(f"no picture is called {kind!r} ({', '.join(KINDS)})")


def _saved(figure: Figure, output: str | Path | None) -> Figure:
    if output is not None:
        save_figure(figure, Path(output))
    return figure


def _of_config(
    kind: str, experiment: Experiment, compared: Mapping[str, Comparison]
) -> Figure:
    if kind == "printed":
        return printed_figure(experiment, compared)
    curve = experiment.curve
    assert curve is not None  # `plot` has asked
    if experiment.show != "averages":
        return curve_figure(experiment, compared)
    one = _only(compared)
    return sweep_figure(one, experiment.groups, one.sizes, curve.parameter, curve.label)


def _of_one(
    kind: str, compared: Mapping[str, Comparison], control: str | None
) -> Figure:
    one = _only(compared)
    if kind == "cd":
        return cd_figure(one.over_sets(control=control), one.heading)
    draw = {"wins": wins_figure, "heatmap": heatmap_figure, "boxes": boxes_figure}
    return draw[kind](one)


def _only(compared: Mapping[str, Comparison]) -> Comparison:
    if len(compared) > 1:
        raise RankreesError("choose one with --protocol: such a picture shows one")
    return next(iter(compared.values()))
