"""rankrees: ranking with decision trees, replicated and compared.

The functions below are the Python API; docs/api.md has an example of each.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

_API = {
    "run": "rankrees.api.runs",
    "plan": "rankrees.api.runs",
    "evaluate": "rankrees.api.evaluations",
    "compare": "rankrees.api.comparisons",
    "compare_scores": "rankrees.api.comparisons",
    "plot": "rankrees.api.plots",
    "plot_scores": "rankrees.api.plots",
    "report": "rankrees.api.pages",
    "export": "rankrees.api.exports",
    "export_bundle": "rankrees.api.exports",
    "status": "rankrees.api.stores",
    "fit": "rankrees.api.models",
    "rank": "rankrees.api.models",
    "load_model": "rankrees.api.models",
    "find_rules": "rankrees.api.findings",
    "load_config": "rankrees.config.load",
    "Columns": "rankrees.config.adhoc",
    "Computing": "rankrees.api.execution",
    "FoldTest": "rankrees.statistics.foldtests",
    "Selection": "rankrees.api.comparisons",
}
"""Name -> module. They are imported when they are first used: `import rankrees`, which
every command does, stays light."""

__all__ = ["__version__", *_API]

if TYPE_CHECKING:
    from rankrees.api.comparisons import Selection as Selection
    from rankrees.api.comparisons import compare as compare
    from rankrees.api.comparisons import compare_scores as compare_scores
    from rankrees.api.evaluations import evaluate as evaluate
    from rankrees.api.execution import Computing as Computing
    from rankrees.api.exports import export as export
    from rankrees.api.exports import export_bundle as export_bundle
    from rankrees.api.findings import find_rules as find_rules
    from rankrees.api.models import fit as fit
    from rankrees.api.models import load_model as load_model
    from rankrees.api.models import rank as rank
    from rankrees.api.pages import report as report
    from rankrees.api.plots import plot as plot
    from rankrees.api.plots import plot_scores as plot_scores
    from rankrees.api.runs import plan as plan
    from rankrees.api.runs import run as run
    from rankrees.api.stores import status as status
    from rankrees.config.adhoc import Columns as Columns
    from rankrees.config.load import load_config as load_config
    from rankrees.statistics.foldtests import FoldTest as FoldTest


def __getattr__(name: str) -> object:
    if name not in _API:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(_API[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
