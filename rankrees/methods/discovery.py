"""Importing the modules that register the parts of methods."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points

from rankrees.errors import RankreesError

ENTRY_POINTS = "rankrees.methods"
"""The group in which other distributions name modules that register parts."""

_PACKAGES = (
    "rankrees.metrics",
    "rankrees.growers",
    "rankrees.estimators",
    "rankrees.combiners",
    "rankrees.models",
)


@cache
def load_all() -> None:
    """Import every module in which a part of a method can be registered."""
    for package_name in _PACKAGES:
        package = importlib.import_module(package_name)
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{package_name}.{module.name}")
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            entry.load()
        except Exception as error:
            whose = entry.dist.name if entry.dist is not None else entry.value
            raise RankreesError(
                f"the methods of {whose} ({entry.value}) cannot be loaded: {error}"
            ) from error
