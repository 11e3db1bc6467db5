"""A sweep of one parameter, as a table and as points to plot."""

from __future__ import annotations

from collections.abc import Mapping

from rankrees.experiment.experiment import Experiment
from rankrees.reports.table import Cell, Row, Table, number_cell
from rankrees.statistics.comparison import SHOWN_DECIMALS, Comparison
from rankrees.statistics.digits import matches, plain_mean


def parameter_of(experiment: Experiment, label: str) -> float:
    """Return where on the curve a method stands: a field of one of its parts."""
    assert experiment.curve is not None
    for part in experiment.methods[label].parts:
        value = getattr(part, experiment.curve.parameter, None)
        if value is not None:
            return float(value)
    raise ValueError(f"{label} has no parameter {experiment.curve.parameter!r}")


def curve_points(
    experiment: Experiment, scored: Comparison
) -> list[tuple[float, float]]:
    """Return (parameter, mean over the data sets) for each method that has results."""
    points = []
    for label in experiment.methods:
        means = [scored.mean(dataset, label) for dataset in experiment.datasets]
        there = [mean for mean in means if mean is not None]
        if len(there) == len(means):
            points.append((parameter_of(experiment, label), plain_mean(there)))
    return points


def curve_matches(scored: Comparison) -> tuple[int, int]:
    """Return how many printed points of the curve come out, of those compared."""
    experiment = scored.config
    assert experiment.curve is not None
    points = dict(curve_points(experiment, scored))
    found = [
        matches(points[at], printed)
        for label, printed in experiment.curve.printed.items()
        if label in experiment.methods
        and (at := parameter_of(experiment, label)) in points
    ]
    return sum(found), len(found)


def curve_table(experiment: Experiment, scored: Mapping[str, Comparison]) -> Table:
    """Return the curve of each protocol, beside what is printed of it."""
    assert experiment.curve is not None
    curves = {name: dict(curve_points(experiment, one)) for name, one in scored.items()}
    rows: list[Row] = []
    for label in experiment.methods:
        at = parameter_of(experiment, label)
        printed = experiment.curve.printed.get(label)
        row = [Cell(f"{at:g}", at), Cell(printed)]
        row += [number_cell(curves[name].get(at), SHOWN_DECIMALS) for name in scored]
        rows.append(tuple(row))
    columns = (
        experiment.curve.label,
        "printed",
        *(f"as {name} ({one.metric})" for name, one in scored.items()),
    )
    notes = [f"mean over: {', '.join(experiment.datasets)}"]
    published = scored.get("published")
    n_equal, n_compared = (0, 0) if published is None else curve_matches(published)
    if n_compared:
        notes.append(f"digit matches: {n_equal} of {n_compared} printed points")
    return Table(experiment.title, columns, tuple(rows), tuple(notes))
