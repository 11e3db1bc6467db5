"""Importing the modules that register the parts of methods."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache


@cache
def load_all() -> None:
    """Import every module in which a part of a method can be registered."""
    for package_name in (
        "rankrees.growers",
        "rankrees.estimators",
        "rankrees.combiners",
    ):
        package = importlib.import_module(package_name)
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{package_name}.{module.name}")
