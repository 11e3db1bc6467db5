"""The result store: one SQLite file, one writer, one transaction per finished fold.

The disk confirms them in groups: waiting for it is most of what keeping a fold takes.
"""

from __future__ import annotations

import errno
import json
import math
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from rankrees.errors import StoreError
from rankrees.experiment.outcome import FoldOutcome
from rankrees.experiment.plan import Computation
from rankrees.files import note_input
from rankrees.metrics.registry import is_possible, metric_version
from rankrees.store.bundle import STORE_MEMBER, is_bundle, unpack_store
from rankrees.store.lock import ENDING as LOCK_ENDING
from rankrees.store.lock import take_lock
from rankrees.store.schema import (
    SCHEMA_VERSION,
    SchemaError,
    found_version,
    is_empty,
    make_tables,
    upgrade,
)

GROUP_SECONDS = 0.3
"""What is kept within so long waits for the disk together."""


class Store:
    """A result store, open for reading or for reading and writing.

    Values come back bit for bit: SQLite's REAL is the IEEE double that went in, but for
    the sign of -0.0. NaN, which SQL cannot hold, is kept as NULL.
    """

    def __init__(self, path: str | Path, *, write: bool = False) -> None:
        self.path = Path(path)
        for ending in ("", "-wal", "-shm", LOCK_ENDING):
            note_input(f"{self.path}{ending}")
        self._opened = ExitStack()
        self._numbers: dict[str, int] = {}
        self._confirmed = -math.inf
        lock = self._opened.enter_context(take_lock(self.path)) if write else None
        try:
            with self._guard():
                self._db = self._open_to_write() if write else self._open_to_read()
        except StoreError:
            if lock is not None:
                lock.discard()  # it stands beside a file that is not ours
            self.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let others write."""
        self._opened.close()

    def _connect(self, path: Path | str, mode: str) -> sqlite3.Connection:
        uri = f"{Path(path).resolve().as_uri()}?mode={mode}"
        db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=60)
        self._opened.enter_context(closing(db))
        # what a file's own schema says is not to be trusted, nor are its pages
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA cell_size_check = ON")
        return db

    def _open_to_write(self) -> sqlite3.Connection:
        if is_bundle(self.path):
            raise SchemaError(
                f"a bundle is only read: unzip it, and give its {STORE_MEMBER}"
            )
        db = self._connect(self.path, "rwc")
        if is_empty(db):
            with _transaction(db):
                make_tables(db)
        elif (version := found_version(db)) < SCHEMA_VERSION:
            with _transaction(db):
                upgrade(db, version)
        db.execute("PRAGMA journal_mode = WAL")
        return db

    def _open_to_read(self) -> sqlite3.Connection:
        if not self.path.is_file():
            raise StoreError(
                f"{self.path}: there are no results yet (`rankrees run` makes them)"
            )
        path = self.path
        if is_bundle(path):
            folder = self._opened.enter_context(tempfile.TemporaryDirectory())
            path = unpack_store(path, Path(folder))
        db = self._connect(*self._where_readable(path))
        version = found_version(db)
        if version == SCHEMA_VERSION:
            return db
        # a reader changes no file: it looks at an upgraded copy
        copy = self._opened.enter_context(
            closing(sqlite3.connect(":memory:", isolation_level=None))
        )
        db.backup(copy)
        with _transaction(copy):
            upgrade(copy, version)
        return copy

    def _where_readable(self, path: Path) -> tuple[Path, str]:
        """Return what to open, and how.

        SQLite keeps files beside a store, also to read it. Where it cannot, nobody
        writes the store either; what a killed run left beside it goes into a copy.
        """
        if os.access(path.resolve().parent, os.W_OK):
            return path, "ro"
        log = Path(f"{path}-wal")
        if not (log.is_file() and log.stat().st_size):
            return path, "ro&immutable=1"
        folder = Path(self._opened.enter_context(tempfile.TemporaryDirectory()))
        shutil.copyfile(log, folder / f"{STORE_MEMBER}-wal")
        return Path(shutil.copyfile(path, folder / STORE_MEMBER)), "ro"

    @contextmanager
    def _guard(self) -> Iterator[None]:
        """Turn SQLite's errors into ours, in one line."""
        try:
            yield
        except SchemaError as error:
            raise StoreError(f"{self.path}: {error}") from None
        except (sqlite3.Error, UnicodeError, OverflowError) as error:
            raise StoreError(f"{self.path}: {_explained(str(error))}") from None
        except MemoryError:
            # SQLite asks for what a damaged file says that it needs
            raise StoreError(
                f"{self.path}: more memory is needed than there is: a damaged file?"
            ) from None

    def _select(
        self, statement: str, values: Iterable[Any], *kinds: tuple[type, ...]
    ) -> list[tuple[Any, ...]]:
        """Return rows whose cells are of the kinds that we wrote.

        SQLite keeps any kind of value in any column, so a damaged file may hold others.
        """
        with self._guard():
            rows = self._db.execute(statement, tuple(values)).fetchall()
        for row in rows:
            for cell, kind in zip(row, kinds, strict=True):
                if not isinstance(cell, kind):
                    raise self._damaged(f"{cell!r:.40} is out of place")
        return rows

    def _read_json(self, text: str) -> Any:
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            raise self._damaged("no JSON where it was expected") from None
        if not isinstance(found, dict):
            raise self._damaged("no JSON map where it was expected")
        return found

    def _damaged(self, what: str) -> StoreError:
        return StoreError(f"{self.path}: {_explained(f'malformed: {what}')}")

    def done(
        self, keys: Iterable[str], metrics: Collection[str], *, retry_failed: bool
    ) -> dict[str, set[tuple[int, int]]]:
        """Return the (run, fold) pairs that need not be computed, by key.

        A fold counts when it has all of `metrics` in their present versions; a failed
        one too, unless it is to be tried again.
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
        wanted = " OR ".join(["s.metric = ? AND s.version = ?"] * len(metrics))
        return self._select(
            "SELECT f.run, f.fold, f.status, count(s.metric)"
            " FROM computation c JOIN fold_result f ON f.computation = c.id"
            " LEFT JOIN score s ON s.computation = c.id AND s.run = f.run"
            f"  AND s.fold = f.fold AND ({wanted})"
            " WHERE c.key = ? GROUP BY f.run, f.fold",
            (*(x for name in metrics for x in (name, metric_version(name))), key),
            *(_INT, _INT, _TEXT, _INT),
        )

    def start_invocation(
        self,
        config: str,
        text: str,
        provenance: Mapping[str, Any],
        resolved: str | None = None,
    ) -> int:
        """Record that a run begins, and return its number.

        `text` is what the user wrote, `resolved` one config that says the same.
        """
        with self._change(confirm=True):
            cursor = self._db.execute(
                "INSERT INTO invocation"
                " (started, config, config_text, provenance, resolved)"
                " VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, ?, ?)",
                (config, text, json.dumps(provenance, sort_keys=True), resolved),
            )
        return int(cursor.lastrowid or 0)

    def end_invocation(self, number: int, outcome: str) -> None:
        """Record how a run ended: complete, `N failures`, interrupted or stopped."""
        with self._change(confirm=True):
            self._db.execute(
                "UPDATE invocation SET outcome = ?,"
                " finished = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?",
                (outcome, number),
            )

    @contextmanager
    def _change(self, *, confirm: bool = False) -> Iterator[None]:
        """Write what the block changes, all of it or nothing.

        It is the system's then and survives the death of this program. The disk has
        confirmed it, and all before it, if that was asked for or the last time was
        `GROUP_SECONDS` ago; otherwise the next group does that.
        """
        confirm |= time.monotonic() - self._confirmed >= GROUP_SECONDS
        with self._guard():
            self._db.execute(f"PRAGMA synchronous = {'FULL' if confirm else 'NORMAL'}")
            with _transaction(self._db):
                yield
        if confirm:
            self._confirmed = time.monotonic()

    def put(self, outcomes: Iterable[FoldOutcome], invocation: int) -> None:
        """Keep what was computed on one fold, all of it or nothing.

        Nothing but a power cut takes it away again, and that only within a group: see
        `GROUP_SECONDS`.
        """
        try:
            with self._change():
                self._put(tuple(outcomes), invocation)
        except BaseException:
            self._numbers.clear()  # some may be of rows that were taken back
            raise

    def _put(self, outcomes: tuple[FoldOutcome, ...], invocation: int) -> None:
        placed = [((self._number(o.computation), o.run, o.fold), o) for o in outcomes]
        self._db.executemany(
            "DELETE FROM score WHERE (computation, run, fold) = (?, ?, ?)",
            [place for place, _ in placed],
        )
        self._db.executemany(
            "INSERT OR REPLACE INTO fold_result"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
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
                )
                for place, outcome in placed
            ],
        )
        self._db.executemany(
            "INSERT INTO score VALUES (?, ?, ?, ?, ?, ?)",
            [
                (
                    *(*place, metric),
                    None if math.isnan(value) else float(value),
                    metric_version(metric),
                )
                for place, outcome in placed
                for metric, value in outcome.scores.items()
            ],
        )

    def _number(self, computation: Computation) -> int:
        """Return the number of a computation's row, which is made if need be."""
        number = self._numbers.get(computation.key)
        if number is None:
            self._db.execute(
                "INSERT OR IGNORE INTO computation"
                " (key, dataset, dataset_hash, method, description)"
                " VALUES (?, ?, ?, ?, ?)",
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
            self._numbers[computation.key] = number
        return number

    def scores(self, key: str, metric: str) -> list[tuple[int, int, float]]:
        """Return (run, fold, value) in order; a failed fold has none.

        Values of an older version of the metric are not among them.
        """
        rows = self._select(
            "SELECT s.run, s.fold, s.value FROM computation c"
            " JOIN score s ON s.computation = c.id"
            " WHERE c.key = ? AND s.metric = ? AND s.version = ?"
            " ORDER BY s.run, s.fold",
            (key, metric, metric_version(metric)),
            *(_INT, _INT, _NUMBER_OR_NONE),
        )
        for run, fold, value in rows:
            if value is not None and not is_possible(metric, value):
                raise self._damaged(f"{metric} {value!r} in run {run}, fold {fold}")
        return [(run, fold, math.nan if v is None else v) for run, fold, v in rows]

    def mean_size(self, key: str, runs: range) -> float | None:
        """Return the mean number of nodes of a computation's trees, None without."""
        ((size,),) = self._select(
            "SELECT avg(f.n_nodes) FROM computation c"
            " JOIN fold_result f ON f.computation = c.id"
            " WHERE c.key = ? AND f.run BETWEEN ? AND ?",
            (key, runs[0], runs[-1]),
            _NUMBER_OR_NONE,
        )
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
        return self._select(
            "SELECT f.run, f.fold, f.error FROM computation c"
            " JOIN fold_result f ON f.computation = c.id"
            " WHERE c.key = ? AND f.status = 'failed' ORDER BY f.run, f.fold",
            (key,),
            *(_INT, _INT, _TEXT),
        )

    def dataset_hashes(self, name: str) -> list[str]:
        """Return the content hashes under which a data set has results, last first."""
        rows = self._select(
            "SELECT dataset_hash FROM computation WHERE dataset = ?"
            " GROUP BY dataset_hash ORDER BY max(id) DESC",
            (name,),
            _TEXT,
        )
        return [row[0] for row in rows]

    def computations(self) -> list[dict[str, Any]]:
        """Return what each computation is, its folds done and failed, and seconds."""
        names = (
            *("dataset", "method", "description"),
            *("n_ok", "n_failed", "error", "seconds"),
        )
        rows = self._select(
            "SELECT c.dataset, c.method, c.description,"
            " count(CASE f.status WHEN 'ok' THEN 1 END),"
            " count(CASE f.status WHEN 'failed' THEN 1 END),"
            " max(f.error), total(f.fit_s) + total(f.score_s)"
            " FROM computation c JOIN fold_result f ON f.computation = c.id"
            " GROUP BY c.id ORDER BY c.dataset, c.method, c.id",
            (),
            *(_TEXT, _TEXT, _TEXT, _INT, _INT, _TEXT_OR_NONE, _NUMBER_OR_NONE),
        )
        found = [dict(zip(names, row, strict=True)) for row in rows]
        for one in found:
            match self._read_json(one.pop("description")).get("folds"):
                case {"n": n_folds, "scheme": scheme}:
                    one["folds"] = f"{n_folds}-fold {scheme}"
                case _:
                    raise self._damaged("a computation without folds")
        return found

    def invocations(self, keys: Iterable[str] | None = None) -> list[dict[str, Any]]:
        """Return one row per run, first to last, with its provenance.

        With `keys`, only the runs that some result of those computations is from.
        """
        wanted, values = "", []
        if keys is not None:
            values = list(keys)
            wanted = (
                " WHERE id IN (SELECT f.invocation FROM computation c"
                " JOIN fold_result f ON f.computation = c.id"
                f" WHERE c.key IN ({','.join('?' * len(values))}))"
            )
        names = (
            *("id", "started", "finished", "outcome"),
            *("config", "config_text", "provenance", "resolved"),
        )
        rows = self._select(
            f"SELECT {', '.join(names)} FROM invocation{wanted} ORDER BY id",
            values,
            *(_INT, _TEXT, _TEXT_OR_NONE, _TEXT_OR_NONE, _TEXT, _TEXT, _TEXT),
            _TEXT_OR_NONE,
        )
        found = [dict(zip(names, row, strict=True)) for row in rows]
        for one in found:
            one["provenance"] = self._read_json(one["provenance"])
        return found

    def copy_to(self, path: Path) -> None:
        """Write a consistent copy as one plain file, also while a run goes on.

        Raises
        ------
        OSError
            If there is no place for the copy, which is no fault of the store's.
        """
        with self._guard(), closing(sqlite3.connect(path)) as copy:
            try:
                self._db.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_FULL:
                    raise
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from None


_INT, _TEXT = (int,), (str,)
_TEXT_OR_NONE, _NUMBER_OR_NONE = (str, type(None)), (float, type(None))


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk has ended it already
            db.execute("ROLLBACK")
        raise


def _explained(message: str) -> str:
    if "not a database" in message:
        return "not a rankrees result store"
    message = " ".join(message.split())[:200]  # it may quote what it cannot read
    if "malformed" in message or "decode" in message:
        return f"the store is damaged ({message}); move it away and run again"
    if "full" in message:
        return "the disk is full; finished folds are kept, run again to go on"
    if "disk I/O" in message:
        return f"{message}: the file cannot be read or written (is the disk full?)"
    return message
