"""`rankrees list`: configs, parts of methods, keys of a config, metrics."""

from __future__ import annotations

import click


@click.group("list")
def list_things() -> None:
    """List the configs, methods, keys of a config or metrics that there are."""


@list_things.command()
def configs() -> None:
    """Configs that come with rankrees."""
    from rankrees.reports.formats import render
    from rankrees.reports.manual_pages import configs_table

    click.echo(render([configs_table()], "text"))


_format = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown"]),
    default="text",
    show_default=True,
    help="In short, or all there is to say.",
)


@list_things.command()
@_format
def methods(form: str) -> None:
    """Parts that methods are made of: trees, estimators, combiners; whole methods.

    In a config a method is `LABEL: {tree: T, estimator: E, combine: C}`, where combine
    may be left out. A part with parameters is written `{name: {parameter: value}}`. On
    the command line it is T+E+C, with parameters as in `c45[min_leaf=5]`.
    """
    from rankrees.reports.manual_pages import methods_in_short, methods_page

    if form == "markdown":
        click.echo(methods_page())
        return
    for line in methods_in_short():
        click.echo(line)


@list_things.command()
@_format
def keys(form: str) -> None:
    """Keys of a config."""
    from rankrees.reports.formats import render
    from rankrees.reports.manual_pages import keys_page, keys_table

    click.echo(keys_page() if form == "markdown" else render([keys_table()], "text"))


@list_things.command()
def metrics() -> None:
    """Metrics: kept of every fold, or where a protocol of a config names them."""
    from rankrees.reports.formats import render
    from rankrees.reports.manual_pages import metrics_table

    click.echo(render([metrics_table()], "text"))
