"""The result store: one SQLite file, one writer, one transaction per finished fold."""

from __future__ import annotations

import fcntl
import json
import math
import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from rankrees.errors import StoreError
from rankrees.experiment.plan import Computation

SCHEMA_VERSION = 1
_APPLICATION_ID = (
    0x726B7273  # "rkrs": tells our files from other programs' SQLite files
)

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE invocation (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    finished TEXT,
    outcome TEXT,
    config TEXT NOT NULL,
    config_text TEXT NOT NULL,
    provenance TEXT NOT NULL
);
CREATE TABLE computation (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    dataset TEXT NOT NULL,
    dataset_hash TEXT NOT NULL,
    method TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE fold_result (
    computation INTEGER NOT NULL REFERENCES computation (id),
    run INTEGER NOT NULL,
    fold INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('ok', 'failed')),
    error TEXT,
    traceback TEXT,
    n_train INTEGER,
    n_test INTEGER,
    n_leaves INTEGER,
    n_nodes INTEGER,
    fit_s REAL,
    score_s REAL,
    invocation INTEGER NOT NULL REFERENCES invocation (id),
    PRIMARY KEY (computation, run, fold)
) WITHOUT ROWID;
CREATE TABLE score (
    computation INTEGER NOT NULL REFERENCES computation (id),
    run INTEGER NOT NULL,
    fold INTEGER NOT NULL,
    metric TEXT NOT NULL,
    value REAL,
    PRIMARY KEY (computation, run, fold, metric)
) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class FoldOutcome:
    """What one computation gave on one fold; `error` is set where it failed.

    A score that is NaN (a fold without a value) is kept as such.
    """

    computation: Computation
    run: int
    fold: int
    scores: Mapping[str, float]
    error: str | None = None
    traceback: str | None = None
    n_train: int | None = None
    n_test: int | None = None
    n_leaves: int | None = None
    n_nodes: int | None = None
    fit_s: float | None = None
    score_s: float | None = None


