import pytest
from click.testing import CliRunner

from rankrees.cli import main

SVG = b"<?xml"


@pytest.fixture
def computed(workspace):
    assert workspace.run("-q").exit_code == 0
    return workspace


def plot(workspace, kind, *arguments):
    return workspace("plot", kind, "--config", "tiny.yaml", *arguments)


@pytest.mark.parametrize("kind", ["cd", "wins", "heatmap", "boxes"])
@pytest.mark.parametrize(("ending", "start"), [("svg", SVG), ("png", b"\x89PNG")])
def test_every_kind_is_drawn(computed, kind, ending, start):
    output = f"out.{ending}"
    result = plot(computed, kind, "--protocol", "described", "-o", output)
    assert result.exit_code == 0, result.output
    assert result.stderr == f"rankrees: wrote {output}\n"
    assert result.stdout == ""
    assert (computed.folder / output).read_bytes().startswith(start)


def test_the_same_picture_from_exported_scores(computed):
    # the title is the file's name, which is the only difference
    computed("export", "--config", "tiny.yaml", "-o", "Tiny: three methods")
    how = ["--protocol", "described", "-d", "alpha", "-d", "beta", "--metric", "auc"]
    plot(computed, "heatmap", *how, "-o", "a.svg")
    result = CliRunner().invoke(
        main,
        ["plot", "heatmap", "--scores", "Tiny: three methods", *how, "-o", "b.svg"],
    )
    assert result.exit_code == 0, result.output
    folder = computed.folder
    assert (folder / "a.svg").read_bytes() == (folder / "b.svg").read_bytes()


@pytest.mark.parametrize(
    ("kind", "arguments", "message"),
    [
        ("cd", [], "choose one with --protocol"),
        ("curve", [], "tiny.yaml sweeps no parameter"),
        ("printed", [], "tiny.yaml: no printed AUC to set ours against"),
        ("pie", [], "'pie' is not one of"),
        ("cd", ["--protocol", "described", "-d", "alpha"], "need two or more"),
        (
            "cd",
            ["--protocol", "described", "--control", "X"],
            "no method is called 'X'",
        ),
        ("wins", ["--scores", "s.csv"], "give either --config or --scores"),
    ],
)
def test_bad_input(computed, kind, arguments, message):
    result = plot(computed, kind, *arguments, "-o", "x.svg")
    assert result.exit_code == 2
    assert message in result.stderr
    assert not (computed.folder / "x.svg").exists()


def test_a_curve_is_of_a_config():
    result = CliRunner().invoke(main, ["plot", "--scores", "s.csv", "-o", "x.svg"])
    assert result.exit_code == 2
    assert "curve is for --config" in result.stderr


def test_printed_against_ours(computed):
    data = computed.folder / "data"
    (data / "alpha.arff").rename(data / "iris.arff")
    (data / "beta.arff").rename(data / "zoo.arff")
    (computed.folder / "t3.yaml").write_text(
        "extends: tiny.yaml\npaper: wang-zhang-2006\ntable: '3'\n"
        "datasets: [iris, zoo]\n"
    )
    computed("run", "--config", "t3.yaml", "-j", 1, "-q")
    result = computed("plot", "printed", "--config", "t3.yaml", "-o", "p.svg")
    assert result.exit_code == 0, result.output
    assert (computed.folder / "p.svg").read_bytes().startswith(SVG)
