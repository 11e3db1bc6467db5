"""Results that are looked at where nothing can be written."""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

STORE = Path(__file__).parents[1] / "fuzz" / "corpus" / "store" / "schema-2.sqlite"
ROOT = Path(__file__).resolve().parents[2]
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="root must give up a right first"
)


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "read-only"
    path.mkdir()
    yield path
    path.chmod(0o755)


def finished_store(folder: Path) -> Path:
    store = folder / "s.sqlite"
    shutil.copy(STORE, store)
    with closing(sqlite3.connect(store)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    store.chmod(0o644)
    return store


def _obey_permissions() -> None:
    """Let even root be bound by what a folder permits."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


def look(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess:
    """Run a command where it may not write, without a home."""
    known = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    folder.chmod(0o555)
    return subprocess.run(
        [sys.executable, "-m", "rankrees", *words],
        cwd=folder,
        env={**known, **environment},
        preexec_fn=_obey_permissions,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_a_finished_store(folder):
    """`status` and `compare` on a read-only folder: unable to open database file."""
    finished_store(folder)
    done = look(folder, "status", "--store", "s.sqlite")
    assert done.returncode == 0, done.stderr
    assert "Results in s.sqlite" in done.stdout
    written = look(folder, "run", "-c", "smoke.yaml", "--store", "new.sqlite")
    assert "Permission denied" in written.stderr  # or it would prove nothing
    assert os.listdir(folder) == ["s.sqlite"]


def test_a_store_whose_run_was_killed(folder):
    """What a killed run left in the log beside the store counts too."""
    store = finished_store(folder)
    with closing(sqlite3.connect(store)) as db:
        db.execute("UPDATE invocation SET outcome = 'from the log'")
        db.commit()
        for ending in ("", "-wal"):  # as it is now, before closing tidies up
            shutil.copy(f"{store}{ending}", folder / f"t.sqlite{ending}")
    assert (folder / "t.sqlite-wal").stat().st_size > 0
    for path in folder.iterdir():
        path.chmod(0o644)
    done = look(folder, "status", "--store", "t.sqlite")
    assert done.returncode == 0, done.stderr
    assert "from the log" in done.stdout


def test_no_home_and_no_place_for_compiled_kernels(folder):
    """An unwritable NUMBA_CACHE_DIR ended in numba's traceback."""
    finished_store(folder)
    words = ["compare", "-c", "smoke.yaml", "--store", "s.sqlite"]
    done = look(folder, *words, NUMBA_CACHE_DIR="/proc/none", TMPDIR="/tmp")
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode in (0, 1)
