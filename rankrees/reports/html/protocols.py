"""Where the protocols differ, and which departures make them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankrees.experiment.experiment import Experiment
from rankrees.methods.departures import MEANINGS, departures_on
from rankrees.metrics.registry import METRICS
from rankrees.reports.html.page import DepartureOn, ProtocolGap
from rankrees.reports.tables.difference import Difference, difference_table
from rankrees.statistics.comparison import Comparison


def make_protocol_gap(
    scored: Mapping[str, Comparison], found: Sequence[Difference]
) -> ProtocolGap | None:
    """Return the explanation, None where there are no two protocols to tell apart."""
    if set(scored) != {"published", "described"} or not found:
        return None
    published = scored["published"]
    return ProtocolGap(
        difference_table(published, list(found)),
        _departures(published.config),
        tuple(
            (name, one.metric, METRICS[one.metric].description)
            for name, one in scored.items()
        ),
    )


def _departures(experiment: Experiment) -> tuple[DepartureOn, ...]:
    return tuple(
        DepartureOn(
            name,
            MEANINGS.get(name, ""),
            tuple(
                label
                for label, method in experiment.methods.items()
                if departures_on(method, [name])
            ),
        )
        for name in experiment.protocols["published"].departures
    )
