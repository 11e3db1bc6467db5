"""How the scores of a config were made, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rankrees.experiment.experiment import Experiment
from rankrees.metrics.registry import METRICS
from rankrees.preprocess.step import Step
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
        tuple(_steps(experiment)),
        experiment.text,
    )


def _steps(experiment: Experiment) -> Iterator[tuple[str, str]]:
    """Yield the steps and what they do, first those of protocols without their own."""
    by_protocol: dict[tuple[Step, ...], list[str]] = {}
    for name in experiment.protocols:
        by_protocol.setdefault(experiment.steps_under(name), []).append(name)
    for steps, names in by_protocol.items():
        of = f" (as {' and as '.join(names)})" if len(by_protocol) > 1 else ""
        for step in steps:
            scope = _SCOPES[step.scope].capitalize()
            yield f"{step.id}{of}", f"{_first_line(type(step))} {scope}."


def folds_in_words(experiment: Experiment) -> str:
    """Return the cross-validation in words."""
    runs = experiment.run_numbers
    seeds = f"seed {runs[0]}" if len(runs) == 1 else f"seeds {runs[0]} to {runs[-1]}"
    scheme = {"weka": "Weka's stratified folds"}.get(
        experiment.scheme, experiment.scheme
    )
    times = f"{experiment.runs} \N{MULTIPLICATION SIGN} {experiment.n_folds}-fold"
    fewer = [
        f"as {name} run{'s' if own > 1 else ''} {_first_to_last(experiment, name)} only"
        for name, protocol in experiment.protocols.items()
        if (own := protocol.runs) is not None and own < experiment.runs
    ]
    return ", ".join([times, scheme, seeds, *fewer])


def _first_to_last(experiment: Experiment, protocol: str) -> str:
    runs = experiment.runs_under(protocol)
    return str(runs[0]) if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"


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
