"""What is compared: the results of a config, or a file of scores."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from rankrees.cli.options import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    import pandas as pd

    from rankrees.compare.comparison import Comparison
    from rankrees.compare.foldtests import FoldTest
    from rankrees.compare.scored import Scored
    from rankrees.experiment.experiment import Experiment


@dataclass(frozen=True)
class Asked:
    """What was asked for on the command line; the fields are the options."""

    config: str | None
    scores: Path | None
    store: Path
    data_dir: Path | None
    datasets: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    protocol: str = "both"
    metric: str | None = None
    baseline: str | None = None
    test: str = "corrected"
    alpha: float = 0.05
    ratio: float | None = None
    allow_missing: bool = False
    lower_is_better: bool = False

    def check(self) -> None:
        """Refuse options that do not go together."""
        if (self.config is None) == (self.scores is None):
            raise click.UsageError("give either --config or --scores")
        if self.scores is None:
            for name in ("ratio", "allow_missing", "lower_is_better"):
                if getattr(self, name):
                    option = "--" + name.replace("_", "-")
                    raise click.UsageError(f"{option} is for --scores")


def load_experiment(asked: Asked) -> Experiment:
    """Return the part of the config that was asked for."""
    from rankrees.config.load import load_config
    from rankrees.errors import RankreesError
    from rankrees.metrics.registry import KEPT, METRICS

    assert asked.config is not None
    experiment = load_config(asked.config, asked.store).narrowed(
        datasets=asked.datasets, methods=asked.methods, protocol=asked.protocol
    )
    if asked.metric is not None and asked.metric not in METRICS:
        raise RankreesError(
            f"no metric is called {asked.metric!r} (known: {', '.join(METRICS)})"
        )
    shown = {protocol.metric for protocol in experiment.protocols.values()}
    if asked.metric is not None and asked.metric not in (*KEPT, *shown):
        raise RankreesError(
            f"{asked.metric} is computed where a protocol of the config has it as its "
            f"metric, and none of {experiment.name} has"
        )
    if asked.baseline is not None:
        _check_method(asked.baseline, experiment.methods)
        experiment = dataclasses.replace(experiment, baseline=asked.baseline)
    return experiment


def score_config(
    experiment: Experiment, asked: Asked
) -> tuple[Mapping[str, Scored], bool]:
    """Return an experiment's scores by protocol, and whether they are complete."""
    from rankrees.cli.scored import score_stored

    return score_stored(
        experiment,
        asked.store,
        asked.data_dir,
        metric=asked.metric,
        test=asked.test,
        alpha=asked.alpha,
    )


def load_scores(asked: Asked) -> list[Comparison]:
    """Return what a file of scores compares, one comparison for each protocol in it."""
    from rankrees.compare.filescores import FileScores
    from rankrees.compare.scorefile import chosen, complete_scores, read_scores
    from rankrees.errors import ScoresError

    path = asked.scores
    assert path is not None
    frame = read_scores(path)
    protocols = () if asked.protocol == "both" else (asked.protocol,)
    for name, names in (
        ("dataset", asked.datasets),
        ("method", asked.methods),
        ("protocol", protocols),
        ("metric", () if asked.metric is None else (asked.metric,)),
    ):
        frame = chosen(frame, path, name, names)
    metrics = [str(m) for m in frame["metric"].unique()] if "metric" in frame else []
    if len(metrics) > 1:
        known = f"several metrics, choose with --metric: {', '.join(metrics)}"
        raise ScoresError(path, None, known)
    if "protocol" not in frame:
        frame = frame.assign(protocol="")
    found: list[Comparison] = []
    for protocol, part in frame.groupby("protocol", sort=False):
        whole, left_out = complete_scores(part, path, allow_missing=asked.allow_missing)
        for dataset, why in left_out.items():
            say(f"rankrees: left out: {dataset}: {why}")
        methods = [str(method) for method in whole["method"].unique()]
        if asked.baseline is not None:
            _check_method(asked.baseline, methods)
        found.append(
            FileScores(
                whole,
                path.name,
                _file_test(whole, asked),
                asked.baseline or methods[0],
                metrics[0] if metrics else None,
                str(protocol) or None,
                asked.lower_is_better,
            )
        )
    return found


def _file_test(frame: pd.DataFrame, asked: Asked) -> FoldTest:
    """Return the test on folds, with the ratio that was given or the folds show."""
    from rankrees.compare.foldtests import FoldTest, fold_ratio
    from rankrees.compare.scorefile import folds_of
    from rankrees.errors import ScoresError

    assert asked.scores is not None
    ratio = asked.ratio or 0.0
    single = not frame.duplicated(["dataset", "method"]).any()
    if asked.test == "corrected" and asked.ratio is None and not single:
        folds = folds_of(frame)
        sizes = set(folds.values())
        if len(sizes) > 1 or sizes & {0, 1}:
            listed = ", ".join(f"{name} {n or 'varies'}" for name, n in folds.items())
            raise ScoresError(
                asked.scores,
                None,
                "the corrected test must know the size of the test sets, which the "
                f"folds of a run do not tell ({listed}): give it with --ratio",
            )
        ratio = fold_ratio(sizes.pop())
    return FoldTest(asked.test, ratio, asked.alpha)


def _check_method(name: str, known: Iterable[str]) -> None:
    from rankrees.errors import RankreesError

    if name not in known:
        listed = ", ".join(known)
        raise RankreesError(f"no method is called {name!r} (known: {listed})")
