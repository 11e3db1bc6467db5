"""Which of several names a user asks for: some, or all but some."""

from __future__ import annotations

from collections.abc import Collection


def names_asked_for(asked: Collection[str]) -> tuple[set[str], set[str]]:
    """Return the names to keep (none: all) and those to leave out, written ^NAME."""
    without = {name[1:] for name in asked if name.startswith("^")}
    return {name for name in asked if not name.startswith("^")}, without
