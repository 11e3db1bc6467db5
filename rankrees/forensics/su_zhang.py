"""The findings on Table 1 of Su & Zhang 2004, and variants without them.

The paper prints means and standard deviations, so a rule is borne out by both: a set is
exact when its mean and its deviation equal the print.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rankrees.experiment.experiment import Experiment
from rankrees.forensics.findings import Change, with_metric, without
from rankrees.methods.method import Method
from rankrees.preprocess.discretize import EqualWidth, Mdl
from rankrees.preprocess.missing import ReplaceMissing
from rankrees.preprocess.step import Step
from rankrees.preprocess.useless import RemoveUseless
from rankrees.reference import printed_auc, printed_sd
from rankrees.reports.table import Table, text_table
from rankrees.statistics.comparison import Comparison
from rankrees.statistics.digits import matches, round_half_up

PAPER = "su-zhang-2004"
_PUBLISHED = "published"

Score = Callable[[Experiment], Comparison]
"""Gives the scores of an experiment under the published protocol."""


def _same(experiment: Experiment) -> Experiment:
    return experiment


@dataclass(frozen=True)
class Reading:
    """A rule as found, or what was changed in words, and how.

    `population`: the standard deviation divides by n instead of by n - 1.
    """

    label: str
    change: Change = _same
    population: bool = False


@dataclass(frozen=True)
class Rule:
    """A rule of the published program, and readings without it."""

    rule: str
    readings: tuple[Reading, ...]


def _published(**changes: object) -> Change:
    """Change the published protocol."""

    def change(experiment: Experiment) -> Experiment:
        protocol = experiment.protocols[_PUBLISHED]
        changed = dataclasses.replace(protocol, **changes)  # type: ignore[arg-type]
        return dataclasses.replace(experiment, protocols={_PUBLISHED: changed})

    return change


def _run_alone(run: int) -> Change:
    return lambda experiment: dataclasses.replace(experiment, first_run=run)


def _one_more(step: Step) -> Change:
    """Do one more step after the published ones."""
    return lambda experiment: _published(
        steps=(*experiment.steps_under(_PUBLISHED), step)
    )(experiment)


def _collapsed(experiment: Experiment) -> Experiment:
    """Collapse C4.4's tree, as Weka's own C4.5 does."""
    methods = {
        label: dataclasses.replace(
            method,
            tree=dataclasses.replace(method.tree, collapse=True),  # type: ignore[call-arg]
        )
        if isinstance(method, Method) and method.tree.name == "c44"
        else method
        for label, method in experiment.methods.items()
    }
    return dataclasses.replace(experiment, methods=methods)


RULES = {
    "one-run": Rule(
        "the folds are those of Weka's run 1 alone, not of ten runs",
        (
            Reading("run 2 alone", _run_alone(2)),
            Reading("runs 1 and 2", _published(runs=2)),
        ),
    ),
    "sd": Rule(
        "the standard deviation is that of a sample: ten folds, divided by nine",
        (Reading("divided by ten", population=True),),
    ),
    "old-curve": Rule(
        "the AUC is the area under the curve that Weka drew in 2003",
        (
            Reading("the AUC of 2006", with_metric("auc_unb")),
            Reading("Hand & Till's M", with_metric("auc")),
        ),
    ),
    "lost-row": Rule(
        "the curve does not see the row with the lowest score",
        (Reading("all rows seen", with_metric("auc_2004_no_row_lost")),),
    ),
    "ties": Rule(
        "a point lies behind the first of rows with equal scores",
        (Reading("behind the last", with_metric("auc_2004_last_of_ties")),),
    ),
    "sort": Rule(
        "rows with equal scores stand as the old quicksort leaves them",
        (Reading("in their own order", with_metric("auc_2004_stable_sort")),),
    ),
    "point-zero": Rule(
        "the area begins with the curve's first point, whose shares may be 0 of 0",
        (Reading("from the second point", with_metric("auc_2004_from_point_1")),),
    ),
    "nan": Rule(
        "where a share is 0 of 0 the area counts 1",
        (Reading("0.5", with_metric("auc_2004_nan_half")),),
    ),
    "single-row": Rule(
        "a pair of classes with one row, which makes no point, counts 0.5",
        (Reading("1", with_metric("auc_2004_single_one")),),
    ),
    "filter-order": Rule(
        "numbers are discretized first, then missing values replaced",
        (
            Reading(
                "replaced first", _published(steps=(ReplaceMissing(), EqualWidth()))
            ),
        ),
    ),
    "classes": Rule(
        "abalone, tic-tac-toe and yeast declare other classes than our headers",
        (Reading("as in the headers", _published(classes={})),),
    ),
    "name-attribute": Rule(
        "nothing is removed: splice keeps the name of each row",
        (Reading("names removed", _one_more(RemoveUseless())),),
    ),
    "laplace": Rule(
        "C4.4's Laplace divides by N + the classes present at the leaf's parent",
        (Reading("textbook Laplace", without("weka34-laplace")),),
    ),
    "collapse": Rule(
        "C4.4's tree is not collapsed", (Reading("collapsed", _collapsed),)
    ),
}
"""By name, in the order in which a reader can follow them."""

OPEN_CELLS = "open-cells"
_OPEN_SETS = ("adult", "satimage")

_TRIED = (
    Reading("as found"),
    Reading("replaced first", _published(steps=(ReplaceMissing(), EqualWidth()))),
    *(
        Reading(f"{n} bins", _published(steps=(EqualWidth(bins=n), ReplaceMissing())))
        for n in (5, 20, 40, 100)
    ),
    Reading("cut by MDL", _published(steps=(Mdl(), ReplaceMissing()))),
    Reading("run 2 alone", _run_alone(2)),
    Reading("the AUC of 2006", with_metric("auc_unb")),
    Reading("Hand & Till's M", with_metric("auc")),
)


def rule_table(experiment: Experiment, name: str, score: Score) -> Table:
    """Return how many sets are exact with a rule and without it, by method."""
    rule = RULES[name]
    labels = _with_print(experiment)
    part = experiment.narrowed(methods=labels, protocol=_PUBLISHED)
    rows = []
    for reading in (Reading("as found"), *rule.readings):
        scored = score(reading.change(part))
        row = [reading.label]
        for label in labels:
            row += _counts(scored, label, population=reading.population)
        rows.append(tuple(row))
    columns = ["reading"]
    for label in labels:
        columns += [label, f"{label}\nmeans", f"{label}\nsds"]
    notes = (
        "sets of which both the mean and the standard deviation equal the print, those "
        "whose mean does, and those whose deviation does",
    )
    return text_table(f"{name}: {rule.rule}", columns, rows, notes)


def open_cells_table(experiment: Experiment, score: Score) -> Table | None:
    """Return what was tried on the sets that do not come out; None without them."""
    wanted = [name for name in _OPEN_SETS if name in experiment.datasets]
    if not wanted:
        return None
    labels = _with_print(experiment)
    part = experiment.narrowed(datasets=wanted, methods=labels, protocol=_PUBLISHED)
    cells = [(name, label) for name in wanted for label in labels]
    means, sds = _print_of(experiment)
    rows = [("printed", *(f"{means[c]} \N{PLUS-MINUS SIGN} {sds[c]}" for c in cells))]
    for reading in _TRIED:
        scored = score(reading.change(part))
        rows.append((reading.label, *(_mean_and_sd(scored, *cell) for cell in cells)))
    columns = ("reading", *(f"{name}\n{label}" for name, label in cells))
    title = f"{OPEN_CELLS}: what was tried where the print does not come out"
    return text_table(title, columns, rows)


def _with_print(experiment: Experiment) -> list[str]:
    printed = {method for _, method in printed_auc(experiment.paper, experiment.table)}
    return [label for label in experiment.methods if label in printed]


def _print_of(
    experiment: Experiment,
) -> tuple[dict[tuple[str, str], str], dict[tuple[str, str], str]]:
    where = experiment.paper, experiment.table
    return printed_auc(*where), printed_sd(*where)


def _counts(scored: Comparison, label: str, *, population: bool) -> Sequence[str]:
    means, sds = _print_of(scored.config)
    found: list[tuple[bool, bool]] = []
    for dataset in scored.datasets:
        mean, sd = scored.mean(dataset, label), scored.sd(dataset, label)
        if mean is None or sd is None:
            continue
        if population:
            n = scored.means[dataset, label].n
            sd *= ((n - 1) / n) ** 0.5
        cell = dataset, label
        found.append((matches(mean, means[cell]), matches(sd, sds[cell])))
    n_exact = (
        sum(mean and sd for mean, sd in found),
        sum(mean for mean, _ in found),
        sum(sd for _, sd in found),
    )
    return [f"{n} of {len(found)}" for n in n_exact]


def _mean_and_sd(scored: Comparison, dataset: str, label: str) -> str:
    mean, sd = scored.mean(dataset, label), scored.sd(dataset, label)
    if mean is None or sd is None:
        return ""
    return f"{round_half_up(mean, 2)} \N{PLUS-MINUS SIGN} {round_half_up(sd, 2)}"
