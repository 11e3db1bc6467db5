"""`rankrees list`: configs, parts of methods, keys of a config, metrics."""

from __future__ import annotations

import click


@click.group("list")
def list_things() -> None:
    """List the configs, methods, keys of a config or metrics that there are."""


@list_things.command()
def configs() -> None:
    """Configs that come with rankrees."""
    from rankrees.config.load import load_config, shipped_configs
    from rankrees.report.table import Table, render

    rows = []
    for name in shipped_configs():
        experiment = load_config(name)
        size = f"{len(experiment.datasets)} x {len(experiment.methods)}"
        folds = f"{experiment.runs} x {experiment.n_folds}"
        rows.append((name, experiment.title, size, folds))
    columns = ("config", "title", "sets x methods", "runs x folds")
    click.echo(render([Table("Configs", columns, tuple(rows), n_left=2)], "text"))


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
    import dataclasses

    from rankrees.methods.component import Component, components
    from rankrees.report.manual_pages import KINDS, methods_page

    if form == "markdown":
        click.echo(methods_page())
        return

    def show(name: str, cls: type[Component]) -> None:
        click.echo(f"  {name}: {(cls.__doc__ or '').strip().splitlines()[0]}")
        parameters = [
            field.name
            if field.default is dataclasses.MISSING
            else f"{field.name}={field.default}"
            for field in dataclasses.fields(cls)
            if not field.metadata.get("published_only")
        ]
        for title, what in (
            ("parameters", ", ".join(parameters)),
            ("departures", ", ".join(cls.departures)),
            ("reference", cls.reference),
        ):
            if what:
                click.echo(f"      {title}: {what}")

    for kind in KINDS:
        click.echo(f"{kind}:")
        for name, cls in sorted(components(kind).items()):
            show(name, cls)
        click.echo()


@list_things.command()
@_format
def keys(form: str) -> None:
    """Keys of a config."""
    from rankrees.config.keys import MEANINGS, schema_keys
    from rankrees.report.manual_pages import keys_page
    from rankrees.report.table import Table, render

    if form == "markdown":
        click.echo(keys_page())
        return
    rows = tuple((key, said, MEANINGS[key]) for key, said in schema_keys())
    table = Table("Keys of a config", ("key", "default", "meaning"), rows, n_left=3)
    click.echo(render([table], "text"))


@list_things.command()
def metrics() -> None:
    """Metrics: kept of every fold, or where a protocol of a config names them."""
    from rankrees.metrics.registry import METRICS
    from rankrees.report.table import Table, render

    rows = tuple(
        (
            name,
            "percent" if metric.percent else "plain",
            "higher" if metric.higher_is_better else "lower",
            "always" if metric.kept else "if named",
            metric.description,
        )
        for name, metric in METRICS.items()
    )
    columns = ("metric", "shown in", "better", "computed", "what it is")
    click.echo(render([Table("Metrics", columns, rows, n_left=5)], "text"))
