"""Files made to harm end in an error, in seconds and in bounded memory."""

import subprocess
import sys
import time

import pytest

from rankrees.config.load import load_config
from rankrees.errors import ConfigError

READ = """\
import resource, sys, time
from rankrees.data.arff.reader import read_arff
from rankrees.errors import ArffError
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.perf_counter()
try:
    read_arff(sys.argv[1])
except ArffError as error:
    print(error)
seconds = time.perf_counter() - start
print(seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


def read_apart(path):
    """Read in a process of its own; return the message, seconds and megabytes."""
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    message, figures = done.stdout.strip().split("\n")
    seconds, megabytes = map(float, figures.split())
    return message, seconds, megabytes


def test_a_million_attributes(tmp_path):
    path = tmp_path / "wide.arff"
    with path.open("w") as file:
        file.write("@relation wide\n")
        file.writelines(f"@attribute a{i} real\n" for i in range(1_000_000))
    message, seconds, megabytes = read_apart(path)
    assert message.endswith("wide.arff:100002: more than 100,000 attributes")
    assert seconds < 20  # measured: 0.5 s
    assert megabytes < 300  # measured: 60 MB


def test_a_line_of_a_hundred_megabytes(tmp_path):
    path = tmp_path / "long.arff"
    with path.open("w") as file:
        file.write("@relation long\n@attribute a {x")
        for _ in range(100):
            file.write(",yyyyyyyyy" * 100_000)
    message, seconds, megabytes = read_apart(path)
    assert "a line of more than 10,000,000 characters" in message
    assert seconds < 20
    assert megabytes < 300


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: " + "[" * 50_000, "nested too deeply"),
        ("a: " + "{b: " * 50_000, "nested too deeply"),
        ("\n".join(["a: &x [1]", *(f"b{i}: [*x, *x]" for i in range(99))]), "aliases"),
        ("a: " + "x" * 1_000_000, "larger than 1000000 bytes"),
        ("title: " + "9" * 100_000, "title"),
        ("? " + "x" * 900_000 + "\n: 1", "unknown key"),
        ("title: a\nbaseline: " + "C45" * 300_000, "baseline"),
        ("title: a\npreprocess: [" + "ab" * 300_000 + "]", "preprocess"),
        ("methods: {" + ", ".join(f"m{i}: 1" for i in range(2000)) + "}", "methods"),
    ],
    ids=[
        *("lists", "maps", "aliases", "large", "digits"),
        *("key", "baseline", "step", "methods"),
    ],
)
def test_configs(tmp_path, text, message):
    path = tmp_path / "f.yaml"
    path.write_text(text)
    start = time.perf_counter()
    with pytest.raises(ConfigError, match=message) as caught:
        load_config(path)
    assert all(len(line) < 1000 for line in str(caught.value).split("\n"))
    assert time.perf_counter() - start < 20
