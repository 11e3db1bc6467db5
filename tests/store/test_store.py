import math
import os
import pickle
import signal
import sqlite3
import struct
import subprocess
import sys
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rankrees.errors import StoreError
from rankrees.experiment.outcome import FoldOutcome
from rankrees.experiment.plan import Cell, make_cells
from rankrees.store.store import GROUP_SECONDS, Store

METRICS = ("auc", "accuracy")
FULL = 2
"""SQLite's number of the level at which a commit waits for the disk."""


@pytest.fixture
def computation(experiment):
    return make_cells(experiment, {"one": "a" * 64})[Cell("one", "C45", "described")]


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "deep" / "results.sqlite", write=True) as opened:
        opened.start_invocation("test.yaml", "title: Test", {"python": "3"})
        yield opened


def ok(computation, run, fold, auc=0.5, accuracy=0.25):
    scores = {"auc": auc, "accuracy": accuracy}
    return FoldOutcome(computation, run, fold, scores, n_train=9, n_test=3, fit_s=0.5)


def failed(computation, run, fold, error="ValueError: no"):
    return FoldOutcome(computation, run, fold, {}, error=error, traceback="long")


def read_all(path, key):
    with Store(path) as opened:
        opened.done([key], METRICS, retry_failed=False)
        opened.scores(key, "auc")
        opened.computations()


def bits(value):
    return struct.pack("<d", value)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=st.floats(0, 1))
def test_values_come_back_bit_for_bit(store, computation, value):
    store.put([ok(computation, 1, 1, auc=value)], 1)
    ((run, fold, found),) = store.scores(computation.key, "auc")
    assert (run, fold, bits(found)) == (1, 1, bits(value + 0.0))  # SQLite has no -0.0


def test_a_fold_without_a_value_stays_one(store, computation):
    store.put([ok(computation, 1, 1, auc=math.nan)], 1)
    ((_, _, found),) = store.scores(computation.key, "auc")
    assert math.isnan(found)
    assert store.done([computation.key], METRICS, retry_failed=False) == {
        computation.key: {(1, 1)}
    }


def test_scores_come_in_the_order_of_runs_and_folds(store, computation):
    for run, fold in ((2, 1), (1, 10), (1, 2)):
        store.put([ok(computation, run, fold)], 1)
    found = [row[:2] for row in store.scores(computation.key, "auc")]
    assert found == [(1, 2), (1, 10), (2, 1)]


def test_failures_are_rows_and_tried_again_only_when_asked(store, computation):
    key = computation.key
    store.put([failed(computation, 1, 1)], 1)
    store.put([ok(computation, 1, 2)], 1)
    assert store.done([key], METRICS, retry_failed=False)[key] == {(1, 1), (1, 2)}
    assert store.done([key], METRICS, retry_failed=True)[key] == {(1, 2)}
    assert store.failures(key) == [(1, 1, "ValueError: no")]
    assert [row[:2] for row in store.scores(key, "auc")] == [(1, 2)]
    store.put([ok(computation, 1, 1)], 1)
    assert store.failures(key) == []
    assert len(store.scores(key, "auc")) == 2


def test_a_failure_takes_old_scores_away(store, computation):
    store.put([ok(computation, 1, 1)], 1)
    store.put([failed(computation, 1, 1)], 1)
    assert store.scores(computation.key, "auc") == []


def test_a_new_metric_makes_a_fold_incomplete(store, computation):
    store.put([ok(computation, 1, 1)], 1)
    assert store.done([computation.key], (*METRICS, "new"), retry_failed=False) == {}


def test_a_fold_is_kept_whole_or_not_at_all(store, computation):
    broken = FoldOutcome(computation, 1, 2, {"auc": 0.5, "accuracy": "text"})
    with pytest.raises(TypeError):
        store.put([ok(computation, 1, 1), broken], 1)
    assert store.scores(computation.key, "auc") == []
    store.put([ok(computation, 1, 1)], 1)
    assert len(store.scores(computation.key, "auc")) == 1


def test_readers_work_while_a_writer_is_at_it(store, computation):
    store.put([ok(computation, 1, 1)], 1)
    with Store(store.path) as reader:
        store.put([ok(computation, 1, 2)], 1)
        assert len(reader.scores(computation.key, "auc")) == 2


def test_what_is_there_is_found_again_by_content(store, computation):
    store.put([ok(computation, 1, 1), failed(computation, 1, 2)], 1)
    store.end_invocation(1, "complete")
    with Store(store.path) as reader:
        assert reader.dataset_hashes("one") == ["a" * 64]
        assert reader.dataset_hashes("two") == []
        (found,) = reader.computations()
        assert (found["n_ok"], found["n_failed"]) == (1, 1)
        assert found["error"] == "ValueError: no"
        (run,) = reader.invocations()
        assert run["outcome"] == "complete"
        assert run["provenance"] == {"python": "3"}
        assert run["config_text"] == "title: Test"


def test_a_second_writer_is_refused_with_the_owners_number(store):
    with pytest.raises(StoreError, match=rf"another run \(process {os.getpid()}\)"):
        Store(store.path, write=True)
    store.close()
    Store(store.path, write=True).close()


def test_a_writer_that_died_leaves_the_store_free(tmp_path):
    path = tmp_path / "results.sqlite"
    program = (
        "import os, sys; from rankrees.store.store import Store\n"
        "store = Store(sys.argv[1], write=True); os._exit(9)"
    )
    died = subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert died.returncode == 9
    with Store(path, write=True) as store:
        assert store.computations() == []


