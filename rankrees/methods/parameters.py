"""Reading the parts of a method, and preprocessing steps, from a config.

A part is written as a name or as a one-key map `name: {parameter: value}`; the only
parameter of a part, if it must be given, may stand alone: `name: text`. What the
parameters are is asked of the part's own dataclass, so a new part needs no code here.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Annotated, Any, ClassVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ModelWrapValidatorHandler,
    ValidationError,
    create_model,
    model_validator,
)
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from rankrees.errors import RankreesError
from rankrees.names import nearest
from rankrees.ranges import fault


class Strict(BaseModel):
    """A map of a config: no unknown keys, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    also_known: ClassVar[tuple[str, ...]] = ()

    @model_validator(mode="wrap")
    @classmethod
    def _name_the_nearest_key(
        cls, data: Any, handler: ModelWrapValidatorHandler[Strict]
    ) -> Strict:
        try:
            return handler(data)
        except ValidationError as error:
            known = [*cls.model_fields, *cls.also_known]
            raise _restated(error, (), known) from None


def _restated(
    error: ValidationError, inside: tuple[str, ...], known: list[str]
) -> ValidationError:
    """Put errors in our words, `inside` of a deeper place."""
    found: list[InitErrorDetails] = []
    for detail in error.errors(include_url=False):
        loc = (*inside, *detail["loc"])
        message = _message(detail, known)
        kind = PydanticCustomError(f"rankrees_{detail['type']}", "{m}", {"m": message})
        found.append(InitErrorDetails(type=kind, loc=loc, input=detail["input"]))
    return ValidationError.from_exception_data(error.title, found)


def _message(detail: ErrorDetails, known: list[str]) -> str:
    kind, value = detail["type"], detail["input"]
    if kind == "extra_forbidden":
        return f"unknown key; {nearest(str(detail['loc'][-1]), known)}"
    if kind == "missing":
        return "is required"
    if kind == "value_error":
        return str(detail.get("ctx", {}).get("error", detail["msg"]))
    wanted = {
        "string_type": "text",
        "int_type": "a whole number",
        "float_type": "a number",
        "bool_type": "true or false",
        "list_type": "a list",
        "dict_type": "a map",
        "model_type": "a map",
    }.get(kind)
    if wanted is None:
        return detail["msg"].removeprefix("Input ")
    got = "nothing" if value is None else repr(value)
    if isinstance(value, dict | list):
        got = "a map" if isinstance(value, dict) else "a list"
    quote = f' (put it in quotes: "{value}")' if kind == "string_type" else ""
    scalar = isinstance(value, int | float)
    return f"{wanted} is expected, got {got}{quote if scalar else ''}"


def _refuse_published(_: object) -> object:
    raise ValueError("only the departures of the published protocol may set this")


def _as_tuple(value: object) -> object:
    """YAML has lists; a part's fields must be hashable."""
    return tuple(value) if isinstance(value, list) else value


def _in_range(kind: Any, value: object) -> object:
    problem = fault(kind, value)
    if problem is not None:
        raise ValueError(problem)
    return value


@cache
def _parameters(cls: type) -> type[Strict]:
    hints = typing.get_type_hints(cls, include_extras=True)
    fields: dict[str, Any] = {}
    for field in dataclasses.fields(cls):
        kind: Any = hints[field.name]
        if field.metadata.get("published_only"):
            kind = Annotated[Any, BeforeValidator(_refuse_published)]
        else:
            checked = AfterValidator(partial(_in_range, kind))
            kind = Annotated[kind, checked]
            if typing.get_origin(hints[field.name]) is tuple:
                kind = Annotated[kind, BeforeValidator(_as_tuple)]
        required = field.default is dataclasses.MISSING
        fields[field.name] = (kind, ... if required else field.default)
    return create_model(cls.__name__, __base__=Strict, **fields)


def text_field(cls: type) -> str | None:
    """Return the only parameter of a part, if there is one that must be given."""
    fields = dataclasses.fields(cls)
    if len(fields) != 1 or fields[0].default is not dataclasses.MISSING:
        return None
    return fields[0].name


def build(value: object, kind: str, known: Mapping[str, type]) -> Any:
    """Make a part of a kind from its text in a config."""
    parameters: Any
    if isinstance(value, str):
        name, parameters = value, {}
    elif isinstance(value, dict) and len(value) == 1:
        ((name, parameters),) = value.items()
    else:
        raise ValueError(
            f"a {kind} is a name, or a map of one name to its parameters"
            + (f"; here are {len(value)} keys" if isinstance(value, dict) else "")
        )
    if name not in known:
        raise ValueError(f"no {kind} is called {name!r}; {nearest(name, known)}")
    if parameters is None:
        parameters = {}
    text = text_field(known[name])
    if isinstance(parameters, str) and text is not None:
        parameters = {text: parameters}
    try:
        given = _parameters(known[name]).model_validate(parameters)
    except ValidationError as error:
        raise _restated(error, (name,), []) from None
    chosen = {key: getattr(given, key) for key in given.model_fields_set}
    try:
        return known[name](**chosen)
    except RankreesError as error:
        raise ValueError(str(error)) from None


def part(kind: str, known: Callable[[], Mapping[str, type]]) -> BeforeValidator:
    """Return the validator that makes a part of a kind from its text in a config."""
    return BeforeValidator(lambda value: build(value, kind, known()))