class Store:
    """A result store, open for reading or for reading and writing.

    Values come back bit for bit: SQLite's REAL is the IEEE double that went in, but for
    the sign of -0.0. NaN, which SQL cannot hold, is kept as NULL.
    """

    def __init__(self, path: str | Path, *, write: bool = False) -> None:
        self.path = Path(path)
        self._opened = ExitStack()
        lock = self._opened.enter_context(self._take()) if write else None
        try:
            with self._guard():
                self._db = self._opened.enter_context(closing(self._open(write)))
                self._prepare(write)
                if write:
                    self._db.execute("PRAGMA journal_mode = WAL")
                    # with NORMAL a power cut could take the last finished folds
                    self._db.execute("PRAGMA synchronous = FULL")
        except StoreError:
            if lock is not None:
                Path(lock.name).unlink()  # it stands beside a file that is not ours
            self.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let others write."""
        self._opened.close()

    def _take(self) -> IO[str]:
        """Become the one writer, or say who is.

        The lock is the operating system's on a file beside the store, so that of a
        process which died is gone with it.
        """
        path = self.path.with_name(f"{self.path.name}.lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = path.open("a+", encoding="ascii")
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            owner = lock.read().strip() or "unknown"
            lock.close()
            raise StoreError(
                f"{self.path}: in use by another run (process {owner}); "
                "wait for it, or give another --store"
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        return lock

    def _open(self, write: bool) -> sqlite3.Connection:
        if not write and not self.path.is_file():
            raise StoreError(
                f"{self.path}: there are no results yet (`rankrees run` makes them)"
            )
        mode = "rwc" if write else "ro"
        uri = f"{self.path.resolve().as_uri()}?mode={mode}"
        return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=60)

    def _prepare(self, write: bool) -> None:
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (owner,) = self._db.execute("PRAGMA application_id").fetchone()
        if tables == 0 and owner == 0 and write:
            with self._transaction():
                for statement in _SCHEMA.split(";\n"):
                    self._db.execute(statement)
                self._db.execute(
                    "INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA_VERSION),)
                )
                self._db.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            return
        if owner != _APPLICATION_ID:
            raise StoreError(f"{self.path}: not a rankrees result store")
        found = self._db.execute("SELECT value FROM meta WHERE key = 'schema'")
        ((version,),) = found.fetchall() or (("0",),)
        if not version.isdigit() or int(version) != SCHEMA_VERSION:
            raise StoreError(
                f"{self.path}: written by another version of rankrees "
                f"(schema {version}, this one knows {SCHEMA_VERSION})"
            )

    @contextmanager
    def _guard(self) -> Iterator[None]:
        """Turn SQLite's errors into ours, in one line."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {_explained(str(error))}") from None

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def done(
        self, keys: Iterable[str], metrics: Collection[str], *, retry_failed: bool
    ) -> dict[str, set[tuple[int, int]]]:
        """Return the (run, fold) pairs that need not be computed, by key.

        A fold counts when it has all of `metrics`; a failed one too, unless it is to be
        tried again.
        """
        found: dict[str, set[tuple[int, int]]] = {}
        for key in keys:
            for run, fold, status, n_scores in self._folds(key, metrics):
                enough = (
                    n_scores == len(metrics) if status == "ok" else not retry_failed
                )
                if enough:
                    found.setdefault(key, set()).add((run, fold))
        return found

    def _folds(
        self, key: str, metrics: Collection[str]
    ) -> list[tuple[int, int, str, int]]:
        marks = ",".join("?" * len(metrics))
        with self._guard():
            return self._db.execute(
                "SELECT f.run, f.fold, f.status, count(s.metric)"
                " FROM computation c JOIN fold_result f ON f.computation = c.id"
                " LEFT JOIN score s ON s.computation = c.id AND s.run = f.run"
                f"  AND s.fold = f.fold AND s.metric IN ({marks})"
                " WHERE c.key = ? GROUP BY f.run, f.fold",
                (*metrics, key),
            ).fetchall()

    def start_invocation(
        self, config: str, text: str, provenance: Mapping[str, Any]
    ) -> int:
        """Record that a run begins, and return its number."""
        with self._guard():
            cursor = self._db.execute(
                "INSERT INTO invocation (started, config, config_text, provenance)"
                " VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, ?)",
                (config, text, json.dumps(provenance, sort_keys=True)),
            )
        return int(cursor.lastrowid or 0)

    def end_invocation(self, number: int, outcome: str) -> None:
        """Record how a run ended: complete, `N failures`, interrupted or stopped."""
        with self._guard():
            self._db.execute(
                "UPDATE invocation SET outcome = ?,"
                " finished = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?",
                (outcome, number),
            )

    def put(self, outcomes: Iterable[FoldOutcome], invocation: int) -> None:
        """Keep what was computed on one fold, all of it or nothing."""
        with self._guard(), self._transaction():
            for outcome in outcomes:
                self._put(outcome, invocation)

    def _put(self, outcome: FoldOutcome, invocation: int) -> None:
        computation = outcome.computation
        self._db.execute(
            "INSERT OR IGNORE INTO computation"
            " (key, dataset, dataset_hash, method, description) VALUES (?, ?, ?, ?, ?)",
            (
                computation.key,
                computation.dataset,
                computation.dataset_hash,
                computation.method.id,
                json.dumps(computation.description, sort_keys=True),
            ),
        )
        (number,) = self._db.execute(
            "SELECT id FROM computation WHERE key = ?", (computation.key,)
        ).fetchone()
        place = (number, outcome.run, outcome.fold)
        self._db.execute(
            "DELETE FROM score WHERE (computation, run, fold) = (?, ?, ?)", place
        )
        self._db.execute(
            "INSERT OR REPLACE INTO fold_result"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *place,
                "ok" if outcome.error is None else "failed",
                outcome.error,
                outcome.traceback,
                outcome.n_train,
                outcome.n_test,
                outcome.n_leaves,
                outcome.n_nodes,
                outcome.fit_s,
                outcome.score_s,
                invocation,
            ),
        )
        self._db.executemany(
            "INSERT INTO score VALUES (?, ?, ?, ?, ?)",
            [
                (*place, metric, None if math.isnan(value) else float(value))
                for metric, value in outcome.scores.items()
            ],
        )

    def scores(self, key: str, metric: str) -> list[tuple[int, int, float]]:
        """Return (run, fold, value) in order; a failed fold has none."""
        with self._guard():
            rows = self._db.execute(
                "SELECT s.run, s.fold, s.value FROM computation c"
                " JOIN score s ON s.computation = c.id"
                " WHERE c.key = ? AND s.metric = ? ORDER BY s.run, s.fold",
                (key, metric),
            ).fetchall()
        return [(run, fold, math.nan if v is None else v) for run, fold, v in rows]

    def mean_size(self, key: str, runs: range) -> float | None:
        """Return the mean number of nodes of a computation's trees, None without."""
        with self._guard():
            (size,) = self._db.execute(
                "SELECT avg(f.n_nodes) FROM computation c"
                " JOIN fold_result f ON f.computation = c.id"
                " WHERE c.key = ? AND f.run BETWEEN ? AND ?",
                (key, runs[0], runs[-1]),
            ).fetchone()
        return None if size is None else float(size)

    def made_by(self, keys: Iterable[str], runs: range) -> dict[int, int]:
        """Return how many folds of some computations each invocation made, by id."""
        made: dict[int, int] = {}
        with self._guard():
            for key in set(keys):
                rows = self._db.execute(
                    "SELECT f.invocation, count(*) FROM computation c"
                    " JOIN fold_result f ON f.computation = c.id"
                    " WHERE c.key = ? AND f.run BETWEEN ? AND ? GROUP BY f.invocation",
                    (key, runs[0], runs[-1]),
                )
                for invocation, n in rows:
                    made[invocation] = made.get(invocation, 0) + n
        return dict(sorted(made.items()))

    def failures(self, key: str) -> list[tuple[int, int, str]]:
        """Return (run, fold, error) of the failed folds of a computation."""
        with self._guard():
            return self._db.execute(
                "SELECT f.run, f.fold, f.error FROM computation c"
                " JOIN fold_result f ON f.computation = c.id"
                " WHERE c.key = ? AND f.status = 'failed' ORDER BY f.run, f.fold",
                (key,),
            ).fetchall()

    def dataset_hashes(self, name: str) -> list[str]:
        """Return the content hashes under which a data set has results, last first."""
        with self._guard():
            rows = self._db.execute(
                "SELECT dataset_hash FROM computation WHERE dataset = ?"
                " GROUP BY dataset_hash ORDER BY max(id) DESC",
                (name,),
            ).fetchall()
        return [row[0] for row in rows]

    def computations(self) -> list[dict[str, Any]]:
        """Return what each computation is, its folds done and failed, and seconds."""
        with self._guard():
            cursor = self._db.execute(
                "SELECT c.dataset, c.method, c.description,"
                " count(CASE f.status WHEN 'ok' THEN 1 END) AS n_ok,"
                " count(CASE f.status WHEN 'failed' THEN 1 END) AS n_failed,"
                " max(f.error) AS error, total(f.fit_s) + total(f.score_s) AS seconds"
                " FROM computation c JOIN fold_result f ON f.computation = c.id"
                " GROUP BY c.id ORDER BY c.dataset, c.method, c.id"
            )
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    def invocations(self) -> list[dict[str, Any]]:
        """Return one row per run, first to last, with its provenance."""
        with self._guard():
            cursor = self._db.execute("SELECT * FROM invocation ORDER BY id")
            names = [column[0] for column in cursor.description]
            rows = [dict(zip(names, row, strict=True)) for row in cursor]
        for row in rows:
            row["provenance"] = json.loads(row["provenance"])
        return rows


def _explained(message: str) -> str:
    if "not a database" in message:
        return "not a rankrees result store"
    if "malformed" in message or "disk I/O" in message:
        return f"the store is damaged ({message}); move it away and run again"
    if "full" in message:
        return "the disk is full; finished folds are kept, run again to go on"
    return message
