"""Names as they are shown: control characters written out, long lists cut."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from click.testing import CliRunner

from rankrees.cli import main
from rankrees.data.dataset import Attribute, Dataset
from rankrees.methods.spelling import parse_part
from rankrees.methods.trained import training_sample
from rankrees.names import listed, visible
from rankrees.reports.formats import FORMATS, render
from rankrees.reports.table import text_table
from rankrees.trees.draw import tree_dot, tree_svg
from rankrees.trees.text import tree_text

EVIL = "\x1b[2J\x9b31m\x07\x7f\u202e"


def no_controls(text: str) -> bool:
    return not any(ch in text for ch in EVIL if ch not in "[2J31m")


def test_every_control_character():
    for code in [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x202E, 0xD800]:
        assert visible(chr(code)).isprintable()
        assert visible(chr(code)).isascii()
    plain = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x2028)]))
    assert visible(plain) == plain
    assert visible("a\n\tb\r", lines=True) == "a\n\tb\\x0d"
    assert visible("caf\udce9") == "caf\\xe9"  # a file name that is no UTF-8


def test_long_lists_are_cut():
    """A file of 100,000 columns listed them all on standard error."""
    said = listed([f"c{i}" for i in range(100_000)])
    assert said.endswith("c19 and 99,980 more")
    assert listed(["a\x1b", "b"]) == "a\\x1b, b"


@pytest.mark.parametrize("form", FORMATS)
def test_tables(form):
    """Names of a file of scores cleared the terminal."""
    table = text_table(EVIL, (EVIL, "x"), ((EVIL, EVIL + "\n"),), (EVIL,))
    assert no_controls(render([table], form))


def test_messages_and_results_of_commands(tmp_path):
    path = tmp_path / "scores.csv"
    rows = "".join(
        f"d{i},{m}{EVIL},0.{i}{j}\n" for i in range(9) for j, m in enumerate("ab")
    )
    path.write_text("dataset,method,value\n" + rows)
    for words in ([], ["--baseline", "none"], ["--over-sets"]):
        result = CliRunner().invoke(main, ["compare", "--scores", str(path), *words])
        assert no_controls(result.stdout + result.stderr)
    assert "\\x1b" in result.stdout
    path.write_text(f"x{EVIL},y\n1{EVIL},a\n2,b\n")
    result = CliRunner().invoke(main, ["datasets", "check", str(path)])
    assert no_controls(result.stdout + result.stderr)
    picture = tmp_path / "p.svg"
    scores = tmp_path / "s.csv"
    scores.write_text("dataset,method,value\n" + rows)
    line = ["plot", "cd", "--scores", str(scores), "-o", str(picture)]
    assert CliRunner().invoke(main, line).exit_code == 0
    ET.parse(picture)
    assert no_controls(picture.read_text())


@pytest.mark.parametrize("form", ["text", "dot", "svg"])
def test_trees(form):
    n = 20
    dataset = Dataset(
        EVIL,
        (Attribute(f"a{EVIL}", (f"u{EVIL}", "v")),),
        Attribute("y", (f"no{EVIL}", "yes")),
        (np.arange(n, dtype=np.int32) % 2,),
        np.arange(n, dtype=np.int32) % 2,
    )
    tree = parse_part("tree", "c45").grow(training_sample(dataset))
    draw = {"text": tree_text, "dot": tree_dot, "svg": tree_svg}[form]
    assert tree.n_leaves == 2
    assert no_controls(draw(tree, dataset))
    if form == "svg":
        ET.fromstring(draw(tree, dataset))
