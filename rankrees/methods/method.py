"""A method as the composition of its parts, or as a whole."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from rankrees.methods.component import (
    Combiner,
    Component,
    Estimator,
    Grower,
    Learnt,
    Model,
)
from rankrees.methods.fitted import AnyFitted, FittedTree
from rankrees.methods.sample import LeakedRows, Rows, Sample

T = TypeVar("T")


@dataclass(frozen=True)
class _Composition:
    """What is told of a method by its parts."""

    @property
    def parts(self) -> tuple[Component, ...]:
        """The parts in order; one that is left out is none."""
        fields = (getattr(self, field.name) for field in dataclasses.fields(self))
        return tuple(part for part in fields if part is not None)

    @property
    def id(self) -> str:
        """Canonical name of the composition, equal for equal computations."""
        return "+".join(part.id for part in self.parts)

    @property
    def versions(self) -> str:
        """The versions of the parts, part of the key under which results are kept."""
        return "+".join(str(part.version) for part in self.parts)

    @property
    def asks_for(self) -> type[Rows]:
        """What the method is asked with once it is fitted: see `Fitted`."""
        return LeakedRows if self.reads_test_labels else Rows

    @property
    def reads_test_labels(self) -> bool:
        """Whether some part was told to use the test labels (published code did)."""
        return any(getattr(part, "label_leak", False) for part in self.parts)


@dataclass(frozen=True)
class Method(_Composition):
    """How a tree is grown x how it is read x how trees are combined."""

    tree: Grower
    estimator: Estimator
    combine: Combiner | None = None

    @property
    def asks_for(self) -> type[Rows]:
        """What the method is asked with once it is fitted: see `Fitted`."""
        if self.combine is None or self.reads_test_labels:
            return super().asks_for
        return self.combine.asks_for

    def learn(self, sample: Sample, n_jobs: int = 1) -> Learnt:
        """Grow the tree or trees; methods with the same tree share it."""
        if self.combine is None:
            tree, seconds = sample.memo.once(
                self.tree, lambda: _timed(lambda: self.tree.grow(sample))
            )
            return Learnt((tree,), (1.0,), self.estimator, seconds)
        combine = self.combine
        learnt, seconds = _timed(
            lambda: combine.learn(self.tree, self.estimator, sample, n_jobs)
        )
        return dataclasses.replace(learnt, seconds=seconds)

    def assemble(self, learnt: Learnt, sample: Sample, n_jobs: int = 1) -> AnyFitted:
        """Make the model of what was learnt from the sample, growing nothing."""
        if self.combine is not None:
            return self.combine.assemble(learnt, sample, self.asks_for, n_jobs)
        (reading,) = learnt.readings(sample)
        return FittedTree(reading, self.asks_for)

    def fit(self, sample: Sample, n_jobs: int = 1) -> AnyFitted:
        """Train on the rows of a sample; `n_jobs` threads grow an ensemble."""
        return self.assemble(self.learn(sample, n_jobs), sample, n_jobs)

    def under(self, departures: Iterable[str]) -> Method:
        """Return the method as the published code had it, for the named departures."""
        method = self
        for departure in departures:
            for field in ("tree", "estimator", "combine"):
                part = getattr(method, field)
                if part is not None and departure in part.departures:
                    method = method._changed(field, part.departures[departure])
        return method

    def _changed(self, field: str, changes: Mapping[str, Any]) -> Method:
        # a tree that knows no such field (it is never pruned, say) stays as it is
        tree = {
            name: value
            for key, value in changes.items()
            if "." in key and hasattr(self.tree, name := key.removeprefix("tree."))
        }
        own = {k: v for k, v in changes.items() if "." not in k}
        method = dataclasses.replace(
            self, **{field: dataclasses.replace(getattr(self, field), **own)}
        )
        if tree:
            method = dataclasses.replace(
                method, tree=dataclasses.replace(method.tree, **tree)
            )
        return method


@dataclass(frozen=True)
class WholeMethod(_Composition):
    """A method of somebody else's; it has no tree that others could read."""

    model: Model

    def fit(self, sample: Sample, n_jobs: int = 1) -> AnyFitted:
        """Train on the rows of a sample; how many threads is the library's affair."""
        return self.model.fit(sample)

    def under(self, departures: Iterable[str]) -> WholeMethod:
        """Return the method itself: departures are those of the papers' programs."""
        return self


AnyMethod: TypeAlias = Method | WholeMethod


def _timed(make: Callable[[], T]) -> tuple[T, float]:
    """Return what is made, and the seconds that it took."""
    start = time.perf_counter()
    made = make()
    return made, time.perf_counter() - start
