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
    program, *given = sys.argv
    limits = ["-timeout=60", "-rss_limit_mb=2500"]  # seconds and memory for one file
    arguments = [program, *limits, *given, str(CORPUS / name)]
    atheris.Setup(arguments, TARGETS[name])
    atheris.Fuzz()
