"""Where the configs and data sets that come with rankrees are."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def shipped_dir(kind: str) -> Path:
    """Return the folder of shipped `configs` or `datasets`.

    In a wheel they are inside the package; in a clone (or an editable install of one)
    they are the folders at the top of the repository.
    """
    inside = _PACKAGE / "_shipped" / kind
    return inside if inside.is_dir() else _PACKAGE.parent / kind
