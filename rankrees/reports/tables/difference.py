"""How far a method's scores as published are from those as described, and why."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rankrees.methods.departures import departures_on
from rankrees.reports.table import Cell, Row, Table, number_cell
from rankrees.statistics.comparison import SHOWN_DECIMALS, Comparison
from rankrees.statistics.digits import plain_mean, round_half_up, rounded


@dataclass(frozen=True)
class Difference:
    """One method's mean over data sets, from the paper's text to its program.

    `described` is the mean by the text; `departed` that of the published program in
    the same metric, None where it is not known; `published` that in its own metric.
    """

    method: str
    departures: tuple[str, ...]
    described: float
    departed: float | None
    published: float
    n_sets: int
    largest: float
    largest_on: str

    @property
    def by_departures(self) -> float | None:
        """What the departures of the program do to the mean."""
        return None if self.departed is None else self.departed - self.described

    @property
    def by_metric(self) -> float | None:
        """What the other way to measure does to the mean."""
        return None if self.departed is None else self.published - self.departed

    @property
    def total(self) -> float:
        """Published less described."""
        return self.published - self.described


def differences(
    published: Comparison, described: Comparison, departed: Comparison | None = None
) -> list[Difference]:
    """Return the difference of each method over the sets that have all its values.

    Parameters
    ----------
    departed
        The published protocol in the metric of the described one. With it the
        difference falls into two: that of the program and that of the metric.
    """
    experiment = published.config
    departures = experiment.protocols["published"].departures
    # what is not measured again is the same already
    if departed is None and published.metric == described.metric:
        departed = published
    every = [one for one in (published, described, departed) if one is not None]
    found = []
    for method in experiment.methods:
        rows: dict[str, list[float]] = {}
        for name in experiment.datasets:
            row = [one.mean(name, method) for one in every]
            there = [mean for mean in row if mean is not None]
            if len(there) == len(every):
                rows[name] = there
        if not rows:
            continue
        apart = {name: row[0] - row[1] for name, row in rows.items()}
        widest = max(apart, key=lambda name: abs(apart[name]))
        means = [plain_mean(column) for column in zip(*rows.values(), strict=True)]
        found.append(
            Difference(
                method,
                departures_on(experiment.methods[method], departures),
                means[1],
                means[2] if departed is not None else None,
                means[0],
                len(rows),
                apart[widest],
                widest,
            )
        )
    return found


def difference_table(published: Comparison, found: list[Difference]) -> Table:
    """Return the differences as a table: from described, by two steps, to published."""
    two_steps = any(one.departed is not None for one in found)
    columns = ["method", "as described"]
    columns += ["by departures", "by metric"] if two_steps else ["difference"]
    columns += ["as published", "largest difference", "on"]
    rows: list[Row] = []
    for one in found:
        steps = [one.by_departures, one.by_metric] if two_steps else [one.total]
        rows.append(
            (
                Cell(one.method),
                number_cell(one.described, SHOWN_DECIMALS),
                *map(_signed_cell, steps),
                number_cell(one.published, SHOWN_DECIMALS),
                _signed_cell(one.largest),
                Cell(one.largest_on),
            )
        )
    title = f"{published.config.title}: as described and as published"
    sizes = sorted({one.n_sets for one in found})
    over = " to ".join(map(str, dict.fromkeys([sizes[0], sizes[-1]]))) if sizes else "0"
    return Table(title, tuple(columns), tuple(rows), (f"means over {over} data sets",))


def _signed_cell(value: float | None) -> Cell:
    if value is None:
        return Cell(None)
    return Cell(
        signed(value), math.copysign(rounded(abs(value), SHOWN_DECIMALS), value)
    )


def signed(value: float, decimals: int = SHOWN_DECIMALS) -> str:
    """Write a difference with its sign; no difference has none."""
    text = round_half_up(abs(value), decimals)
    if not float(text):
        return text
    return f"+{text}" if value > 0 else f"\N{MINUS SIGN}{text}"
