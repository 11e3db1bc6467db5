"""The findings on the AUC tables of Wang & Zhang 2006, and variants without them.

A finding is a rule of the published program. A *variant* of an experiment is the same
experiment with that rule changed; how many printed digits are lost shows that the rule
is right, and how much of the published result hangs on it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from rankrees.experiment.experiment import Experiment, Protocol
from rankrees.methods.method import Method

Change = Callable[[Experiment], Experiment]


@dataclass(frozen=True)
class Variant:
    """What was changed, in words, and how."""

    label: str
    change: Change


@dataclass(frozen=True)
class Finding:
    """A rule of the published program, borne out by tables of AUC."""

    name: str
    rule: str
    variants: tuple[Variant, ...]


def _published(experiment: Experiment, protocol: Protocol) -> Experiment:
    return dataclasses.replace(experiment, protocols={"published": protocol})


def without(*departures: str) -> Change:
    """Switch departures off: that part follows the paper's text again."""

    def change(experiment: Experiment) -> Experiment:
        protocol: Protocol = experiment.protocols["published"]
        kept = tuple(d for d in protocol.departures if d not in departures)
        return _published(experiment, dataclasses.replace(protocol, departures=kept))

    return change


def _with_estimator(name: str, **fields: object) -> Change:
    """Change parameters of one kind of estimator in every method that has it."""

    def change(experiment: Experiment) -> Experiment:
        methods = {
            label: dataclasses.replace(
                method,
                estimator=dataclasses.replace(method.estimator, **fields),
            )
            if isinstance(method, Method) and method.estimator.name == name
            else method
            for label, method in experiment.methods.items()
        }
        return dataclasses.replace(experiment, methods=methods)

    return change


def with_resampling(version: str) -> Change:
    """Draw the bags of every ensemble as another Weka does."""

    def change(experiment: Experiment) -> Experiment:
        experiment = without("weka34-resample")(experiment)
        methods = {
            label: method
            if not isinstance(method, Method) or method.combine is None
            else dataclasses.replace(
                method,
                combine=dataclasses.replace(method.combine, resample=version),  # type: ignore[call-arg]
            )
            for label, method in experiment.methods.items()
        }
        return dataclasses.replace(experiment, methods=methods)

    return change


def with_metric(metric: str) -> Change:
    """Measure by another metric."""

    def change(experiment: Experiment) -> Experiment:
        protocol = experiment.protocols["published"]
        return _published(experiment, dataclasses.replace(protocol, metric=metric))

    return change


def _with_first_run(run: int) -> Change:
    return lambda experiment: dataclasses.replace(experiment, first_run=run)


FINDINGS = {
    finding.name: finding
    for finding in (
        Finding(
            "folds",
            "run r is Weka's own: new Random(r), r = 1 to 5, randomize, stratify(10)",
            (
                Variant("seeds 0 to 4", _with_first_run(0)),
                Variant("seeds 6 to 10", _with_first_run(6)),
            ),
        ),
        Finding(
            "auc",
            "the M-measure is a mean over all declared pairs of classes, one direction",
            (Variant("Hand & Till's M", with_metric("auc")),),
        ),
        Finding(
            "laplace",
            "C4.4's Laplace divides by N + the classes present at the leaf's parent",
            (Variant("textbook Laplace", without("weka34-laplace")),),
        ),
        Finding(
            "chain",
            "paths follow parent pointers that subtree raising left stale",
            (Variant("true path", without("stale-parents")),),
        ),
        Finding(
            "empty-leaf",
            "a leaf without rows is not part of its own path in S and C",
            (Variant("part of its path", without("empty-leaf-dropped")),),
        ),
        Finding(
            "m-branch",
            "m adapts to the height, counted along the path to the leaf",
            (
                Variant("constant m = 4", _with_estimator("m-branch", adaptive=False)),
                Variant(
                    "height of the node", _with_estimator("m-branch", height="node")
                ),
            ),
        ),
        Finding(
            "ling-yan",
            "s = 0.4, Laplace over the classes present, C45-L on the unpruned tree",
            (
                Variant("s = 0.3", without("ling-yan-decay")),
                Variant("declared classes", without("ling-yan-classes")),
                Variant("pruned tree", without("ling-yan-unpruned")),
            ),
        ),
        Finding(
            "leak",
            "W and C compare the TEST label with the training labels",
            (Variant("test label not used", without("label-leak")),),
        ),
        Finding(
            "leave-one-out",
            "S takes no row out; C takes it out of the leaf only",
            (
                Variant("S takes it out", without("no-leave-one-out")),
                Variant("C: out of all nodes", without("leaf-only-removal")),
            ),
        ),
        Finding(
            "normalise",
            "the outputs of M and C do not sum to 1",
            (Variant("divided by the sum", without("unnormalised")),),
        ),
        Finding(
            "bagging",
            "bags are drawn as Weka 3.4 drew them",
            (
                Variant("as Weka 3.6", with_resampling("weka36")),
                Variant("as Weka 3.9", with_resampling("weka39")),
            ),
        ),
    )
}
