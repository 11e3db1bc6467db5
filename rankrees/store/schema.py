"""The tables of a result store, and how older ones are brought up to date."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable

from rankrees.experiment.plan import key_of

SCHEMA_VERSION = 2

APPLICATION_ID = 0x726B7273
""""rkrs": tells our files from other programs' SQLite files."""

TABLES = {
    "meta": """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID""",
    "invocation": """
CREATE TABLE invocation (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    finished TEXT,
    outcome TEXT,
    config TEXT NOT NULL,
    config_text TEXT NOT NULL,
    provenance TEXT NOT NULL,
    resolved TEXT
)""",
    "computation": """
CREATE TABLE computation (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    dataset TEXT NOT NULL,
    dataset_hash TEXT NOT NULL,
    method TEXT NOT NULL,
    description TEXT NOT NULL
)""",
    "fold_result": """
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
) WITHOUT ROWID""",
    "score": """
CREATE TABLE score (
    computation INTEGER NOT NULL REFERENCES computation (id),
    run INTEGER NOT NULL,
    fold INTEGER NOT NULL,
    metric TEXT NOT NULL,
    value REAL,
    version INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (computation, run, fold, metric)
) WITHOUT ROWID""",
}
"""The statements that make the tables, by name."""


class SchemaError(Exception):
    """What is wrong with a file; who knows its path makes a `StoreError` of it."""


def make_tables(db: sqlite3.Connection) -> None:
    """Turn an empty file into a store."""
    for statement in TABLES.values():
        db.execute(statement)
    db.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA_VERSION),))
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def is_empty(db: sqlite3.Connection) -> bool:
    """Tell whether a file holds nothing yet and belongs to nobody."""
    (n_things,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    return bool(n_things == 0 and owner == 0)


def found_version(db: sqlite3.Connection) -> int:
    """Return the version of a store's tables.

    Raises
    ------
    SchemaError
        If it is no store, or one of a newer version.
    """
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    if owner != APPLICATION_ID:
        raise SchemaError("not a rankrees result store")
    things = db.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    for kind, name, sql in things:
        # a view or a trigger of somebody's would run inside our own statements
        own = kind == "table" and name in TABLES and "VIRTUAL" not in str(sql)
        if not own and not (kind == "index" and sql is None):
            raise SchemaError(
                f"not a rankrees result store: it has a {kind} {name!r:.40}"
            )
    found = db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    version = str(found[0]) if found else "none"
    if not version.isdecimal() or not 1 <= int(version[:9]) <= SCHEMA_VERSION:
        shown = version if version.isdecimal() else repr(version)
        raise SchemaError(
            "written by another version of rankrees "
            f"(schema {shown:.9}, this one knows {SCHEMA_VERSION})"
        )
    return int(version)


def upgrade(db: sqlite3.Connection, version: int) -> None:
    """Bring a store of an older version up to this one, inside a transaction."""
    for older in range(version, SCHEMA_VERSION):
        _STEPS[older](db)
    db.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (str(SCHEMA_VERSION),))


def _from_1(db: sqlite3.Connection) -> None:
    """Give metrics and fold schemes a version: what schema 1 kept is their first."""
    db.execute("ALTER TABLE score ADD COLUMN version INTEGER NOT NULL DEFAULT 1")
    db.execute("ALTER TABLE invocation ADD COLUMN resolved TEXT")
    for number, text in db.execute(
        "SELECT id, description FROM computation"
    ).fetchall():
        try:
            description = json.loads(text)
            scheme, n_folds = description["folds"]
        except (TypeError, ValueError, KeyError, RecursionError):
            raise SchemaError(f"damaged: computation {number} cannot be read") from None
        description["folds"] = {"scheme": scheme, "version": 1, "n": n_folds}
        db.execute(
            "UPDATE computation SET key = ?, description = ? WHERE id = ?",
            (key_of(description), json.dumps(description, sort_keys=True), number),
        )


_STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _from_1}
"""What leads from each version to the next."""
