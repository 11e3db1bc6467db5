"""No output replaces an input, whatever the command; standard streams that fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rankrees.api.models import fit
from rankrees.cli import main
from rankrees.cli.options import OutputPath

STORE = Path(__file__).parents[1] / "fuzz" / "corpus" / "store" / "schema-2.sqlite"
CONFIG = """\
extends: base.yaml
title: Mine
files: {mine: {path: own.csv}}
datasets: [mine]
"""
BASE = """\
methods: {A: {tree: c45, estimator: laplace}}
folds: {runs: 1, folds: 2}
"""
SCORES = "dataset,method,value\n" + "".join(
    f"d{i},{m},0.{i}{j}\n" for i in range(1, 9) for j, m in enumerate("abc")
)

# command line without the output -> the option, and every file that it reads
CASES = {
    "export -c mine.yaml --store s.sqlite": (
        "-o",
        "s.sqlite mine.yaml base.yaml own.csv",
    ),
    "export --store s.sqlite": ("--bundle", "s.sqlite"),
    "report -c mine.yaml --store s.sqlite": (
        "-o",
        "s.sqlite mine.yaml base.yaml own.csv",
    ),
    "plot cd --scores s.svg": ("-o", "s.svg"),
    "rank own.csv new.csv --class a": ("-o", "own.csv new.csv"),
    "rank --model m.rkr new.csv --class a": ("-o", "m.rkr new.csv"),
    "fit own.csv": ("-o", "own.csv"),
    "tree --model m.rkr": ("-o", "m.rkr"),
    "tree own.csv": ("-o", "own.csv"),
    "tree own.csv --explain 1 --of new.csv": ("-o", "own.csv new.csv"),
    "evaluate own.csv --methods c45+laplace --store s.sqlite": (
        "--save-config",
        "own.csv",
    ),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    shutil.copy(STORE, "s.sqlite")
    Path("mine.yaml").write_text(CONFIG)
    Path("base.yaml").write_text(BASE)
    Path("s.svg").write_text(SCORES)
    rows = "".join(f"{i % 7},{'ab'[i % 2]}\n" for i in range(40))
    Path("own.csv").write_text("x,y\n" + rows)
    Path("new.csv").write_text("x,y\n" + rows)
    fit("own.csv").save("m.rkr")
    return tmp_path


def outputs():
    """Yield every option of every command that names a file to write."""
    todo = [
        ((name,), main.get_command(None, name)) for name in main.list_commands(None)
    ]
    while todo:
        words, command = todo.pop()
        if isinstance(command, click.Group):
            todo += [((*words, n), c) for n, c in command.commands.items()]
        for parameter in command.params:
            assert not isinstance(parameter.type, click.File), (words, parameter.name)
            if isinstance(parameter.type, OutputPath):
                yield words[0], parameter.opts


def test_the_cases_are_all_output_options_of_all_commands():
    known = {(line.split()[0], option) for line, (option, _) in CASES.items()}
    found = list(outputs())
    assert len(found) == len(known)
    for command, names in found:
        assert any((command, name) in known for name in names), (command, names)


@pytest.mark.parametrize("line", CASES)
def test_every_output_option_refuses_every_input(folder, line):
    """`-o` on the store, the data or the config replaced it without a word."""
    option, inputs = CASES[line]
    for name in inputs.split():
        before = Path(name).read_bytes()
        os.link(name, "other-name" + Path(name).suffix)
        for output in (name, "other-name" + Path(name).suffix):
            result = CliRunner().invoke(main, [*line.split(), option, output])
            assert "is an input of this command" in result.stderr, result.output
            assert result.exit_code == 2
            assert Path(name).read_bytes() == before
        os.unlink("other-name" + Path(name).suffix)
    assert not [path for path in os.listdir() if path.startswith(".rankrees")]


def test_a_folder_that_is_not_there(folder):
    """`--save-config` into a missing folder ended in a traceback."""
    for line, (option, _) in CASES.items():
        result = CliRunner().invoke(main, [*line.split(), option, "none/x.svg"])
        assert result.exit_code == 2, line
        assert "there is no such folder" in result.stderr
        assert "Traceback" not in result.output


def test_the_bundle_of_a_store_on_a_full_disk_blames_the_disk(folder, monkeypatch):
    """`export --bundle` on a full disk said that the store could not be read."""
    from rankrees.store.store import Store

    def full(self: object, path: Path) -> None:
        raise OSError(28, "No space left on device")

    Path("b.zip").write_text("old")
    monkeypatch.setattr(Store, "copy_to", full)
    line = ["export", "--store", "s.sqlite", "--bundle", "b.zip"]
    result = CliRunner().invoke(main, line)
    assert result.exit_code == 2
    assert result.stderr == "b.zip: cannot be written: No space left on device\n"
    assert Path("b.zip").read_text() == "old"


def shell(command: str) -> subprocess.CompletedProcess[str]:
    program = f"{sys.executable} -m rankrees"
    return subprocess.run(
        ["bash", "-c", command.replace("rankrees", program, 1)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize(
    "command",
    [
        "rankrees list metrics",
        "rankrees compare --scores s.svg",
        "rankrees export -c mine.yaml --store s.sqlite -o -",
        "rankrees --help",
    ],
)
def test_standard_output_is_full(folder, command):
    """Each of these ended in a traceback, or in 120 after an ignored exception."""
    done = shell(f"{command} > /dev/full")
    assert done.returncode == 2, done.stderr
    said = done.stderr.splitlines()[-1]
    assert said == "standard output: cannot be written: No space left on device"
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_standard_streams_that_are_closed(folder):
    """With `2>&-` the next file that was opened became standard error."""
    done = shell("rankrees compare --scores s.svg 2>&-")
    assert done.returncode == 0
    assert "d1" in done.stdout
    done = shell("rankrees compare --scores none.csv 2>&- <&-")
    assert done.returncode == 2
    done = shell("rankrees compare --scores s.svg >&-")
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away(folder):
    done = shell("rankrees list methods | head -1")
    assert done.stderr == ""
