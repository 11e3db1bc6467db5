"""Methods as text, in a config and on the command line.

On the command line a method is `TREE+ESTIMATOR` or `TREE+ESTIMATOR+COMBINER`, each with
parameters in brackets:

    c45+laplace    c44+m-branch[m=2,adaptive=true]+bagging[bags=50]

A tree alone is read with the estimator of its paper. `table3:C45-S` is a method of a
shipped config. A method that is not made of parts is `NAME` or `NAME[...]`, and the two
that take a text are `sklearn:RandomForestClassifier()` and `weka:CLASS OPTIONS`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any, ClassVar

from pydantic import ValidationError

from rankrees.errors import RankreesError
from rankrees.methods.component import Component, Grower, components
from rankrees.methods.method import AnyMethod, Method, WholeMethod
from rankrees.methods.parameters import Strict, build, part, text_field
from rankrees.names import nearest
from rankrees.preprocess.pipeline import STEPS
from rankrees.preprocess.step import Step

_PART = re.compile(r"(?P<name>[\w.-]+)(\[(?P<inside>[^\[\]]*)\])?")
_LABELLED = re.compile(r"([\w.-]+)=(.*)", re.DOTALL)
_TEXTS = ("sklearn", "weka")


class _Method(Strict):
    also_known: ClassVar[tuple[str, ...]] = _TEXTS

    tree: Annotated[Any, part("tree", lambda: components("tree"))]
    estimator: Annotated[Any, part("estimator", lambda: components("estimator"))]
    combine: Annotated[Any, part("combiner", lambda: components("combiner"))] = None


def read_method(value: object) -> AnyMethod:
    """Make a method from its map in a config.

    Either `{tree: T, estimator: E, combine: C}`, or the one-key map of a whole method,
    `{sklearn: "RandomForestClassifier()"}`.

    Raises
    ------
    ValidationError, ValueError
        As pydantic wants them from a validator.
    """
    models = components("model")
    if isinstance(value, dict) and len(value) == 1 and next(iter(value)) in models:
        return WholeMethod(build(value, "model", models))
    read = _Method.model_validate(value)
    return Method(read.tree, read.estimator, read.combine)


def method_config(method: AnyMethod) -> dict[str, Any]:
    """Return the map that means this method in a config."""
    if isinstance(method, WholeMethod):
        value = part_config(method.model)
        return value if isinstance(value, dict) else {value: None}
    found = {
        "tree": part_config(method.tree),
        "estimator": part_config(method.estimator),
    }
    if method.combine is not None:
        found["combine"] = part_config(method.combine)
    return found


def part_config(one: Component | Step) -> str | dict[str, Any]:
    """Return what means this part in a config: its name, and what is not default."""
    fields = dataclasses.fields(one)
    changed = {
        field.name: getattr(one, field.name)
        for field in fields
        if getattr(one, field.name) != field.default
    }
    if (text := text_field(type(one))) is not None:
        return {one.name: getattr(one, text)}
    return {one.name: changed} if changed else one.name


MethodsOf = Callable[[str], Mapping[str, AnyMethod]]
"""Returns the methods, by label, of the config that a name stands for."""


def parse_method(text: str, methods_of: MethodsOf | None = None) -> AnyMethod:
    """Return the method that a text of the command line means.

    Where `methods_of` is given, `CONFIG:LABEL` is a method of a config.

    Raises
    ------
    RankreesError
        Naming what comes nearest to a name that is not known.
    """
    with _told_of("method", text):
        return _parse_method(text.strip(), methods_of)


def parse_methods(
    text: str, methods_of: MethodsOf | None = None
) -> dict[str, AnyMethod]:
    """Return the methods of a comma-separated list by their labels.

    That is the spelling itself, or what stands before it: `RF=sklearn:...`.
    """
    found: dict[str, AnyMethod] = {}
    for one in _split(text, ","):
        labelled = _LABELLED.fullmatch(one.strip())
        label, spelling = labelled.groups() if labelled else (one.strip(), one)
        if label in found:
            raise RankreesError(f"two methods are called {label!r}")
        found[label] = parse_method(spelling, methods_of)
    if not found:
        raise RankreesError("no method is named")
    return found


def build_part(kind: str, value: object) -> Component:
    """Make a part from what means it in a config: the reverse of `part_config`."""
    found: Component = build(value, kind, components(kind))
    return found


def parse_part(kind: str, text: str) -> Component:
    """Return the part that a text such as `m-branch[m=2]` means."""
    with _told_of(kind, text):
        return build_part(kind, _part_map(text))


def parse_steps(text: str) -> tuple[Step, ...]:
    """Return the preprocessing steps of a comma-separated list.

    They are fitted on training rows unless a step says `scope=dataset`.
    """
    found = []
    for one in _split(text, ","):
        with _told_of("step", one):
            ((name, parameters),) = _part_map(one).items()
            found.append(build({name: {"scope": "train", **parameters}}, "step", STEPS))
    return tuple(found)


@contextmanager
def _told_of(kind: str, text: str) -> Iterator[None]:
    """Turn what validators raise into a message about a text of the user's."""
    try:
        yield
    except ValidationError as error:
        message = "; ".join(_said(detail) for detail in error.errors())
        raise RankreesError(f"{kind} {text.strip()!r}: {message}") from None
    except ValueError as error:
        raise RankreesError(f"{kind} {text.strip()!r}: {error}") from None