def test_what_was_put_outlives_a_killed_program(tmp_path, computation):
    """All of it, though the disk has been asked once at most."""
    path, known = tmp_path / "results.sqlite", tmp_path / "computation"
    known.write_bytes(pickle.dumps(computation))
    program = (
        "import os, pickle, signal, sys\n"
        "from rankrees.experiment.outcome import FoldOutcome\n"
        "from rankrees.store import store\n"
        "store.GROUP_SECONDS = 1e9\n"
        "path, known = sys.argv[1:]\n"
        "with open(known, 'rb') as file: computation = pickle.load(file)\n"
        "opened = store.Store(path, write=True)\n"
        "number = opened.start_invocation('c', 't', {})\n"
        "for fold in range(1, 51):\n"
        "    opened.put([FoldOutcome(computation, 1, fold, {'auc': 0.5})], number)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    words = [sys.executable, "-c", program, str(path), str(known)]
    assert subprocess.run(words, check=False).returncode == -signal.SIGKILL
    with Store(path) as store:
        found = [fold for _, fold, _ in store.scores(computation.key, "auc")]
    assert found == list(range(1, 51))


def test_the_disk_is_asked_once_for_a_group(store, computation, monkeypatch):
    asked, start = [], time.monotonic() + 100
    for groups in (0, 0.5, 1.1, 1.6, 9, 9.1, 30):
        now = start + groups * GROUP_SECONDS
        monkeypatch.setattr("rankrees.store.store.time.monotonic", lambda now=now: now)
        store.put([ok(computation, 1, len(asked) + 1)], 1)
        ((level,),) = store._db.execute("PRAGMA synchronous").fetchall()
        asked.append(level == FULL)
    assert asked == [True, False, True, False, True, False, True]
    store.put([ok(computation, 2, 1)], 1)
    store.end_invocation(1, "complete")
    assert store._db.execute("PRAGMA synchronous").fetchall() == [(FULL,)]


LOSSES = {
    "the end is missing": lambda log, at: log[:at],
    "the end is empty": lambda log, at: log[:at] + bytes(len(log) - at),
    "a block is empty": lambda log, at: log[:at] + bytes(4096) + log[at + 4096 :],
}


@pytest.mark.parametrize("loss", LOSSES)
def test_a_power_cut_takes_the_last_folds_and_damages_nothing(
    store, computation, tmp_path, loss
):
    """Part of the write-ahead log never came to the disk.

    What is found is what was put first, up to some fold, and each fold whole.
    """
    for fold in range(1, 31):
        store.put([ok(computation, 1, fold, auc=fold / 64)], 1)
    content = store.path.read_bytes()
    log = store.path.with_name(f"{store.path.name}-wal").read_bytes()
    counts = set()
    for at in range(0, len(log), len(log) // 20):
        path = tmp_path / str(at) / "s.sqlite"
        path.parent.mkdir()
        path.write_bytes(content)
        path.with_name("s.sqlite-wal").write_bytes(LOSSES[loss](log, at))
        with Store(path, write=True) as left:
            found = left.scores(computation.key, "auc")
            done = left.done([computation.key], METRICS, retry_failed=False)
            check = left._db.execute("PRAGMA integrity_check").fetchall()
        assert check == [("ok",)]
        assert found == [(1, fold, fold / 64) for fold in range(1, len(found) + 1)]
        assert done.get(computation.key, set()) == {row[:2] for row in found}
        counts.add(len(found))
    assert len(counts) > 10


def test_numbers_of_rows_taken_back_are_forgotten(store, computation):
    broken = FoldOutcome(computation, 1, 1, {"auc": "text"})
    with pytest.raises(TypeError):
        store.put([broken], 1)
    assert store.computations() == []
    store.put([ok(computation, 1, 1)], 1)
    assert [one["n_ok"] for one in store.computations()] == [1]


def test_a_store_that_is_not_there(tmp_path):
    with pytest.raises(StoreError, match="no results yet"):
        Store(tmp_path / "none.sqlite")
    assert not (tmp_path / "none.sqlite").exists()


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize(
    "content", [b"hello" * 1000, b"SQLite format 3\0", b"\0" * 5000]
)
def test_a_foreign_file_is_refused_and_left_alone(tmp_path, content, write):
    path = tmp_path / "results.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        Store(path, write=write)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("write", [True, False])
def test_another_programs_database_is_refused(tmp_path, write):
    path = tmp_path / "results.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE meta (x)")
    with pytest.raises(StoreError, match="not a rankrees result store"):
        Store(path, write=write)


def test_a_newer_store_is_refused(store):
    with sqlite3.connect(store.path) as db:
        db.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    with pytest.raises(StoreError, match=r"schema 99, this one knows 2"):
        Store(store.path)


def test_a_truncated_store_is_refused_in_one_line(tmp_path, computation):
    path = tmp_path / "results.sqlite"
    with Store(path, write=True) as opened:
        number = opened.start_invocation("c", "t", {})
        for fold in range(1, 200):
            opened.put([ok(computation, 1, fold)], number)
    content = path.read_bytes()
    assert len(content) > 20_000
    for share in range(1, 20):
        path.write_bytes(content[: len(content) * share // 20])
        with pytest.raises(StoreError) as caught:
            read_all(path, computation.key)
        assert "\n" not in str(caught.value)


def test_a_folder_in_the_way_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError):
        Store(tmp_path / "file" / "results.sqlite", write=True)
    with pytest.raises(StoreError):
        Store(tmp_path, write=True)


@pytest.mark.parametrize("value", [5.0, -0.5, math.inf, -math.inf])
def test_a_score_that_cannot_be_is_told_by_name(store, computation, value):
    """A store with an AUC of 5, or an infinite one, gave tables with it."""
    store.put([ok(computation, 1, 1, auc=value)], 1)
    with pytest.raises(StoreError, match=r"damaged .*auc .* in run 1, fold 1"):
        store.scores(computation.key, "auc")
