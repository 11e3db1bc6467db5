"""`rankrees forensics`: what each rule of the published program does to the print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rankrees.cli import options
from rankrees.cli.computing import compute, find_data, plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from rankrees.compare.scored import Scored
    from rankrees.experiment.experiment import Experiment
    from rankrees.report.table import Table

_WINS = ("t-test", "labels", "last-row")
# the findings that are about single methods, which may have been remade for a table
_PARTS = ("laplace", "chain", "m-branch", "ling-yan", "normalise", "bagging")


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
    from rankrees.config.load import load_config
    from rankrees.errors import RankreesError
    from rankrees.report.table import render
    from rankrees.store.store import Store

    experiment = load_config(config).narrowed(datasets=datasets, methods=methods)
    if "published" not in experiment.protocols or experiment.table is None:
        raise RankreesError(f"{experiment.name} has no published table to look into")
    known = _known(experiment)
    for name in findings:
        if name not in known:
            raise RankreesError(
                f"{experiment.name} cannot show {name!r} (it can: {', '.join(known)})"
            )
    sources = find_data(experiment, data_dir)
    incomplete: list[str] = []
    with Store(store, write=True) as opened:

        def score(variant: Experiment) -> Scored:
            from rankrees.cli.scored import score as score_cells

            cells, todo = plan(variant, sources, opened, retry_failed=retry_failed)
            if todo:
                compute(variant, todo, sources, opened, jobs, quiet=quiet)
            scored, complete = score_cells(variant, cells, opened)
            incomplete.extend([] if complete else [variant.name])
            return scored["published"]

        tables: list[Table | None] = []
        for name in findings or known:
            tables += _tables(name, experiment, score)
    click.echo(render([table for table in tables if table is not None], form))
    ctx.exit(1 if incomplete else 0)


def _known(experiment: Experiment) -> list[str]:
    """Return the findings that a config's table can bear out."""
    from rankrees.errors import RankreesError
    from rankrees.forensics.findings import FINDINGS
    from rankrees.forensics.readings import READINGS
    from rankrees.forensics.su_zhang import OPEN_CELLS, PAPER, RULES
    from rankrees.reference import printed_auc

    if experiment.show != "auc":
        return list(_WINS)
    if experiment.paper == PAPER:
        return [*RULES, OPEN_CELLS]
    if printed_auc(experiment.paper, experiment.table):
        return list(FINDINGS)
    if experiment.paper in READINGS:
        return ["readings"]
    raise RankreesError(f"the paper of {experiment.name} prints no AUCs to look into")


def _tables(
    name: str, experiment: Experiment, score: Callable[[Experiment], Scored]
) -> list[Table | None]:
    from rankrees.forensics.findings import FINDINGS
    from rankrees.forensics.matches import affected, finding_table
    from rankrees.forensics.readings import readings_table
    from rankrees.forensics.su_zhang import (
        OPEN_CELLS,
        PAPER,
        RULES,
        open_cells_table,
        rule_table,
    )
    from rankrees.forensics.wins import (
        differing_cells_table,
        labels_table,
        last_row_table,
        t_test_table,
    )

    if experiment.paper == PAPER and name in RULES:
        return [rule_table(experiment, name, score)]
    if name == OPEN_CELLS:
        return [open_cells_table(experiment, score)]
    if name in FINDINGS:
        return [finding_table(experiment, FINDINGS[name], score)]
    if name == "readings":
        return [readings_table(experiment, score)]
    scored = score(experiment.narrowed(protocol="published"))
    if name == "labels":
        return [labels_table(scored)]
    if name == "last-row":
        variants = [v for name in _PARTS for v in FINDINGS[name].variants]
        changed = ((v.label, affected(experiment, v)) for v in variants)
        return [last_row_table(scored, [(v, score(e)) for v, e in changed if e])]
    return [t_test_table(scored), differing_cells_table(scored)]
