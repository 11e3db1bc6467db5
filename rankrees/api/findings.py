"""What each rule of a published program does to the print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rankrees.api.execution import Computing, compute, find_data, plan_jobs
from rankrees.api.lookup import (
    DEFAULT_STORE,
    Config,
    load_part,
    read_comparisons,
    warn_left_out,
)
from rankrees.api.progress import Progress, Remarks
from rankrees.errors import RankreesError
from rankrees.experiment.experiment import Experiment
from rankrees.forensics.findings import FINDINGS
from rankrees.forensics.matches import affected, finding_table
from rankrees.forensics.readings import READINGS, readings_table
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
from rankrees.reference import printed_auc
from rankrees.reports.formats import render
from rankrees.reports.table import Table
from rankrees.statistics.comparison import Comparison
from rankrees.store.store import Store

_WINS = ("t-test", "labels", "last-row")
# the findings that are about single methods, which may have been remade for a table
_PARTS = ("laplace", "chain", "m-branch", "ling-yan", "normalise", "bagging")


@dataclass(frozen=True, eq=False)
class Findings:
    """Tables that show how rules were found."""

    tables: tuple[Table, ...]
    complete: bool
    remarks: tuple[str, ...]

    def __str__(self) -> str:
        return render(self.tables, "text")


def find_rules(
    config: Config,
    findings: Sequence[str] = (),
    *,
    datasets: Sequence[str] = (),
    methods: Sequence[str] = (),
    store: str | Path = DEFAULT_STORE,
    data_dir: str | Path | None = None,
    jobs: int | Computing | None = None,
    progress: Progress | None = None,
) -> Findings:
    """Return for each finding how much of the print is lost without that rule.

    What is not in the store is computed first. Without findings, all that the table of
    the config can bear out.
    """
    remarks = Remarks(progress)
    experiment = load_part(config, datasets=datasets, methods=methods)
    if "published" not in experiment.protocols or experiment.table is None:
        raise RankreesError(f"{experiment.name} has no published table to look into")
    known = known_findings(experiment)
    for name in findings:
        if name not in known:
            raise RankreesError(
                f"{experiment.name} cannot show {name!r} (it can: {', '.join(known)})"
            )
    folder = None if data_dir is None else Path(data_dir)
    sources = find_data(experiment, folder, remarks)
    how = jobs if isinstance(jobs, Computing) else Computing(jobs)
    incomplete: list[str] = []
    with Store(store, write=True) as opened:

        def score(variant: Experiment) -> Comparison:
            cells, todo = plan_jobs(
                variant, sources, opened, retry_failed=how.retry_failed
            )
            compute(variant, todo, sources, opened, how, remarks)
            compared, left_out = read_comparisons(variant, cells, opened)
            warn_left_out(left_out, remarks)
            incomplete.extend([variant.name] if left_out else [])
            return compared["published"]

        tables = [
            table
            for name in findings or known
            for table in _tables(name, experiment, score)
            if table is not None
        ]
    return Findings(tuple(tables), not incomplete, tuple(remarks.warnings))


def known_findings(experiment: Experiment) -> list[str]:
    """Return the findings that a config's table can bear out."""
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
    name: str, experiment: Experiment, score: Callable[[Experiment], Comparison]
) -> list[Table | None]:
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
