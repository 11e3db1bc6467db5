"""`rankrees report`: one page of results that needs no network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rankrees.cli import options
from rankrees.cli.options import say

if TYPE_CHECKING:
    from rankrees.experiment.experiment import Experiment
    from rankrees.report.html.build import Material
    from rankrees.store.store import Store


@click.command()
@click.option(
    "-c",
    "--config",
    "configs",
    required=True,
    multiple=True,
    metavar="C",
    help="A config file, or the name of a shipped one; can be given several times.",
)
@options.output(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="The HTML file to write.",
)
@click.option(
    "--title",
    metavar="TEXT",
    default="Results of rankrees",
    show_default=True,
    help="The page's title.",
)
@options.protocol
@options.fold_test
@options.alpha
@options.store
@options.data_dir
@click.pass_context
def report(
    ctx: click.Context,
    configs: tuple[str, ...],
    output: Path,
    title: str,
    protocol: str,
    test: str,
    alpha: float,
    store: Path,
    data_dir: Path | None,
) -> None:
    """Write the results of one or more configs as a web page.

    The page is a single file that loads nothing: send it, or open it from disk. It
    shows how much of the print comes out exactly, each method on each data set as
    published and as described side by side (choose a number to see its folds), wins,
    ties and losses, why the two protocols differ, and what the results were made with.

    Nothing is computed: `rankrees run` does that. Figures need matplotlib.

    \b
    rankrees report -c table3.yaml -c table4.yaml -o report.html
    """  # noqa: D301 (click wants the character)
    from rankrees.cli.scored import say_if_empty, say_left_out
    from rankrees.config.load import load_config
    from rankrees.report.html.build import make_page
    from rankrees.report.html.render import render_page
    from rankrees.store.store import Store

    experiments = [
        load_config(name, store).narrowed(protocol=protocol) for name in configs
    ]
    with Store(store) as opened:
        materials = [
            _material(one, opened, data_dir, test=test, alpha=alpha)
            for one in experiments
        ]
    gaps = False
    for one in materials:
        say_left_out(one.incomplete)
        gaps |= say_if_empty(one.scored) or bool(one.incomplete)
    command = " ".join(["rankrees report", *(f"-c {name}" for name in configs)])
    page = render_page(make_page(materials, title, f"{command} -o {output.name}"))
    with options.open_output(output) as file:
        file.write(page)
    say(f"rankrees: wrote {output} ({len(page) / 1e6:.1f} MB)")
    ctx.exit(1 if gaps else 0)


def _material(
    experiment: Experiment,
    store: Store,
    data_dir: Path | None,
    *,
    test: str,
    alpha: float,
) -> Material:
    from rankrees.cli.scored import read_scored, stored_cells
    from rankrees.report.html.build import Material

    cells = stored_cells(experiment, data_dir, store)
    scored, incomplete = read_scored(experiment, cells, store, test=test, alpha=alpha)
    departed = None
    if set(scored) == {"published", "described"}:
        metric = scored["described"].metric
        departed = read_scored(experiment, cells, store, metric=metric)[0]["published"]
    keys = [computation.key for computation in cells.values()]
    return Material(
        scored,
        departed,
        incomplete,
        {cell.dataset: c.dataset_hash for cell, c in cells.items()},
        store.invocations(),
        store.made_by(keys, experiment.run_numbers),
    )
