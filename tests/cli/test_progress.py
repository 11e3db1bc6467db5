import sys
from types import SimpleNamespace

import pytest

from rankrees.cli.progress import show_progress
from rankrees.experiment.plan import Job

JOBS = [Job("a[b]", 1, 1, ()), Job("a[b]", 1, 2, ()), Job("c", 1, 1, ())]


def outcome(dataset):
    return [SimpleNamespace(computation=SimpleNamespace(dataset=dataset))]


def test_a_line_per_finished_data_set_without_a_terminal(capsys):
    with show_progress(JOBS, quiet=False) as report:
        for dataset in ("a[b]", "c", "a[b]"):
            report(outcome(dataset))
    out, err = capsys.readouterr()
    assert out == ""
    first, second = err.splitlines()
    assert first.startswith("[1/2] c: 1 folds done")
    assert second.startswith("[2/2] a[b]: 2 folds done")


def test_a_bar_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    with show_progress(JOBS, quiet=False) as report:
        for dataset in ("c", "a[b]", "a[b]"):
            report(outcome(dataset))
    out, err = capsys.readouterr()
    assert out == ""
    assert "3/3" in err
    assert "folds: a[b]" in err


@pytest.mark.parametrize(("jobs", "quiet"), [(JOBS, True), ([], False)])
def test_silence(capsys, jobs, quiet):
    with show_progress(jobs, quiet=quiet) as report:
        report(outcome("c"))
    assert capsys.readouterr() == ("", "")
