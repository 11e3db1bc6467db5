"""What the functions of the program return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from rankrees.experiment.experiment import Experiment
from rankrees.experiment.plan import Cell, Computation, Job, wanted_folds
from rankrees.reports.formats import render
from rankrees.reports.table import Table, text_table
from rankrees.reports.tables.rank_tests import over_sets_view
from rankrees.statistics.comparison import Comparison
from rankrees.store.results import EXPORT_COLUMNS


@dataclass(frozen=True, eq=False)
class Results:
    """Scores of methods on data sets, compared.

    Parameters
    ----------
    comparisons
        By protocol: the scores, and all that is asked of them (`means`, `wins`,
        `tests_against`, `over_sets`). A file that names no protocol has one, ''.
    tables
        What the command of the same name prints.
    complete
        Whether everything that was begun has all its folds, and there is something.
    remarks
        What bears on the results: data that are not there, cells that are left out.
    made_with
        The programs and machines that the results are from, a line each.
    """

    comparisons: Mapping[str, Comparison]
    tables: tuple[Table, ...]
    complete: bool = True
    remarks: tuple[str, ...] = ()
    made_with: tuple[str, ...] = ()

    @cached_property
    def scores(self) -> pd.DataFrame:
        """Every score of every fold: the columns of `rankrees export`."""
        return pd.concat(
            [
                one.frame.assign(protocol=name, metric=one.metric)[EXPORT_COLUMNS]
                for name, one in self.comparisons.items()
            ],
            ignore_index=True,
        )

    @cached_property
    def means(self) -> pd.DataFrame:
        """The mean over folds, by protocol and data set (rows) and method (columns).

        In the unit that tables show, such as percent, and not rounded. NaN where there
        is no result.
        """
        rows = {
            (name, dataset): [one.mean(dataset, method) for method in one.methods]
            for name, one in self.comparisons.items()
            for dataset in one.datasets
        }
        index = pd.MultiIndex.from_tuples(rows, names=["protocol", "dataset"])
        methods = next(iter(self.comparisons.values())).methods
        return pd.DataFrame(
            list(rows.values()), index=index, columns=list(methods), dtype=float
        )

    @cached_property
    def wins(self) -> pd.DataFrame:
        """Significant wins, ties and losses of each method `row` against `column`."""
        return pd.DataFrame(
            [
                (name, *pair, count.wins, count.ties, count.losses)
                for name, one in self.comparisons.items()
                for pair, count in one.wins.items()
            ],
            columns=["protocol", "row", "column", "wins", "ties", "losses"],
        )

    def over_sets(
        self, *, control: str | None = None, rope: float | None = None
    ) -> tuple[Table, ...]:
        """Compare over all data sets together: average ranks, and tests of pairs.

        Parameters
        ----------
        control
            Compare only this method with the others.
        rope
            Also make the Bayesian signed-rank test, with this region of practical
            equivalence in the unit of the scores: 0.01 is a hundredth of AUC.
        """
        return tuple(
            table
            for one in self.comparisons.values()
            for table in over_sets_view(one, one.over_sets(control=control, rope=rope))
        )

    def __str__(self) -> str:
        return render(self.tables, "text")


@dataclass(frozen=True, eq=False)
class Plan:
    """What a run would compute.

    Parameters
    ----------
    experiment
        The part of the config that was asked for.
    cells
        The computation behind each place of the tables whose data are there.
    jobs
        The folds that are not in the store.
    """

    experiment: Experiment
    cells: Mapping[Cell, Computation]
    jobs: tuple[Job, ...]

    @property
    def n_results(self) -> int:
        """How many results are to be computed: several methods share a fold."""
        return sum(len(job.computations) for job in self.jobs)

    @property
    def table(self) -> Table:
        """What is there and what is to do, by data set."""
        experiment = self.experiment
        wanted = wanted_folds(experiment, self.cells)
        rows: list[tuple[str | None, ...]] = []
        for name in experiment.datasets:
            keys = {c.key for cell, c in self.cells.items() if cell.dataset == name}
            jobs = [job for job in self.jobs if job.dataset == name]
            n_todo = sum(len(job.computations) for job in jobs)
            n_all = sum(len(wanted[key]) for key in keys)
            found = (str(n_all), str(n_all - n_todo), str(n_todo), str(len(jobs)))
            rows.append((name, *(found if keys else (None,) * 4)))
        columns = ("data set", "results", "in the store", "to compute", "folds to run")
        note = f"{len(self.jobs)} folds to run, {self.n_results} results to compute"
        return text_table(experiment.title, columns, rows, (note,))

    def __str__(self) -> str:
        return render([self.table], "text")
