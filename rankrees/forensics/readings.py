"""Readings of a text that leaves choices open, each beside what the paper prints.

Liang & Yan 2006 print no table of AUCs, only counts of wins and an average standard
deviation. Those cannot prove a reading, but they can tell which comes nearest.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

from rankrees.experiment.experiment import Experiment
from rankrees.forensics.findings import Change, Variant, with_metric, with_resampling
from rankrees.methods.method import Method
from rankrees.reference import printed_win_tie_loss
from rankrees.reference.aggregates import printed_average
from rankrees.reports.table import Table, text_table
from rankrees.reports.tables.spread import average_sd
from rankrees.statistics.comparison import SHOWN_DECIMALS, Comparison
from rankrees.statistics.digits import round_half_up
from rankrees.statistics.wtl import WinTieLoss


def _lazy(numeric: str | None = None, **tree: object) -> Change:
    """Change LazyTree: when numbers are alike, or how a split is judged."""
    both = {} if numeric is None else {"numeric": numeric}

    def change(experiment: Experiment) -> Experiment:
        methods = dict(experiment.methods)
        for label, method in methods.items():
            if isinstance(method, Method) and method.tree.name == "lazy-tree":
                methods[label] = dataclasses.replace(
                    method,
                    tree=dataclasses.replace(method.tree, **both, **tree),
                    estimator=dataclasses.replace(method.estimator, **both),
                )
        return dataclasses.replace(experiment, methods=methods)

    return change


def _with(departure: str) -> Change:
    """Let the published protocol depart from the text in one more way."""

    def change(experiment: Experiment) -> Experiment:
        protocol = experiment.protocols["published"]
        more = (*protocol.departures, departure)
        changed = dataclasses.replace(protocol, departures=more)
        return dataclasses.replace(experiment, protocols={"published": changed})

    return change


READINGS: Mapping[str, tuple[Variant, ...]] = {
    "liang-yan-2006": (
        Variant("ten bins, training order (the config)", lambda experiment: experiment),
        Variant("equal values, training order", _lazy("equal")),
        Variant("ten bins, shuffled", _lazy("bins", shuffled=True)),
        Variant("equal values, shuffled", _lazy("equal", shuffled=True)),
        Variant("ten bins, all splits of 30 rows", _lazy("bins", threshold=-1.0)),
        Variant("ten bins, gain of 5 % asked for", _lazy("bins", threshold=0.05)),
        Variant("ten bins, bags as Weka 3.4", with_resampling("weka34")),
        Variant("ten bins, Laplace as Weka 3.4", _with("weka34-laplace")),
        Variant("ten bins, Hand & Till's AUC", with_metric("auc")),
    ),
}
"""By paper: what was tried, the config's own reading first."""


def readings_table(
    experiment: Experiment, score: Callable[[Experiment], Comparison]
) -> Table:
    """Return the printed counts and spreads, and those of every reading.

    Parameters
    ----------
    experiment
        A config of one of the papers in `READINGS`.
    score
        Computes the scores of an experiment as published.
    """
    assert experiment.paper is not None
    pairs = {
        pair: WinTieLoss(*numbers)
        for pair, numbers in printed_win_tie_loss(
            experiment.paper, experiment.table
        ).items()
        if set(pair) <= set(experiment.methods)
    }
    printed = printed_average(experiment.paper, "average sd of auc")
    spreads = {m: text for m, text in printed.items() if m in experiment.methods}
    asked = {method for pair in pairs for method in pair} | set(spreads)
    part = experiment.narrowed(methods=asked, protocol="published")
    rows: list[tuple[str | None, ...]] = [
        ("printed", *map(str, pairs.values()), *spreads.values())
    ]
    for reading in READINGS[experiment.paper]:
        scored = score(reading.change(part))
        sds = (average_sd(scored, method) for method in spreads)
        rows.append(
            (
                reading.label,
                *(str(scored.wins[pair]) for pair in pairs),
                *(
                    None if sd is None else round_half_up(sd, SHOWN_DECIMALS)
                    for sd in sds
                ),
            )
        )
    columns = (
        "reading",
        *(f"{row}\nv {column}" for row, column in pairs),
        *(f"{method}\naverage sd" for method in spreads),
    )
    title = "readings: what the text leaves open, and which choice comes nearest"
    notes = ("row v column: wins/ties/losses, by " + scored.test_in_words,)
    return text_table(title, columns, tuple(rows), notes)
