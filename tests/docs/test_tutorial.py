"""Every command of docs/tutorial.md, run where a reader would."""

from __future__ import annotations

import csv
import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from rankrees.cli import main

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
COMMANDS = [
    command
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for command in block.strip().splitlines()
]
PYTHON = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    shutil.copytree(ROOT / "docs" / "loans", tmp_path / "docs" / "loans")
    return tmp_path


def test_every_command_works(folder):
    install, *others = COMMANDS
    assert install == "pip install '.[sklearn]'"  # as this very environment
    assert len(COMMANDS) < 10
    printed = []
    for command in others:
        program, *arguments = shlex.split(command)
        assert program == "rankrees"
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, (command, result.stderr)
        printed.append(result)
    rank, top, text, _, explained, evaluated, run = printed
    assert "AUC of 'good': 0." in rank.stderr
    assert "count as missing: purpose (2)" in rank.stderr
    with open("ranked.csv", newline="") as file:
        assert len(list(csv.reader(file))) == 121
    assert len(top.stdout.splitlines()) == 1 + 6
    assert "Number of Leaves" in text.stdout
    assert Path("tree.svg").read_text().startswith("<svg")
    assert "says of good" in explained.stdout
    assert "RF" in evaluated.stdout
    assert "nothing to compute" in run.stderr


def test_the_python_example_runs(folder, capsys):
    exec(compile(PYTHON, "tutorial", "exec"), {})
    assert capsys.readouterr().out.count("[") == 4


@pytest.mark.parametrize("page", ["methods.md", "configs.md"])
def test_pages_made_from_the_program_are_up_to_date(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    ((command, inside),) = re.findall(
        r"<!-- rankrees ([^\n]*) -->\n(.*?)<!-- end -->", text, re.DOTALL
    )
    printed = CliRunner().invoke(main, shlex.split(command)).stdout
    assert inside.strip() == printed.strip(), "run docs/update.py"


def test_the_small_config_is_one(folder):
    from rankrees.config.load import load_config

    text = (ROOT / "docs" / "configs.md").read_text(encoding="utf-8")
    path = folder / "docs" / "loans" / "small.yaml"
    path.write_text(re.search(r"```yaml\n(.*?)```", text, re.DOTALL)[1])
    experiment = load_config(path)
    assert list(experiment.methods) == ["C4.4", "M-branch", "Forest"]
    assert experiment.files["loans"].read("loans").n_rows == 400
