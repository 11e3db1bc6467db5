"""`rankrees plot`: pictures of a config's results, or of a file of scores."""

from __future__ import annotations

from pathlib import Path

import click

from rankrees.cli import options

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
    kind: str,
    config: str | None,
    scores: Path | None,
    datasets: tuple[str, ...],
    methods: tuple[str, ...],
    protocol: str,
    output: Path,
    test: str,
    alpha: float,
    metric: str | None,
    baseline: str | None,
    control: str | None,
    allow_missing: bool,
    lower_is_better: bool,
    ratio: float | None,
    store: Path,
    data_dir: Path | None,
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
    options.check_source(
        config,
        scores,
        {
            "ratio": ratio,
            "allow_missing": allow_missing,
            "lower_is_better": lower_is_better,
        },
    )
    if scores is not None and kind in ("curve", "printed"):
        raise click.UsageError(f"{kind} is for --config")
    from rankrees.api.comparisons import Selection
    from rankrees.api.plots import plot as plot_config
    from rankrees.api.plots import plot_scores
    from rankrees.statistics.foldtests import FoldTest

    fold_test = FoldTest(test, ratio or 0.0, alpha)
    selection = Selection(datasets, methods, protocol, metric, baseline, fold_test)
    if config is not None:
        drawn = plot_config(
            kind,
            config,
            output,
            selection=selection,
            control=control,
            store=store,
            data_dir=data_dir,
        )
    else:
        assert scores is not None
        drawn = plot_scores(
            kind,
            scores,
            output,
            selection=selection,
            control=control,
            allow_missing=allow_missing,
            lower_is_better=lower_is_better,
        )
    options.say_all(drawn.results.remarks)
    options.say(f"rankrees: wrote {output}")
    ctx.exit(0 if drawn.results.complete else 1)
