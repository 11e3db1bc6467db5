"""`rankrees report`: one page of results that needs no network."""

from __future__ import annotations

from pathlib import Path

import click

from rankrees.cli import options


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
    from rankrees.api.pages import report as make_report
    from rankrees.statistics.foldtests import FoldTest

    made = make_report(
        configs,
        output,
        title=title,
        protocol=protocol,
        test=FoldTest(test, alpha=alpha),
        store=store,
        data_dir=data_dir,
    )
    options.say_all(made.remarks)
    options.say(f"rankrees: wrote {output} ({len(made.html) / 1e6:.1f} MB)")
    ctx.exit(0 if made.complete else 1)
