import csv
import io
import subprocess
import sys

import pytest
from click.testing import CliRunner

import rankrees
from rankrees.cli import _COMMANDS, main

HEAVY = ("numpy", "pandas", "scipy", "numba", "pydantic", "yaml", "joblib", "rich")


def test_help_imports_nothing_heavy():
    program = (
        "import sys, click, rankrees\n"
        "from rankrees.cli import main\n"
        "context = click.Context(main)\n"
        "main.get_help(context)\n"
        "for name in main.list_commands(context):\n"
        "    main.get_command(context, name).get_help(context)\n"
        f"print([name for name in {HEAVY} if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_api_is_there_before_anything_heavy_is():
    program = (
        "import sys, rankrees\n"
        "assert {'run', 'compare', 'report'} <= set(dir(rankrees))\n"
        f"print([name for name in {HEAVY} if name in sys.modules])\n"
        "print(rankrees.run.__module__)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n")[:2] == ["[]", "rankrees.api.runs"]


@pytest.mark.parametrize("name", _COMMANDS)
def test_every_command_explains_itself(name):
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: ")


def test_version():
    result = CliRunner().invoke(main, ["--version"])
    assert result.stdout == f"rankrees, version {rankrees.__version__}\n"


def test_an_unknown_command_is_bad_usage():
    assert CliRunner().invoke(main, ["rum"]).exit_code == 2


def test_module_runs_as_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "rankrees", "list", "metrics"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "auc_unb" in done.stdout
    assert done.stderr == ""


def test_lists_configs_with_their_titles():
    out = CliRunner().invoke(main, ["list", "configs"]).stdout
    assert "table3.yaml" in out
    assert "Wang & Zhang 2006, Table 3" in out
    assert "wang-zhang.yaml" not in out


def test_lists_parts_with_parameters_departures_and_references():
    lines = CliRunner().invoke(main, ["list", "methods"]).stdout.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("  laplace: "))
    block = "\n".join(lines[start : start + 4])
    assert "variant=textbook" in block
    assert "weka34-laplace" in block
    assert "Provost & Domingos" in block
    assert any("confidence=0.25" in line for line in lines)


def test_published_only_fields_are_not_listed():
    assert "label_leak" not in CliRunner().invoke(main, ["list", "methods"]).stdout


def test_status_tells_what_is_there(workspace):
    workspace.run("-q", "-d", "alpha")
    result = workspace("status", data=False)
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    done = [row for row in rows if row[:1] == ["alpha"]]
    assert len(done) == 4
    assert {tuple(row[2:6]) for row in done} == {("3-fold", "weka", "6", "0")}
    assert any("complete" in row and "tiny.yaml" in row for row in rows)


def test_export_is_tidy_exact_and_deterministic(workspace):
    workspace.run("-q")
    first = workspace("export", "--config", "tiny.yaml", "-o", "a.csv")
    assert (first.exit_code, first.stdout) == (0, "")
    text = (workspace.folder / "a.csv").read_text()
    again = workspace("export", "--config", "tiny.yaml", "-o", "-").stdout
    assert again == text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert list(rows[0]) == [
        "dataset",
        "method",
        "protocol",
        "run",
        "fold",
        "metric",
        "value",
    ]
    assert len(rows) == 2 * 3 * 2 * 6 * 5
    stored = {
        value
        for (value,) in workspace.query("SELECT value FROM score")
        if value is not None
    }
    assert {float(row["value"]) for row in rows if row["value"]} == stored


def test_a_failed_export_leaves_the_old_file(workspace):
    (workspace.folder / "a.csv").write_text("precious")
    result = workspace("export", "--config", "tiny.yaml", "-o", "a.csv")
    assert result.exit_code == 2
    assert (workspace.folder / "a.csv").read_text() == "precious"


def test_a_file_that_is_no_store(workspace):
    (workspace.folder / "x.sqlite").write_text("hello")
    for command in (["status"], ["compare", "--config", "tiny.yaml"]):
        result = workspace(*command, "--store", "x.sqlite", data=False)
        assert result.exit_code == 2
        assert result.stderr == (
            "rankrees: error: x.sqlite: not a rankrees result store\n"
        )
