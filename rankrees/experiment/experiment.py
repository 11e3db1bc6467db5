"""What a config says, once it is known to be right."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from rankrees.data.userfile import DataFile
from rankrees.errors import RankreesError
from rankrees.methods.method import AnyMethod
from rankrees.metrics.registry import KEPT
from rankrees.names import did_you_mean, names_asked_for
from rankrees.preprocess.step import Step


@dataclass(frozen=True)
class Protocol:
    """The metric to show, and where the published code departs from the text.

    `steps` is its own preprocessing, `runs` its own number of runs (never more than the
    experiment's), `classes` its own declared classes by data set: None where they are
    the experiment's.
    """

    metric: str
    departures: tuple[str, ...] = ()
    steps: tuple[Step, ...] | None = None
    runs: int | None = None
    classes: Mapping[str, tuple[str, ...]] | None = None


@dataclass(frozen=True)
class Smoke:
    """What `--smoke` narrows an experiment to."""

    datasets: tuple[str, ...]
    runs: int
    folds: int


@dataclass(frozen=True)
class Curve:
    """A table to be read as a curve: the parameter along it, and what to call it.

    `printed` has what the paper prints of it, by the method's label.
    """

    parameter: str
    label: str
    printed: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Experiment:
    """Methods by label, data sets by name, and how the scores are made.

    `methods` are as the text describes them; `method` gives them under a protocol.
    `text` is what the config's files say, `resolved` one config in place of them.
    `files` has the data sets that are files of the user's, not of the catalogue;
    `classes` the classes that data sets declare instead of those in their headers.
    """

    name: str
    title: str
    paper: str | None
    table: str | None
    show: str
    baseline: str
    methods: Mapping[str, AnyMethod]
    datasets: tuple[str, ...]
    steps: tuple[Step, ...]
    scheme: str
    runs: int
    n_folds: int
    protocols: Mapping[str, Protocol]
    smoke: Smoke | None
    text: str
    resolved: str | None = None
    first_run: int = 1
    curve: Curve | None = None
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    comparisons: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    files: Mapping[str, DataFile] = field(default_factory=dict)
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def run_numbers(self) -> range:
        """The runs, which are also the seeds of their folds."""
        return range(self.first_run, self.first_run + self.runs)

    def runs_under(self, protocol: str) -> range:
        """Return the runs of a protocol, the first ones of all."""
        own = self.protocols[protocol].runs
        return self.run_numbers if own is None else self.run_numbers[:own]

    def metrics_under(self, protocol: str) -> tuple[str, ...]:
        """Return the metrics that a fold must have to be complete."""
        return tuple(dict.fromkeys((*KEPT, self.protocols[protocol].metric)))

    def classes_under(self, protocol: str, dataset: str) -> tuple[str, ...]:
        """Return the declared classes of a data set; none means those of its header."""
        own = self.protocols[protocol].classes
        return (self.classes if own is None else own).get(dataset, ())

    def method(self, label: str, protocol: str) -> AnyMethod:
        """Return a method under a protocol."""
        method = self.methods[label].under(self.protocols[protocol].departures)
        if protocol == "described" and method.reads_test_labels:
            raise ValueError(f"{label} reads test labels outside `published`")
        return method

    def steps_under(self, protocol: str) -> tuple[Step, ...]:
        """Return the preprocessing under a protocol."""
        own = self.protocols[protocol].steps
        return self.steps if own is None else own

    def narrowed(
        self,
        *,
        datasets: Collection[str] = (),
        methods: Collection[str] = (),
        protocol: str = "both",
        smoke: bool = False,
    ) -> Experiment:
        """Return the part of the experiment that was asked for; nothing means all.

        The order is the config's own. Unknown names are refused.
        """
        found = self
        if smoke:
            small = self.smoke or Smoke(self.datasets[:2], 2, 2)
            # other folds than the paper's: its numbers have no place beside these
            found = replace(
                found,
                datasets=small.datasets,
                runs=small.runs,
                n_folds=small.folds,
                protocols={
                    name: replace(p, runs=p.runs and min(p.runs, small.runs))
                    for name, p in self.protocols.items()
                },
                paper=None,
                table=None,
                curve=self.curve and replace(self.curve, printed={}),
            )
        chosen_sets = _chosen("data set", datasets, {*self.datasets, *found.datasets})
        if chosen_sets:
            order = dict.fromkeys((*self.datasets, *found.datasets))
            kept = tuple(name for name in order if name in chosen_sets)
            found = replace(found, datasets=kept)
        chosen = _chosen("method", methods, self.methods)
        if chosen:
            kept_methods = {k: v for k, v in self.methods.items() if k in chosen}
            baseline = self.baseline
            if baseline not in kept_methods:
                baseline = next(iter(kept_methods))
            found = replace(found, methods=kept_methods, baseline=baseline)
        if protocol != "both":
            only = _chosen("protocol", [protocol], self.protocols)
            kept_protocols = {k: v for k, v in self.protocols.items() if k in only}
            found = replace(found, protocols=kept_protocols)
        return found


def _chosen(kind: str, asked: Collection[str], known: Iterable[str]) -> set[str]:
    known = list(known)
    only, without = names_asked_for(asked)
    for name in (*only, *without):
        if name not in known:
            hint = did_you_mean(name, known)
            raise RankreesError(f"the config has no {kind} {name!r}{hint}")
    return (only or set(known)) - without if without else only
