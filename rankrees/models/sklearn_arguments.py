"""Which arguments a call of a scikit-learn class may have in a config.

Nothing in a config may run code, name a file or write to the terminal. Arguments are
literals or calls of listed classes, so what remains is text (a folder of joblib's,
whose pickles would be loaded) and what is refused by its name. Text must be one of the
choices that scikit-learn's own constraints list for that parameter.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from typing import Any

from rankrees.errors import RankreesError

_REFUSED = re.compile(
    r"memory|cache.*|.*_path|.*callback.*|.*(file|folder|dir)(name)?s?"
)
_SILENT = ("verbose", "disp")
"""Parameters that print: what they print would stand among results."""

LABELS = frozenset({"constant", "dtype", "outlier_label", "scoring"})
"""Parameters whose text is a class, a type's or a scorer's name, and nothing else."""

_STEPS = ("passthrough", "drop")
"""Texts that stand for a step of a pipeline."""


def check_name(parameter: str, value: object, call: str) -> None:
    """Refuse a parameter that names files or memory, or one that prints."""
    if _REFUSED.fullmatch(parameter):
        raise RankreesError(
            f"{call}: {parameter} is not for a config: it names files or memory"
        )
    if parameter in _SILENT and value not in (0, False, None):
        raise RankreesError(f"{call}: {parameter} would write among the results")


def check_arguments(
    made: Callable[..., Any], given: Iterable[Any], named: dict[str, Any], call: str
) -> None:
    """Refuse arguments of a class, or of `make_pipeline`, that could do harm.

    Raises
    ------
    RankreesError
        Also if the class takes no such arguments.
    """
    signature = inspect.signature(made)
    try:
        bound = signature.bind(*given, **named)
    except TypeError as error:
        raise RankreesError(f"{call}: {error}") from None
    for parameter, value in bound.arguments.items():
        kind = signature.parameters[parameter].kind
        several = kind is inspect.Parameter.VAR_POSITIONAL
        for one in value if several else [value]:
            check_argument(made, parameter, one, call)


def check_argument(
    made: Callable[..., Any], parameter: str, value: object, call: str
) -> None:
    """Refuse a value of one parameter that could do harm."""
    check_name(parameter, value, call)
    if isinstance(value, str):
        constraints = getattr(made, "_parameter_constraints", {})
        _check_text(parameter, value, constraints.get(parameter, ()), call)


def _check_text(parameter: str, text: str, constraints: Any, call: str) -> None:
    from sklearn.utils._param_validation import StrOptions

    if parameter in LABELS or text in _STEPS:
        return
    choices: set[str] = set()
    for one in constraints if isinstance(constraints, list | tuple) else ():
        one = getattr(one, "constraint", one)  # a choice that messages do not name
        if isinstance(one, StrOptions):
            choices |= one.options
    if text not in choices:
        listed = ", ".join(sorted(choices)[:20])
        known = f"one of {listed} is expected" if choices else "no text is expected"
        raise RankreesError(f"{call}: {parameter}={text!r}: {known}")
