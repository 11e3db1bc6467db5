import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from rankrees.cli import main
from rankrees.cli.options import Size
from rankrees.data.fetch import Fetched
from rankrees.estimators.leaf import Frequency, SmoothedReading
from rankrees.experiment import worker
from rankrees.store.store import Store
from rankrees.trees import similarity
from tests.oracles.tiny_arff import write_arff

N_ALL = 2 * 4 * 6  # data sets x computations x folds, see conftest


def test_prints_a_table_per_protocol_and_keeps_every_fold(workspace):
    result = workspace.run()
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "Tiny: three methods, as described (auc)"
    assert "Tiny: three methods, as published (auc_unb)" in lines
    assert lines[2].split() == ["data", "set", "C45", "stump", "C44"]
    assert lines[6].split() == ["gone"] + ["\N{EN DASH}"] * 3
    assert lines[7].split()[:3] == ["mean", "of", "2"]
    assert workspace.folds_by_invocation() == {1: N_ALL}


def test_missing_sets_are_named_up_front_and_the_rest_runs(workspace):
    result = workspace.run()
    first = result.stderr.splitlines()[0]
    assert first.startswith("rankrees: not found: gone (put NAME.arff into a folder")
    assert "gone" not in result.stderr.replace(first, "")
    assert "[2/2]" in result.stderr


def test_strict_refuses_before_computing(workspace):
    result = workspace.run("--strict")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "rankrees: error: not found: gone" in result.stderr
    assert not workspace.store.exists()


def test_no_set_at_all_is_an_error(workspace):
    result = workspace.run("-d", "gone")
    assert result.exit_code == 2
    assert result.stdout == ""


def test_a_second_run_computes_nothing(workspace):
    first = workspace.run()
    second = workspace.run()
    assert second.stdout == first.stdout
    assert "nothing to compute" in second.stderr
    assert workspace.folds_by_invocation() == {1: N_ALL}


def test_resume_computes_only_what_is_missing(workspace):
    whole = workspace.run().stdout
    workspace.query(
        "DELETE FROM fold_result WHERE run = 2 AND fold = 3 OR computation = 1"
    )
    assert workspace.folds_by_invocation() == {1: N_ALL - 6 - 7}
    assert workspace.run().stdout == whole
    assert workspace.folds_by_invocation() == {1: N_ALL - 13, 2: 13}


