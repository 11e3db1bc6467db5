"""Any Weka classifier as a method: a Java process to train, another to answer.

Weka is GPL and no part of rankrees. Its jar is the one that the environment variable
RANKREES_WEKA_JAR names, or else the newest `weka-*.jar` in the folder `rankrees-weka`
of the user's cache folder. A small program of ours is compiled with it at first use.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rankrees.data.arff.writer import write_arff
from rankrees.data.catalog import cache_dir
from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset
from rankrees.errors import RankreesError
from rankrees.methods.component import Model, register
from rankrees.methods.fitted import Fitted
from rankrees.methods.sample import Rows, Sample
from rankrees.methods.terms import Probabilities

JAR_VARIABLE = "RANKREES_WEKA_JAR"
_SOURCE = Path(__file__).resolve().parent / "WekaPredict.java"
_CLASS_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")

# classes that load a model (Java runs what is in it), and paths of any files
_LOADING = re.compile(r"\w*(Serialized|InputMapped|PMML)\w*|\S*[/\\]\S*|-model\b")


@register("weka")
@dataclass(frozen=True)
class Weka(Model):
    """A Weka classifier, given as its command line.

    `weka.classifiers.trees.J48 -U -A`. Needs Java and Weka's jar.

    Parameters
    ----------
    classifier
        The class and its options.

    Notes
    -----
    Weka gets the rows of the task, after the config's preprocessing, as ARFF files with
    names of our own (`a0`, `v0`, ...), training rows in the order of the fold, and test
    rows without a class. Weka's version is part of the method's id.
    """

    reference = "Weka"
    use = "to compare with a learner that only Weka has, or to check ours against it"

    classifier: str

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            words = shlex.split(self.classifier)
        except ValueError as error:
            raise RankreesError(f"{self.classifier!r}: {error}") from None
        if not words or not _CLASS_NAME.fullmatch(words[0]):
            raise RankreesError(
                f"{self.classifier!r} is not a class and options, such as "
                "weka.classifiers.trees.J48 -U"
            )
        if found := _LOADING.search(self.classifier):
            raise RankreesError(
                f"{self.classifier!r}: {found.group()!r} would load a file, which a "
                "method must not"
            )

    @property
    def id(self) -> str:
        """The command line, and Weka's version."""
        line = shlex.join(shlex.split(self.classifier))
        return f"weka[{ascii(line)[1:-1]},{jar_version(weka_jar())}]"

    def fit(self, sample: Sample) -> Fitted[Rows]:
        """Write the rows to a file, let Weka learn from it, keep what it has learnt."""
        rows = Rows(sample.features, sample.rows)
        with _folder() as folder:
            write_arff(folder / "train.arff", _dataset(rows, sample))
            words = ("train", "train.arff", "model", *shlex.split(self.classifier))
            _run_weka(folder, self.classifier, *words)
            return FittedWeka(self.classifier, (folder / "model").read_bytes(), sample)


class FittedWeka(Fitted[Rows]):
    """What Weka has learnt, in its own form; a Java process answers.

    It is used in this process alone and is never read from a file of the user's: Java's
    form of objects is no safer than pickles are.
    """

    asks_for = Rows

    def __init__(self, classifier: str, model: bytes, sample: Sample) -> None:
        self.classifier = classifier
        self.model = model
        self.sample = sample

    def _predict(self, rows: Rows) -> Probabilities:
        with _folder() as folder:
            (folder / "model").write_bytes(self.model)
            write_arff(folder / "test.arff", _dataset(rows, self.sample))
            _run_weka(folder, self.classifier, "ask", "model", "test.arff", "out")
            found = (folder / "out").read_bytes()
        proba = np.frombuffer(found, dtype=">f8").astype(np.float64)
        if proba.size != rows.at.shape[0] * self.sample.n_classes:
            raise RankreesError(f"{self.classifier} gives no class distributions")
        return proba.reshape(-1, self.sample.n_classes)


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="rankrees-weka-") as name:
        yield Path(name)


