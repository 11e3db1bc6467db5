"""The kinds of parts a method is made of, and their registry.

A part is a frozen dataclass: its fields are its parameters, with defaults that follow
the papers' *text*. Where published code departs from the text, the part says so in
`departures`; the `published` protocol applies those by name, nothing else does.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from rankrees.errors import RankreesError
from rankrees.methods.fitted import Fitted, R
from rankrees.methods.reading import Reading
from rankrees.methods.sample import Rows, Sample
from rankrees.names import nearest
from rankrees.ranges import check_fields
from rankrees.trees.tree import Tree

Departures = Mapping[str, Mapping[str, Any]]
"""Name of a departure of published code from the text -> the fields it changes."""


@dataclass(frozen=True)
class Component:
    """A named, versioned part of a method.

    `version` counts the changes that alter results: raising it makes the store
    recompute what used the part, and nothing else. `departures` maps the name of a
    departure to the fields it changes; a field of the method's tree is written
    `tree.FIELD`. A field's annotation says which values it may have (`Range`), and the
    constructor refuses others. Fields made with `published_only()` cannot be set in a
    config. `use` says in a line when the part is a good choice.
    """

    name: ClassVar[str] = ""
    version: ClassVar[int] = 1
    reference: ClassVar[str] = ""
    use: ClassVar[str] = ""
    departures: ClassVar[Departures] = {}

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def id(self) -> str:
        """Canonical name: `c45[confidence=0.25,min_leaf=2]`, fields sorted by name."""
        later = {f.name: f.default for f in dataclasses.fields(self) if _is_later(f)}
        fields = sorted(
            (key, value)
            for key, value in dataclasses.asdict(self).items()
            if key not in later or value != later[key]
        )
        inside = ",".join(f"{key}={_plain(value)}" for key, value in fields)
        return f"{self.name}[{inside}]" if inside else self.name


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return "/".join(_plain(item) for item in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def later(default: Any) -> Any:
    """Declare a field that the part did not have from the start.

    At its default it is not part of the name, so that results of before stay valid.
    """
    return dataclasses.field(default=default, metadata={"later": True})


def _is_later(field: dataclasses.Field[Any]) -> bool:
    return bool(field.metadata.get("later"))


def published_only(default: Any) -> Any:
    """Declare a field that only the published protocol may change."""
    return dataclasses.field(default=default, metadata={"published_only": True})


@dataclass(frozen=True)
class Grower(Component):
    """How a tree is grown.

    `read_with` names the estimator that its paper reads such a tree with; it is what a
    command line means that names the tree alone. A grower that is `nominal_only`
    refuses numeric attributes and missing values.
    """

    read_with: ClassVar[str] = "frequency"
    nominal_only: ClassVar[bool] = False

    def grow(self, sample: Sample) -> Tree:
        """Grow a tree on the rows of a sample: all training rows, or a bag of them."""
        raise NotImplementedError


@dataclass(frozen=True)
class WeightedGrower(Grower):
    """A grower that heeds `Sample.weights`, as boosting wants."""


@dataclass(frozen=True)
class Estimator(Component):
    """How probabilities are read off a grown tree."""

    def fit(self, tree: Tree, sample: Sample) -> Reading:
        """Return the tree as it is read, ready to answer and to explain.

        Parameters
        ----------
        tree
            Grown on the sample, or on a bag of it.
        sample
            The whole training sample.
        """
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Learnt:
    """All that growing has found out; together with the sample it is the model.

    Parameters
    ----------
    trees
        One tree, or those of the members of an ensemble.
    weights
        The weight of each.
    estimator
        How they are read: the method's estimator, or the variant that was chosen.
    seconds
        What growing took, also where another method had grown the same tree before.
    """

    trees: tuple[Tree, ...]
    weights: tuple[float, ...]
    estimator: Estimator
    seconds: float = 0.0

    def readings(self, sample: Sample) -> tuple[Reading, ...]:
        """Return the trees as the estimator reads them."""
        return tuple(self.estimator.fit(tree, sample) for tree in self.trees)


@dataclass(frozen=True)
class Combiner(Component):
    """How several trees are made from one training sample and combined.

    `asks_for` tells what the combined model is asked with: see `Fitted`.
    """

    asks_for: ClassVar[type[Rows]] = Rows

    def learn(
        self, grower: Grower, estimator: Estimator, sample: Sample, n_jobs: int = 1
    ) -> Learnt:
        """Grow what is to be combined, in so many threads as far as that can be."""
        raise NotImplementedError

    def assemble(
        self, learnt: Learnt, sample: Sample, asks_for: type[R], n_jobs: int = 1
    ) -> Fitted[R]:
        """Make a model of what was learnt from the sample, growing nothing."""
        raise NotImplementedError


@dataclass(frozen=True)
class Model(Component):
    """A method that is not made of a tree and its reading: somebody else's, as a whole.

    Whatever library does the work, its version belongs into `id`.
    """

    def fit(self, sample: Sample) -> Fitted[Rows]:
        """Train on the rows of a sample."""
        raise NotImplementedError


C = TypeVar("C", bound=type[Component])
_REGISTRY: dict[str, dict[str, type[Component]]] = {}


def register(name: str) -> Callable[[C], C]:
    """Enter a part under its name; a name is given once per kind."""

    def enter(cls: C) -> C:
        kind = _kind(cls)
        known = _REGISTRY.setdefault(kind, {})
        if name in known:
            raise ValueError(f"two {kind}s are called {name!r}")
        cls.name = name
        known[name] = cls
        return cls

    return enter


def _kind(cls: type[Component]) -> str:
    kinds = {"tree": Grower, "estimator": Estimator, "model": Model}
    return next((k for k, base in kinds.items() if issubclass(cls, base)), "combiner")


def components(kind: str) -> dict[str, type[Component]]:
    """Return the registered parts of a kind.

    The kinds are `tree`, `estimator`, `combiner` and `model`.
    """
    from rankrees.methods.discovery import load_all

    load_all()
    return dict(_REGISTRY.get(kind, {}))


def component(kind: str, name: str) -> type[Component]:
    """Return one registered part, or say which name comes nearest."""
    known = components(kind)
    if name not in known:
        raise RankreesError(f"no {kind} is called {name!r}; {nearest(name, known)}")
    return known[name]