def _said(detail: Any) -> str:
    where = ".".join(str(step) for step in detail["loc"])
    return f"{where}: {detail['msg']}" if where else str(detail["msg"])


def _parse_method(text: str, methods_of: MethodsOf | None) -> AnyMethod:
    prefix, colon, rest = text.partition(":")
    if colon and prefix in _TEXTS:
        return read_method({prefix: rest.strip()})
    if colon and "[" not in prefix and methods_of is not None:
        return _of_config(prefix, rest, methods_of(prefix))
    parts = [_part_map(one) for one in _split(text, "+")]
    if not 1 <= len(parts) <= 3:
        raise ValueError("TREE+ESTIMATOR or TREE+ESTIMATOR+COMBINER is expected")
    (name,) = parts[0]
    if len(parts) == 1 and name in components("model"):
        return read_method(parts[0])
    trees = components("tree")
    if name not in trees:
        known = [*trees, *components("model"), *(f"{one}:" for one in _TEXTS)]
        raise ValueError(f"no tree is called {name!r}; {nearest(name, known)}")
    if len(parts) == 1:
        grower = trees[name]
        assert issubclass(grower, Grower)
        parts.append(_part_map(grower.read_with))
    keys = ("tree", "estimator", "combine")
    return read_method(dict(zip(keys, parts, strict=False)))


def _of_config(
    reference: str, label: str, methods: Mapping[str, AnyMethod]
) -> AnyMethod:
    if label not in methods:
        hint = nearest(label, methods)
        raise ValueError(f"{reference} has no method {label!r}; {hint}")
    return methods[label]


def _part_map(text: str) -> dict[str, dict[str, Any]]:
    found = _PART.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text.strip()!r} is not NAME or NAME[PARAMETER=VALUE,...]")
    parameters = {}
    for one in filter(None, (found["inside"] or "").split(",")):
        key, equals, value = one.partition("=")
        if not equals:
            raise ValueError(f"{one.strip()!r} is not PARAMETER=VALUE")
        parameters[key.strip()] = _scalar(value.strip())
    return {found["name"]: parameters}


def _scalar(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _split(text: str, at: str) -> Iterator[str]:
    """Yield the pieces between separators that are not inside brackets or quotes."""
    depth, quote, piece = 0, "", ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        else:
            depth += (char in "([{") - (char in ")]}")
        if char == at and depth <= 0 and not quote:
            yield piece
            piece = ""
        else:
            piece += char
    if text.strip():
        yield piece
