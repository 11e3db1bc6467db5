"""How the scores of a config were made, in words."""

from __future__ import annotations

from collections.abc import Mapping

from rankrees.experiment.experiment import Experiment
from rankrees.metrics.registry import METRICS
from rankrees.reports.html.page import MethodMade, Procedure
from rankrees.statistics.comparison import Comparison

_SCOPES = {
    "dataset": "fitted once on the whole data set, test rows included",
    "train": "fitted on the training rows of each fold",
}


def make_procedure(scored: Mapping[str, Comparison]) -> Procedure:
    """Return what a reader needs to make the scores again."""
    one = next(iter(scored.values()))
    experiment = one.config
    return Procedure(
        (
            ("config", experiment.name),
            ("folds", folds_in_words(experiment)),
            *(
                (f"as {name}", f"{s.metric}: {METRICS[s.metric].description}")
                for name, s in scored.items()
            ),
            ("test", one.test_in_words),
            ("baseline", experiment.baseline),
        ),
        tuple(_method(experiment, label) for label in experiment.methods),
        tuple(
            (step.id, f"{_first_line(type(step))} {_SCOPES[step.scope].capitalize()}.")
            for step in experiment.steps
        ),
        experiment.text,
    )


def folds_in_words(experiment: Experiment) -> str:
    """Return the cross-validation in words."""
    runs = experiment.run_numbers
    seeds = f"seed {runs[0]}" if len(runs) == 1 else f"seeds {runs[0]} to {runs[-1]}"
    scheme = {"weka": "Weka's stratified folds"}.get(
        experiment.scheme, experiment.scheme
    )
    times = f"{experiment.runs} \N{MULTIPLICATION SIGN} {experiment.n_folds}-fold"
    return f"{times}, {scheme}, {seeds}"


def _method(experiment: Experiment, label: str) -> MethodMade:
    ids = {name: experiment.method(label, name).id for name in experiment.protocols}
    if len(set(ids.values())) == 1:
        ids = {"both" if len(ids) > 1 else name: text for name, text in ids.items()}
    parts = experiment.methods[label].parts
    return MethodMade(
        label,
        tuple(f"{part.name}: {_first_line(type(part))}" for part in parts),
        tuple(ids.items()),
    )


def _first_line(cls: type) -> str:
    return (cls.__doc__ or "").strip().partition("\n")[0]
