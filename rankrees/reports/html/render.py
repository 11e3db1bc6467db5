"""From the model of a page to its HTML, with style, scripts and data inside."""

from __future__ import annotations

import base64
import hashlib
import re
from importlib.resources import files
from typing import TYPE_CHECKING

from rankrees.errors import RankreesError
from rankrees.reports.html.page import Page
from rankrees.reports.table import ABSENT

if TYPE_CHECKING:
    from jinja2 import Environment

_STYLES = ("theme.css", "layout.css", "tables.css", "folds.css")
_SCRIPTS = ("theme.js", "tables.js", "cells.js", "folds.js")


def render_page(page: Page) -> str:
    """Return the page as one HTML document that needs nothing else.

    All names come from configs and data files and are escaped. Should one slip through
    all the same, the page's own content security policy lets no script run but ours,
    which it knows by its hash, and loads nothing from anywhere.
    """
    script = _static(_SCRIPTS)
    digest = hashlib.sha256(script.encode()).digest()
    return (
        _environment()
        .get_template("page.html")
        .render(
            page=page,
            style=_static(_STYLES),
            script=script,
            script_hash=base64.b64encode(digest).decode(),
        )
    )


def _environment() -> Environment:
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
        from markupsafe import Markup
    except ImportError:
        raise RankreesError(
            "the page needs Jinja2: pip install 'rankrees[report]'"
        ) from None
    environment = Environment(
        loader=PackageLoader("rankrees.reports.html"),
        autoescape=True,
        undefined=StrictUndefined,  # a slip in a template is an error, not a gap
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["shown"] = lambda text: ABSENT if text is None else text
    # a method's id is one long word: it may be broken after a comma, not within a name
    environment.filters["breakable"] = lambda text: Markup("<wbr>").join(
        re.split(r"(?<=[,+\[])", text)
    )
    return environment


def _static(names: tuple[str, ...]) -> str:
    folder = files(__package__) / "static"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)
