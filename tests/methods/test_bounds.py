"""Every parameter at the ends of its range gives finite probabilities."""

from __future__ import annotations

import dataclasses
import math
import typing
from typing import Annotated, Any, Literal

import numpy as np
import pytest

from rankrees.data.dataset import Attribute, Dataset
from rankrees.errors import RankreesError
from rankrees.methods.component import components
from rankrees.methods.method import Method
from rankrees.methods.prediction import predict_fold
from rankrees.methods.spelling import parse_part
from rankrees.methods.task import make_task
from rankrees.ranges import Range
from rankrees.trees.features import make_features

WORK = ("bags", "rounds", "size", "iterations")
"""Their upper ends are hours of work, and nothing else."""


def make_nominal_task():
    rng = np.random.default_rng(3)
    n = 60
    columns = tuple(rng.integers(0, 3, n).astype(np.int32) for _ in range(4))
    labels = (columns[0] + (rng.random(n) < 0.3)).astype(np.int32) % 3
    attributes = tuple(Attribute(f"a{i}", ("u", "v", "w")) for i in range(4))
    target = Attribute("y", ("p", "q", "r"))
    dataset = Dataset("t", attributes, target, columns, labels)
    rows = np.arange(n, dtype=np.int32)
    return make_task(dataset, make_features(dataset), rows[:40], rows[40:])


def ends(name: str, kind: Any) -> list[Any]:
    in_list = typing.get_origin(kind) is tuple
    if in_list:
        kind = typing.get_args(kind)[0]
    if typing.get_origin(kind) is Literal:
        return list(typing.get_args(kind))
    if kind is bool:
        return [True, False]
    if typing.get_origin(kind) is not Annotated:
        return []
    base, *notes = typing.get_args(kind)
    allowed = next(note for note in notes if isinstance(note, Range))
    step = 1 if base is int else 1e-9
    low = allowed.low + step if allowed.above else allowed.low
    high = allowed.high - step if allowed.below else allowed.high
    found = [base(low)] if name in WORK else [base(low), base(high)]
    assert all(map(math.isfinite, found))
    return [(value,) for value in found] if in_list else found


CASES = [
    pytest.param(kind, cls, field.name, value, id=f"{part}-{field.name}-{value}")
    for kind in ("tree", "estimator", "combiner")
    for part, cls in sorted(components(kind).items())
    for field in dataclasses.fields(cls)
    if not field.metadata.get("published_only")
    for value in ends(
        field.name, typing.get_type_hints(cls, include_extras=True)[field.name]
    )
]


@pytest.mark.parametrize(("kind", "cls", "name", "value"), CASES)
def test_ends_of_ranges(kind, cls, name, value):
    task = make_nominal_task()
    try:
        proba = predicted(kind, cls, {name: value}, task)
    except RankreesError:
        return  # told in words: with another parameter, or with more rows, it is right
    assert proba.shape == (20, 3)
    assert np.isfinite(proba).all()


def predicted(kind, cls, chosen, task):
    part = cls(**chosen)
    tree = part if kind == "tree" else components("tree")["c45"]()
    if kind == "estimator":
        estimator = part
    elif kind == "tree":
        estimator = parse_part("estimator", cls.read_with)
    else:
        tuned = part.name == "tuned"
        name = "hierarchical-shrinkage" if tuned else "laplace"
        estimator = components("estimator")[name]()
    method = Method(tree, estimator, part if kind == "combiner" else None)
    (found,) = predict_fold(task, [method]).values()
    if isinstance(found, Exception):
        raise found
    return found.proba
