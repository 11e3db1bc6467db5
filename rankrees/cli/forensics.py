"""`rankrees forensics`: what each rule of the published program does to the print."""

from __future__ import annotations

from pathlib import Path

import click

from rankrees.cli import options
from rankrees.cli.progress import Terminal


@click.command()
@click.argument("findings", nargs=-1, metavar="[FINDING]...")
@options.config
@options.datasets
@options.methods
@options.jobs
@options.form
@options.store
@options.data_dir
@options.retry_failed
@options.quiet
@click.pass_context
def forensics(
    ctx: click.Context,
    findings: tuple[str, ...],
    config: str,
    datasets: tuple[str, ...],
    methods: tuple[str, ...],
    jobs: int | None,
    form: str,
    store: Path,
    data_dir: Path | None,
    retry_failed: bool,
    quiet: bool,
) -> None:
    """Show how the rules behind a printed table were found.

    For each finding: how many printed digits come out with the rule as found, and how
    many when that one rule is changed and all others stay. Without FINDING, all that
    the config's table can bear out. What is not in the store is computed first.

    A paper that prints no such table has only `readings`: what its text leaves open.

    \b
    On the AUC tables (table3.yaml, table4.yaml):
      folds auc laplace chain empty-leaf m-branch ling-yan leak leave-one-out
      normalise bagging
    On the win/tie/loss tables (table1.yaml, table2.yaml):
      t-test labels last-row
    On Table 1 of Su & Zhang (citree-table1.yaml):
      one-run sd old-curve lost-row ties sort point-zero nan single-row
      filter-order classes name-attribute laplace collapse open-cells
    On what a text says of its results (lazytree.yaml):
      readings
    """  # noqa: D301 (click wants the character)
    from rankrees.api.execution import Computing
    from rankrees.api.findings import find_rules
    from rankrees.reports.formats import render

    found = find_rules(
        config,
        findings,
        datasets=datasets,
        methods=methods,
        store=store,
        data_dir=data_dir,
        jobs=Computing(jobs, retry_failed=retry_failed),
        progress=Terminal(quiet=quiet),
    )
    click.echo(render(found.tables, form))
    ctx.exit(0 if found.complete else 1)
