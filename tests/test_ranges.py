"""Ranges of parameters: said once, checked for configs, command lines and Python."""

from __future__ import annotations

import dataclasses
import math
import typing
from typing import Annotated, Any, Literal

import numpy as np
import pytest

from rankrees.config.load import load_config
from rankrees.errors import RankreesError
from rankrees.methods.component import components
from rankrees.methods.spelling import parse_method, parse_part
from rankrees.preprocess.pipeline import STEPS
from rankrees.ranges import Range, fault

KINDS = ("tree", "estimator", "combiner", "model")
ALL = [
    *((kind, name, cls) for kind in KINDS for name, cls in components(kind).items()),
    *(("step", name, cls) for name, cls in STEPS.items()),
]
NUMBERS = (int, float)


def fields_of(cls: type) -> list[tuple[str, Any]]:
    hints = typing.get_type_hints(cls, include_extras=True)
    return [(field.name, hints[field.name]) for field in dataclasses.fields(cls)]


def inner(kind: Any) -> tuple[Any, Range | None, bool]:
    """Return the type of a number, its range, and whether it stands in a list."""
    in_list = typing.get_origin(kind) is tuple
    if in_list:
        kind = typing.get_args(kind)[0]
    if typing.get_origin(kind) is Annotated:
        base, *notes = typing.get_args(kind)
        return base, next(n for n in notes if isinstance(n, Range)), in_list
    return kind, None, in_list


PARAMETERS = [
    (cls, name, kind, f"{which}-{part}-{name}")
    for which, part, cls in ALL
    for name, kind in fields_of(cls)
]


@pytest.mark.parametrize(
    ("cls", "name", "kind"),
    [row[:3] for row in PARAMETERS],
    ids=[row[3] for row in PARAMETERS],
)
def test_every_parameter_of_every_part(cls, name, kind):
    """`bags=0`, `confidence=2`, `min_leaf=-5` and `m=-1` gave plausible numbers."""
    base, allowed, in_list = inner(kind)
    wrong: list[Any] = [None, object(), {}, b"x"]
    right: list[Any] = []
    if base in NUMBERS:
        wrong += [math.nan, math.inf, -math.inf, "1", True, 1j, 10**400]
        if allowed is not None:
            below, above = beyond(base, allowed)
            wrong += below + above
            right += inside(base, allowed)
        else:
            assert in_list, f"{cls.__name__}.{name} says no range"
    elif base is bool:
        wrong += [0, 1, "true", math.nan]
        right += [True, False]
    elif typing.get_origin(base) is Literal:
        wrong += ["", "no such thing", 1, True]
        right += typing.get_args(base)
    else:
        assert base is str
    for value in wrong:
        with pytest.raises(RankreesError):
            made(cls, name, (value,) if in_list else value)
    for value in right:
        assert fault(kind, (value,) if in_list else value) is None


def beyond(base: type, allowed: Range) -> tuple[list[Any], list[Any]]:
    step: Any = 1 if base is int else 1e-3 * max(1.0, abs(allowed.high))
    low = [allowed.low] if allowed.above else [allowed.low - step]
    high = [allowed.high] if allowed.below else [allowed.high + step]
    return [base(x) for x in low], [base(x) for x in high]


def inside(base: type, allowed: Range) -> list[Any]:
    small: Any = 1 if base is int else 1e-9
    low = allowed.low + small if allowed.above else allowed.low
    high = allowed.high - small if allowed.below else allowed.high
    return [base(low), base(high)]


def made(cls: type, name: str, value: Any) -> Any:
    needed = {
        field.name: "GaussianNB()"
        for field in dataclasses.fields(cls)
        if field.default is dataclasses.MISSING
    }
    return cls(**{**needed, name: value})


def test_numbers_of_numpy_are_numbers():
    bagging = components("combiner")["bagging"]
    assert bagging(bags=np.int64(3)).id == bagging(bags=3).id


@pytest.mark.parametrize(
    ("spelling", "message"),
    [
        ("c45+laplace+bagging[bags=0]", "bags.*at least 1 and at most 10,000, not 0"),
        ("c45+laplace+bagging[bags=-3]", "bags.*not -3"),
        ("c45+laplace+bagging[bags=1000000000]", "bags.*not 1000000000"),
        ("c45[confidence=2]+laplace", "confidence.*above 0 and below 1, not 2"),
        ("c45[confidence=-1]+laplace", "confidence.*not -1"),
        ("c45[confidence=nan]+laplace", "confidence.*not nan"),
        ("c45[min_leaf=-5]+laplace", "min_leaf.*at least 1"),
        ("c45+m-estimate[m=-1]", "m.*at least 0"),
        ("c45+m-estimate[m=inf]", "m.*not inf"),
        ("c45+laplace+bagging[bags=1e9]", "bags.*whole number"),
    ],
)
def test_a_method_on_the_command_line(spelling, message):
    with pytest.raises(RankreesError, match=message):
        parse_method(spelling)


def test_a_step_on_the_command_line():
    with pytest.raises(RankreesError, match=r"bins.*at least 1"):
        STEPS["discretize-equal-width"](bins=0)
    with pytest.raises(RankreesError, match=r"threshold.*above 0"):
        STEPS["remove-useless"](threshold=0.0)
    with pytest.raises(RankreesError, match=r"powers.*something in it"):
        components("combiner")["derc"](powers=())
    assert parse_part("combiner", "derc").id


def test_a_config_names_file_and_line(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(
        "title: T\nmethods:\n  A:\n    tree: c45\n    estimator: laplace\n"
        "    combine:\n      bagging:\n        bags: 0\n"
        "datasets: [iris]\nfolds: {runs: 1, folds: 2}\n"
    )
    with pytest.raises(RankreesError) as caught:
        load_config(path)
    said = str(caught.value)
    assert said.startswith(f"{path}:8: ")
    assert "bags" in said
    assert "at least 1 and at most 10,000, not 0" in said
