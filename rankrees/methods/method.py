"""A method as the composition of its parts, or as a whole."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rankrees.methods.component import Combiner, Component, Estimator, Grower, Model


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
    def reads_test_labels(self) -> bool:
        """Whether some part was told to use the test labels (published code did)."""
        return any(getattr(part, "label_leak", False) for part in self.parts)


@dataclass(frozen=True)
class Method(_Composition):
    """How a tree is grown x how it is read x how trees are combined."""

    tree: Grower
    estimator: Estimator
    combine: Combiner | None = None

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

    def under(self, departures: Iterable[str]) -> WholeMethod:
        """Return the method itself: departures are those of the papers' programs."""
        return self


AnyMethod: TypeAlias = Method | WholeMethod
