"""Starting atheris on a target; its own command line is libFuzzer's."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import atheris

CORPUS = Path(__file__).parent / "corpus"


def fuzz(name: str, modules: Sequence[str]) -> None:
    """Fuzz the target `name`, guided by the branches taken in `modules`.

    What is found along the way goes to the folder given first on the command line, or
    to none; a crash is written to a file in the current folder.
    """
    with atheris.instrument_imports(include=list(modules)):
        from targets import TARGETS
    arguments = [*sys.argv, str(CORPUS / name), "-timeout=20", "-rss_limit_mb=2500"]
    atheris.Setup(arguments, TARGETS[name])
    atheris.Fuzz()
