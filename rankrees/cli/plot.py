"""`rankrees plot`: pictures of a config's results, or of a file of scores."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rankrees.cli import options
from rankrees.cli.comparisons import Asked, load_experiment, load_scores, score_config
from rankrees.cli.options import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.figure import Figure

    from rankrees.compare.comparison import Comparison
    from rankrees.compare.scored import Scored
    from rankrees.experiment.experiment import Experiment

    _C = TypeVar("_C", bound=Comparison)

_KINDS = ("curve", "cd", "wins", "heatmap", "boxes", "printed")


@click.command()
@click.argument("kind", type=click.Choice(_KINDS), default="curve")
@options.config_or_scores
@options.scores
@options.datasets
@options.methods
@options.protocol
@options.output(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="Where to; the ending says what: .svg, .png or .pdf.",
)
@options.fold_test
@options.alpha
@options.metric
@options.baseline
@options.control
@options.allow_missing
@options.lower_is_better
@options.ratio
@options.store
@options.data_dir
@click.pass_context
def plot(
    ctx: click.Context,
    /,
    kind: str,
    output: Path,
    control: str | None,
    **asked_for: Any,
) -> None:
    """Draw results as a picture of some KIND.

    \b
    curve    a swept parameter along the x axis (figure3.yaml, pet-pruning.yaml)
    cd       average ranks, and which methods the critical difference leaves together
    wins     wins/ties/losses of each method against each other, as a coloured grid
    heatmap  differences from the baseline, by data set and method
    boxes    the scores of the folds, by data set and method
    printed  the numbers printed in the paper against ours

    Nothing is computed: `rankrees run --config figure3.yaml` does that, and
    `rankrees plot curve --config figure3.yaml -o figure3.svg` draws it. `rankrees plot
    cd --scores my.csv -o cd.png` draws scores of your own.
    """  # noqa: D301 (click wants the character itself)
    from rankrees.errors import RankreesError
    from rankrees.report.plots.kinds import save_figure

    asked = Asked(**asked_for)
    asked.check()
    complete = True
    if asked.scores is None:
        experiment = load_experiment(asked)
        if kind == "curve" and experiment.curve is None:
            raise RankreesError(
                f"{experiment.name} sweeps no parameter: nothing to draw as a curve"
            )
        scored, complete = score_config(experiment, asked)
        if kind in ("curve", "printed"):
            figure = _of_config(kind, experiment, scored)
        else:
            figure = _of_one(kind, list(scored.values()), control)
    elif kind in ("curve", "printed"):
        raise click.UsageError(f"{kind} is for --config")
    else:
        figure = _of_one(kind, load_scores(asked), control)
    save_figure(figure, output)
    say(f"rankrees: wrote {output}")
    ctx.exit(0 if complete else 1)


def _of_config(
    kind: str, experiment: Experiment, scored: Mapping[str, Scored]
) -> Figure:
    from rankrees.report.plots.kinds import curve_figure
    from rankrees.report.plots.printed import printed_figure
    from rankrees.report.plots.sweep import sweep_figure

    if kind == "printed":
        return printed_figure(experiment, scored)
    curve = experiment.curve
    assert curve is not None
    if experiment.show != "averages":
        return curve_figure(experiment, scored)
    one = _only(list(scored.values()))
    return sweep_figure(one, experiment.groups, one.sizes, curve.parameter, curve.label)


def _of_one(kind: str, compared: Sequence[Comparison], control: str | None) -> Figure:
    from rankrees.report.plots.boxes import boxes_figure
    from rankrees.report.plots.critical_difference import cd_figure
    from rankrees.report.plots.matrices import heatmap_figure, wins_figure

    one = _only(compared)
    if kind == "cd":
        return cd_figure(one.over_sets(control=control), one.heading)
    draw = {"wins": wins_figure, "heatmap": heatmap_figure, "boxes": boxes_figure}
    return draw[kind](one)


def _only(compared: Sequence[_C]) -> _C:
    from rankrees.errors import RankreesError

    if len(compared) > 1:
        raise RankreesError("choose one with --protocol: such a picture shows one")
    return compared[0]
