"""A Dask scheduler that asks for certificates, which are made here."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from rankrees.cli import main
from rankrees.errors import RankreesError
from rankrees.experiment.dask_client import Cluster
from tests.torture.machines import Machines

dask = pytest.importorskip("dask")
pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="openssl makes the certificates"
)


def openssl(*words: str, folder: Path) -> None:
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    """An authority, and one certificate for everybody who belongs to us."""
    folder = tmp_path_factory.mktemp("tls")
    new = ["req", "-newkey", "rsa:2048", "-nodes", "-subj"]
    openssl(
        *(*new, "/CN=ours", "-x509", "-days", "2"),
        *("-keyout", "ca.key", "-out", "ca.pem"),
        folder=folder,
    )
    openssl(
        *new, "/CN=127.0.0.1", "-keyout", "key.pem", "-out", "asked.pem", folder=folder
    )
    openssl(
        *("x509", "-req", "-in", "asked.pem", "-days", "2", "-CAcreateserial"),
        *("-CA", "ca.pem", "-CAkey", "ca.key", "-out", "cert.pem"),
        folder=folder,
    )
    return folder


def options(folder: Path) -> list[str]:
    return [
        *("--tls-ca-file", str(folder / "ca.pem")),
        *("--tls-cert", str(folder / "cert.pem")),
        *("--tls-key", str(folder / "key.pem")),
    ]


@pytest.fixture(scope="module")
def scheduler(certificates):
    with Machines(1, options(certificates)) as machines:
        yield machines.address


def test_who_has_no_certificate_is_not_let_in(scheduler):
    with pytest.raises(RankreesError, match="no Dask scheduler answers"):
        Cluster(scheduler)
    with pytest.raises(RankreesError, match="no Dask scheduler answers"):
        Cluster(scheduler.replace("tls", "tcp"))


def test_smoke_over_tls_gives_the_same_bits(
    scheduler, certificates, tmp_path, monkeypatch
):
    """`--dask tls://...` had no way to name certificates."""
    monkeypatch.chdir(tmp_path)
    exports = []
    with dask.config.set({"distributed.comm.tls.ca-file": None}):
        for store, how in (
            ("tls.sqlite", ["--dask", scheduler, *options(certificates)]),
            ("here.sqlite", ["-j", "1"]),
        ):
            line = ["run", "-c", "smoke.yaml", "--store", store, "-q", *how]
            result = CliRunner().invoke(main, line)
            assert result.exit_code == 0, result.output
            line = ["export", "-c", "smoke.yaml", "--store", store, "-o", "-"]
            exports.append(CliRunner().invoke(main, line).stdout)
    assert exports[0] == exports[1]
    assert len(exports[0].splitlines()) > 10