def _run_weka(folder: Path, what: str, *words: str) -> None:
    """Run our program in a folder with files of these names."""
    jar = weka_jar()
    command = java_command([_compiled(jar), jar], "WekaPredict", str(folder), *words)
    _run(command, what, folder)


def _dataset(asked: Rows, sample: Sample) -> Dataset:
    """Return rows as a data set with names of our own; labels are the sample's."""
    features, rows = asked.features, asked.at
    attributes: list[Attribute] = []
    columns: list[NDArray] = []
    for a in range(features.n_attributes):
        if features.slot[a] < 0:
            values = tuple(f"v{v}" for v in range(features.n_values[a]))
            attributes.append(Attribute(f"a{a}", values))
            columns.append(features.codes[a, rows].astype(np.int32))
        else:
            attributes.append(Attribute(f"a{a}"))
            columns.append(features.numbers[features.slot[a], rows])
    target = Attribute("class", tuple(f"c{c}" for c in range(sample.n_classes)))
    is_train = rows is sample.rows
    labels = sample.labels[rows] if is_train else np.full_like(rows, MISSING_CODE)
    return Dataset("fold", tuple(attributes), target, tuple(columns), labels)


def weka_jar() -> Path:
    """Return Weka's jar, or say how it is named."""
    if named := os.environ.get(JAR_VARIABLE):
        if not Path(named).is_file():
            raise RankreesError(f"{JAR_VARIABLE} names no file: {named}")
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    found = sorted((Path(base) / "rankrees-weka").glob("weka-*.jar"), key=_numbers)
    if not found:
        raise RankreesError(
            f"Weka's jar is not here: name it with {JAR_VARIABLE}=/path/to/weka.jar"
        )
    return found[-1]


def _numbers(path: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", path.name)]


@cache
def jar_version(jar: Path) -> str:
    """Return the version that a jar says it is."""
    try:
        with zipfile.ZipFile(jar) as archive:
            return archive.read("weka/core/version.txt").decode("ascii").strip()
    except (OSError, KeyError, UnicodeDecodeError, zipfile.BadZipFile):
        raise RankreesError(f"{jar} is not Weka's jar") from None


def java_tool(name: str) -> str:
    """Return the path of `java` or `javac`."""
    home = os.environ.get("JAVA_HOME")
    path = shutil.which(name, path=str(Path(home) / "bin")) if home else None
    path = path or shutil.which(name)
    if path is None:
        raise RankreesError(f"a Weka method needs {name} (a JDK), which is not here")
    return path


def java_command(class_path: Iterable[str | Path], *words: str) -> list[str]:
    """Return a command line that runs a program with Weka in the class path.

    Deep trees need a deep stack; Weka's class loader wants java.lang open.
    """
    opened = "--add-opens=java.base/java.lang=ALL-UNNAMED"
    options = ["-Xss64m", "-XX:+UseSerialGC", "-Djava.awt.headless=true", opened]
    joined = os.pathsep.join(str(path) for path in class_path)
    return [java_tool("java"), *options, "-cp", joined, *words]


@cache
def _compiled(jar: Path) -> Path:
    """Return the folder with our program compiled, which is kept among downloads."""
    source = _SOURCE.read_bytes()
    digest = hashlib.sha256(source + jar_version(jar).encode()).hexdigest()[:16]
    folder = cache_dir() / "weka" / digest
    if not (folder / "WekaPredict.class").is_file():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as name:
            command = [java_tool("javac"), "-nowarn", "-Xlint:none", "-cp", str(jar)]
            _run([*command, "-d", name, str(_SOURCE)], "javac", Path(name))
            folder.mkdir(exist_ok=True)
            for made in Path(name).glob("*.class"):
                os.replace(made, folder / made.name)
    return folder


def _run(command: list[str], what: str, folder: Path) -> None:
    environment = {**os.environ, "WEKA_HOME": str(folder / "wekafiles")}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        why = said[0] if said else "failed without a word"
        why = why.removeprefix('Exception in thread "main" ')
        raise RankreesError(f"{what}: {why}")
