"""`rankrees plot`: a picture of a config's results."""

from __future__ import annotations

from pathlib import Path

import click

from rankrees.cli import options
from rankrees.cli.options import say


@click.command()
@options.config
@options.protocol
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to; the ending says what: .svg, .png or .pdf.",
)
@options.store
@options.data_dir
@click.pass_context
def plot(
    ctx: click.Context,
    config: str,
    protocol: str,
    output: Path,
    store: Path,
    data_dir: Path | None,
) -> None:
    """Draw the results of a config that sweeps a parameter.

    Nothing is computed: `rankrees run --config figure3.yaml` does that, and
    `rankrees plot --config figure3.yaml -o figure3.svg` draws it.
    """
    from rankrees.cli.scored import score_stored
    from rankrees.errors import RankreesError
    from rankrees.experiment.config import load_config
    from rankrees.report.plots import curve_figure, save_figure
    from rankrees.report.sweep import sweep_figure

    experiment = load_config(config, store).narrowed(protocol=protocol)
    if experiment.curve is None:
        raise RankreesError(f"{experiment.name} sweeps no parameter: nothing to draw")
    scored, complete = score_stored(experiment, store, data_dir)
    if experiment.show == "averages":
        if len(scored) > 1:
            raise RankreesError("choose one with --protocol: a sweep is drawn of one")
        (one,) = scored.values()
        curve = experiment.curve
        figure = sweep_figure(
            one, experiment.groups, one.sizes, curve.parameter, curve.label
        )
    else:
        figure = curve_figure(experiment, scored)
    save_figure(figure, output)
    say(f"rankrees: wrote {output}")
    ctx.exit(0 if complete else 1)
