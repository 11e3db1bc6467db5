"""Stores of older schemas: tests/golden/store-1.sql is one of schema 1, as it was."""

import dataclasses
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from rankrees.cli import main
from rankrees.errors import StoreError
from rankrees.metrics.registry import METRICS
from rankrees.split.schemes import SCHEMES
from rankrees.store.schema import SCHEMA_VERSION, TABLES
from rankrees.store.store import Store

OLD = Path(__file__).parents[1] / "golden" / "store-1.sql"
SMOKE = ["-c", "smoke.yaml", "-d", "labor", "-m", "C45", "-m", "C44"]


@pytest.fixture
def old(tmp_path, monkeypatch):
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    # what is old here is the schema; the metric was changed later
    first = dataclasses.replace(METRICS["log_loss"], version=1)
    monkeypatch.setitem(METRICS, "log_loss", first)
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(OLD.read_text())
    return path


def rows(path, sql):
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchall()


def run(path, *more):
    words = ["run", *SMOKE, "--smoke", "-j", "1", "--store", str(path), *more]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return result


def test_old_results_are_found_again_and_nothing_is_computed(old, tmp_path):
    scores = rows(old, "SELECT * FROM score")
    assert len(scores) == 2 * 4 * 5
    assert "nothing to compute" in run(old).stderr
    assert [row[:5] for row in rows(old, "SELECT * FROM score")] == scores
    assert rows(old, "SELECT value FROM meta") == [(str(SCHEMA_VERSION),)]
    # and they are what this version computes, bit for bit, under the same keys
    run(tmp_path / "new.sqlite")
    content = (
        "SELECT c.key, c.dataset_hash, c.method, c.description, s.* FROM computation c"
        " JOIN score s ON s.computation = c.id ORDER BY 1, 6, 7, 8"
    )
    assert rows(old, content) == rows(tmp_path / "new.sqlite", content)


ONE_MORE_METRIC = """\
extends: smoke.yaml
protocols:
  described: {metric: auc}
  published: {metric: METRIC, runs: 1}
"""


def test_a_metric_that_is_new_is_computed_where_it_is_asked_for(old, tmp_path):
    """Folds of before it was there are complete for who does not ask for it."""
    run(old)
    config = tmp_path / "more.yaml"
    common = ["-m", "C45", "-d", "labor", "--store", str(old)]

    def run_with(metric):
        config.write_text(ONE_MORE_METRIC.replace("METRIC", metric))
        words = ["run", "-c", str(config), "--smoke", "-j", "1", *common]
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, result.output
        return result

    assert "nothing to compute" in run_with("auc_unb").stderr
    before = rows(old, "SELECT * FROM score")
    run_with("auc_2004")
    # run 1, two folds; run 2 is only described
    assert n_computed(old)[-1] == 2
    after = rows(old, "SELECT * FROM score")
    assert set(before) <= set(after)
    new = rows(old, "SELECT DISTINCT run FROM score WHERE metric = 'auc_2004'")
    assert new == [(1,)]
    assert "nothing to compute" in run_with("auc_2004").stderr
    assert "nothing to compute" in run(old).stderr


def test_the_tables_are_those_of_a_new_store(old, tmp_path):
    Store(old, write=True).close()
    Store(tmp_path / "new.sqlite", write=True).close()
    for table in TABLES:
        columns = f"SELECT * FROM pragma_table_info('{table}')"
        assert rows(old, columns) == rows(tmp_path / "new.sqlite", columns)


def test_a_reader_sees_an_old_store_and_leaves_it_alone(old):
    before = old.read_bytes()
    old.chmod(0o444)
    with Store(old) as store:
        (one, two) = store.computations()
        assert (one["n_ok"], two["n_ok"]) == (4, 4)
        assert one["folds"] == "2-fold weka"
        assert len(store.invocations()) == 1
    assert old.read_bytes() == before
    assert list(old.parent.iterdir()) == [old]


def test_an_upgrade_happens_whole_or_not_at_all(old):
    rows_before = rows(old, "SELECT * FROM computation")
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("UPDATE computation SET description = 'no' WHERE id = 2")
    with pytest.raises(StoreError, match="damaged: computation 2"):
        Store(old, write=True)
    assert rows(old, "SELECT value FROM meta") == [("1",)]
    assert rows(old, "SELECT * FROM computation WHERE id = 1") == rows_before[:1]
    assert len(rows(old, "SELECT * FROM pragma_table_info('score')")) == 5


@pytest.mark.parametrize("version", ["0", "3", "99999999999999", "two", "-1", "٣"])
def test_versions_that_are_not_known_are_refused(old, version):
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("UPDATE meta SET value = ?", (version,))
    for write in (True, False):
        with pytest.raises(StoreError, match="written by another version"):
            Store(old, write=write)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW v AS SELECT 1",
        "CREATE TRIGGER t AFTER INSERT ON score BEGIN DELETE FROM score; END",
        "CREATE VIRTUAL TABLE x USING fts5(a)",
        "CREATE TABLE theirs (a)",
        "DROP TABLE score; CREATE VIEW score AS SELECT 1",
    ],
)
def test_foreign_things_in_a_store_are_refused(old, statement):
    with closing(sqlite3.connect(old)) as db:
        db.executescript(statement)
    with pytest.raises(StoreError, match="not a rankrees result store: it has a"):
        Store(old)


def n_computed(path):
    return [
        n
        for (n,) in rows(
            path,
            "SELECT count(f.run) FROM invocation i LEFT JOIN fold_result f"
            " ON f.invocation = i.id GROUP BY i.id",
        )
    ]


def test_a_new_version_of_a_metric_is_computed_and_the_old_not_shown(old, monkeypatch):
    """Predictions are not kept, so the folds run again; other scores stay equal."""
    before = rows(old, "SELECT * FROM score WHERE metric != 'brier'")
    changed = dataclasses.replace(
        METRICS["brier"], version=2, function=lambda proba, labels: 0.125
    )
    monkeypatch.setitem(METRICS, "brier", changed)
    compare = ["compare", *SMOKE, "--metric", "brier", "--store", str(old)]
    assert "no results yet" in CliRunner().invoke(main, compare).stderr
    run(old)
    assert n_computed(old) == [0, 8]
    after = rows(old, "SELECT * FROM score WHERE metric != 'brier'")
    assert [row[:5] for row in after] == before
    values = rows(old, "SELECT DISTINCT value, version FROM score WHERE metric='brier'")
    assert values == [(0.125, 2)]
    assert "nothing to compute" in run(old).stderr


def test_a_new_version_of_the_folds_computes_all_anew(old, monkeypatch):
    weka = dataclasses.replace(SCHEMES["weka"], version=2)
    monkeypatch.setitem(SCHEMES, "weka", weka)
    run(old)
    assert n_computed(old) == [8, 8]


@pytest.mark.parametrize(
    ("part", "n_again"),
    [
        ("rankrees.preprocess.missing.ReplaceMissing", 8),
        ("rankrees.estimators.leaf.Laplace", 4),
        ("rankrees.growers.c45.C45", 8),  # C44 is a C45
    ],
)
def test_a_new_version_of_a_part_computes_what_uses_it(old, monkeypatch, part, n_again):
    copied = old.with_name("copy.sqlite")
    shutil.copy(old, copied)
    monkeypatch.setattr(f"{part}.version", 2)
    run(copied)
    assert n_computed(copied) == [8, n_again]
