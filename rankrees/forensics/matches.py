"""Digit matches of an AUC table with a rule as found and without it."""

from __future__ import annotations

from collections.abc import Callable

from rankrees.experiment.experiment import Experiment
from rankrees.forensics.findings import Finding, Variant
from rankrees.reference import printed_auc
from rankrees.reports.table import Table, text_table
from rankrees.statistics.comparison import Comparison
from rankrees.statistics.digits import matches, plain_mean, round_half_up

PUBLISHED = "published"


def affected(experiment: Experiment, variant: Variant) -> Experiment | None:
    """Return the changed experiment, with those methods only that the change touches.

    None where it touches no method of the experiment.
    """
    changed = variant.change(experiment)
    everything = (
        changed.first_run != experiment.first_run
        or changed.protocols[PUBLISHED].metric != experiment.protocols[PUBLISHED].metric
    )
    labels = [
        label
        for label in experiment.methods
        if everything
        or changed.method(label, PUBLISHED) != experiment.method(label, PUBLISHED)
    ]
    if not labels:
        return None
    return changed.narrowed(methods=labels, protocol=PUBLISHED)


def finding_table(
    experiment: Experiment,
    finding: Finding,
    score: Callable[[Experiment], Comparison],
) -> Table | None:
    """Return matches and distances from the print, by method, for each variant.

    Parameters
    ----------
    score
        Gives the scores of an experiment under the published protocol.

    Returns
    -------
    Table or None
        None where the finding is about no method of the experiment.
    """
    variants = [(v.label, affected(experiment, v)) for v in finding.variants]
    changed = [(label, other) for label, other in variants if other is not None]
    touched = {label for _, other in changed for label in other.methods}
    if not touched:
        return None
    labels = [label for label in experiment.methods if label in touched]
    base = score(experiment.narrowed(methods=labels, protocol=PUBLISHED))
    columns = ["method", "as found", "off by"]
    cells: list[tuple[str, ...]] = [_cells(base, label) for label in labels]
    for name, other in changed:
        columns += [name, "off by"]
        scored = score(other)
        cells = [
            (*row, *(_cells(scored, label) if label in other.methods else ("", "")))
            for row, label in zip(cells, labels, strict=True)
        ]
    rows = tuple((label, *row) for label, row in zip(labels, cells, strict=True))
    notes = (
        "digits: cells equal to the print, of those compared; off by: mean absolute "
        "difference from the print",
    )
    title = f"{finding.name}: {finding.rule}"
    return text_table(title, tuple(columns), rows, notes)


def _cells(scored: Comparison, label: str) -> tuple[str, str]:
    """Return how many printed digits are met, and the mean distance from them."""
    experiment = scored.config
    printed = printed_auc(experiment.paper, experiment.table)
    pairs = [
        (value, printed[dataset, label])
        for dataset in experiment.datasets
        if (dataset, label) in printed
        and (value := scored.mean(dataset, label)) is not None
    ]
    n_equal = sum(matches(value, text) for value, text in pairs)
    off = plain_mean(abs(value - float(text)) for value, text in pairs)
    return f"{n_equal} of {len(pairs)}", round_half_up(off, 2) if pairs else ""