def test_more_runs_compute_only_the_new_ones(workspace):
    workspace.run()
    workspace.config.write_text(
        workspace.config.read_text().replace("runs: 2", "runs: 3")
    )
    assert workspace.run().exit_code == 0
    assert workspace.folds_by_invocation() == {1: N_ALL, 2: N_ALL // 2}


def test_another_config_of_the_same_computations_computes_nothing(workspace):
    workspace.run()
    (workspace.folder / "wins.yaml").write_text(
        "extends: tiny.yaml\ntitle: Wins\nshow: win-tie-loss\n"
    )
    result = workspace("run", "--config", "wins", "-j", 1)
    assert result.exit_code == 0
    assert workspace.folds_by_invocation() == {1: N_ALL}
    lines = result.stdout.splitlines()
    assert lines[2].split() == ["C45", "stump", "C44"]
    assert "over 2 data sets" in lines[7]


def test_changed_data_are_computed_anew(workspace):
    workspace.run("-d", "alpha")
    path = workspace.folder / "data" / "alpha.arff"
    path.write_text("% a comment changes nothing\n" + path.read_text())
    workspace.run("-d", "alpha")
    assert workspace.folds_by_invocation() == {1: N_ALL // 2}
    path.write_text(path.read_text().replace("red", "rot"))
    workspace.run("-d", "alpha")
    assert workspace.folds_by_invocation() == {1: N_ALL // 2, 2: N_ALL // 2}


def test_a_new_version_of_a_part_recomputes_only_what_uses_it(workspace, monkeypatch):
    workspace.run()
    monkeypatch.setattr(Frequency, "version", 2)
    workspace.run()
    assert workspace.folds_by_invocation() == {1: N_ALL, 2: 2 * 2 * 6}


def test_narrowing(workspace):
    result = workspace.run("-d", "beta", "-m", "C44", "--protocol", "published")
    assert result.exit_code == 0
    assert workspace.folds_by_invocation() == {1: 6}
    lines = result.stdout.splitlines()
    assert lines[2].split() == ["data", "set", "C44"]
    assert [line.split()[0] for line in lines[4:6]] == ["beta", "mean"]


def test_smoke_is_small(workspace):
    result = workspace.run("--smoke")
    assert result.exit_code == 0
    assert workspace.folds_by_invocation() == {1: 4 * 2}


def test_dry_run_computes_nothing(workspace):
    result = workspace.run("--dry-run")
    assert result.exit_code == 0
    assert "12 folds to run, 48 results to compute" in result.stdout
    assert not workspace.store.exists()
    workspace.run("-d", "alpha", "-q")
    assert "6 folds to run, 24 results to compute" in workspace.run("--dry-run").stdout


def test_quiet_says_nothing_but_what_is_wrong(workspace):
    result = workspace.run("-q", "-d", "alpha")
    assert result.stderr == ""


def test_failures_are_kept_shown_and_tried_again_on_request(workspace, monkeypatch):
    true_predict = SmoothedReading.predict

    def predict(self, rows):
        unlucky = isinstance(self.estimator, Frequency) and len(rows.at) == 15
        if unlucky and 0 in rows.at:
            raise RuntimeError("out of luck")
        return true_predict(self, rows)

    monkeypatch.setattr(SmoothedReading, "predict", predict)
    result = workspace.run()
    assert result.exit_code == 1
    assert (
        "left out: C45 on beta, described: 2 of 6 folds failed (run 1, fold"
        in result.stderr
    )
    beta = next(line for line in result.stdout.splitlines() if line.startswith("beta"))
    assert beta.split()[1:3] == ["\N{EN DASH}"] * 2
    assert beta.split()[3] != "\N{EN DASH}"
    assert "failed: beta, c45[" in workspace("status", data=False).stdout
    ((text,),) = workspace.query(
        "SELECT DISTINCT substr(traceback, 1, 9) FROM fold_result"
        " WHERE status = 'failed'"
    )
    assert text == "Traceback"

    monkeypatch.setattr(SmoothedReading, "predict", true_predict)
    assert workspace.run().exit_code == 1
    assert workspace.folds_by_invocation() == {1: N_ALL}
    assert workspace.run("--retry-failed").exit_code == 0
    assert workspace.folds_by_invocation() == {1: N_ALL - 4, 2: 4}


def test_interruption_leaves_the_store_whole(workspace, monkeypatch):
    true_put, n_calls = Store.put, []

    def put(self, outcomes, invocation):
        n_calls.append(1)
        if len(n_calls) == 5:
            raise KeyboardInterrupt
        true_put(self, outcomes, invocation)

    monkeypatch.setattr(Store, "put", put)
    result = workspace.run()
    assert result.exit_code == 130
    assert result.stdout == ""
    assert "give the same command again to go on" in result.stderr
    assert workspace.folds_by_invocation() == {1: 4 * 4}
    assert workspace.query("SELECT outcome FROM invocation") == [("interrupted",)]
    assert workspace.run().exit_code == 0
    assert workspace.folds_by_invocation() == {1: 16, 2: N_ALL - 16}


def test_provenance_is_kept(workspace):
    workspace.run("-d", "alpha")
    with Store(workspace.store) as store:
        (found,) = store.invocations()
    made = found["provenance"]
    assert all(made[part] for part in ("rankrees", "python", "numpy", "numba", "cpu"))
    assert set(made["datasets"]) == {"alpha"}
    assert len(made["datasets"]["alpha"]["hash"]) == 64
    assert found["outcome"] == "complete"
    assert "Tiny: three methods" in found["config_text"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-d", "alpa"], "rankrees: error: the config has no data set 'alpa'; did you"),
        (
            ["-m", "C46"],
            "rankrees: error: the config has no method 'C46'; did you mean",
        ),
        (
            ["--store", "data/alpha.arff"],
            "data/alpha.arff: not a rankrees result store",
        ),
        (["--config", "tabel3"], "no config is called 'tabel3'; did you mean 'table3."),
        (["--data-dir", "nowhere"], "Directory 'nowhere' does not exist"),
        (["-j", "0"], "0 is not in the range x>=1"),
    ],
)
def test_bad_input_ends_in_a_line_and_exit_2(workspace, arguments, message):
    result = workspace.run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_config_mistakes_are_printed_one_per_line(workspace):
    text = workspace.config.read_text()
    text = text.replace("runs: 2", "runz: 2").replace("bins: 5", "bin: 5")
    workspace.config.write_text(text)
    result = workspace.run()
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert [line.split(": ")[0] for line in lines] == [
        "tiny.yaml:8",
        "tiny.yaml:9",
        "tiny.yaml:9",
    ]


def test_bad_data_end_in_file_and_line(workspace):
    path = workspace.folder / "data" / "beta.arff"
    path.write_text(path.read_text() + "1.0,violet,k0\n")
    result = workspace.run()
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1].startswith("data/beta.arff:51: ")


def _popen(workspace, *arguments, store):
    command = [sys.executable, "-m", "rankrees", "run", "--config", "tiny.yaml"]
    command += ["--data-dir", "data", "--store", store, *arguments]
    return subprocess.Popen(
        command,
        cwd=workspace.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _export(workspace, store):
    result = workspace("export", "--config", "tiny.yaml", "-o", "-", "--store", store)
    assert result.exit_code == 0
    return result.stdout


def test_killed_runs_resume_to_the_same_bits(workspace):
    """A run killed twice and resumed by two workers equals one in a single process."""
    text = workspace.config.read_text().replace("runs: 2", "runs: 12")
    workspace.config.write_text(text)
    for n_rows in (5, 40):
        process = _popen(workspace, "-j", "1", store="killed.sqlite")
        _wait_for_rows(workspace, "killed.sqlite", n_rows, process)
        process.kill()
        process.communicate()
    process = _popen(workspace, "-j", "2", store="killed.sqlite")
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert workspace.run("--store", "whole.sqlite", "-q").exit_code == 0
    whole = _export(workspace, "whole.sqlite")
    assert _export(workspace, "killed.sqlite") == whole
    assert whole.count("\n") == 1 + 2 * 3 * 2 * 36 * 5


def _wait_for_rows(workspace, name, n_rows, process):
    """Wait until a running process has stored so many results."""
    deadline = time.monotonic() + 300  # the first run compiles the kernels
    while _n_rows(workspace.folder / name) < n_rows:
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            pytest.fail(f"ended early or too slow: {process.communicate()[1]}")
        time.sleep(0.01)


def _n_rows(path):
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(path) as db:
            return db.execute("SELECT count(*) FROM fold_result").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def test_control_c_in_a_real_process(workspace):
    text = workspace.config.read_text().replace("runs: 2", "runs: 400")
    workspace.config.write_text(text)
    process = _popen(workspace, "-j", "1", store="s.sqlite")
    _wait_for_rows(workspace, "s.sqlite", 5, process)
    os.kill(process.pid, signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert errors.splitlines()[-1].startswith("rankrees: interrupted; finished folds")
    assert "Traceback" not in errors


def test_nothing_is_downloaded_unless_asked(workspace, monkeypatch):
    asked = []

    def fetch(names, progress):
        asked.extend(names)
        progress("downloading gone")
        write_arff(workspace.folder / "data" / "gone.arff", seed=3)
        return [Fetched("gone", workspace.folder / "data" / "gone.arff")]

    monkeypatch.setattr("rankrees.data.fetch.fetch", fetch)
    workspace.run("-q")
    assert asked == []
    result = workspace.run("-q", "--download", "--strict")
    assert result.exit_code == 0
    assert asked == ["gone"]
    assert workspace.folds_by_invocation() == {1: N_ALL, 2: N_ALL // 2}


def test_a_download_that_fails_is_told(workspace, monkeypatch):
    monkeypatch.setattr(
        "rankrees.data.fetch.fetch",
        lambda names, progress: [Fetched("gone", None, "gone: no such thing")],
    )
    result = workspace.run("-q", "--download")
    assert result.exit_code == 0
    assert result.stderr.startswith(
        "rankrees: gone: no such thing\nrankrees: not found"
    )


@pytest.mark.parametrize(
    ("text", "n_bytes"), [("0", 0), ("1000", 1000), ("2k", 2048), ("1.5G", 3 * 2**29)]
)
def test_sizes(text, n_bytes):
    assert Size().convert(text, None, None) == n_bytes


def test_a_size_that_is_none_is_refused():
    words = ["run", "--config", "smoke.yaml", "--memory", "much"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert "'much' is not a size" in result.stderr


def test_memory_bounds_the_workers_and_changes_no_bit(tmp_path, monkeypatch):
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    monkeypatch.setattr(similarity, "MEMORY_BOUND", similarity.MEMORY_BOUND)
    exports = []
    for memory in ("0", "8G"):
        worker._prepared.cache_clear()  # it keeps a data set's similarities
        store = ["--config", "table3.yaml", "--store", str(tmp_path / memory)]
        some = ["-d", "labor", "-m", "C45-W", "-m", "C45-C"]
        run = ["run", "-q", "-j", "1", "--memory", memory, *store, *some]
        assert CliRunner().invoke(main, run).exit_code == 0
        assert (similarity.MEMORY_BOUND > 0) == (memory != "0")
        exported = CliRunner().invoke(main, ["export", "-o", "-", *store, *some])
        exports.append(exported.stdout)
    assert exports[0] == exports[1]
    assert exports[0].count("\n") > 1000
