"""What a result was made with."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import rankrees
from rankrees.experiment.fingerprint import code_hash
from rankrees.experiment.plan import Source

_LIBRARIES = ("numpy", "numba", "scipy", "pandas", "joblib")


def describe_run(
    sources: Iterable[Source], n_workers: int, cluster: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the versions, the machine and the data of a run.

    `cluster` is what there is to say of other machines that took part.
    """
    return {
        "rankrees": rankrees.__version__,
        "commit": _commit(),
        "code": code_hash(),
        "python": sys.version.split()[0],
        **{name: version(name) for name in _LIBRARIES},
        "platform": platform.platform(),
        "cpu": cpu_name(),
        "n_cpus": os.cpu_count(),
        "n_workers": n_workers,
        "datasets": {
            s.name: {"hash": s.content_hash, "origin": s.origin, "note": s.note}
            for s in sources
        },
        **({} if cluster is None else {"cluster": dict(cluster)}),
    }


def cpu_name() -> str:
    """Return what the processor calls itself."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _commit() -> str | None:
    """Return the commit that a clone stands at, `+` if files were changed since."""
    root = Path(rankrees.__file__).resolve().parent.parent
    if not (root / ".git").exists():
        return None  # an installed wheel; a repository around it is someone else's
    commit = _git(root, "rev-parse", "HEAD")
    if commit and _git(root, "status", "--porcelain", "--", "rankrees"):
        commit += "+"
    return commit or None


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments],
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
