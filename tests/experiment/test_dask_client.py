"""Jobs on Dask workers: real processes on this machine."""

import dataclasses
import os
import signal
import sys
import types
from functools import partial

import pytest

from rankrees.errors import RankreesError
from rankrees.experiment import dask_client as cluster_module
from rankrees.experiment import dask_worker as remote
from rankrees.experiment.chunks import make_chunks
from rankrees.experiment.dask_client import Cluster, ClusterError
from rankrees.experiment.dask_worker import VersionsDifferError, check_versions
from rankrees.experiment.fingerprint import fingerprint
from rankrees.experiment.interrupts import Interrupts
from rankrees.experiment.plan import make_cells, make_jobs
from rankrees.experiment.runner import run_all
from rankrees.experiment.sources import find_sources
from rankrees.methods.method import Method
from rankrees.metrics.registry import KEPT
from rankrees.store.store import Store
from tests.oracles import failing
from tests.oracles.tiny_arff import write_arff

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")
cloudpickle = pytest.importorskip("cloudpickle")


@pytest.fixture(scope="module")
def machines():
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            host="127.0.0.1",
        ) as started,
    ):
        yield started


@pytest.fixture
def sources(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    write_arff(folder / "one.arff", n_rows=40)
    write_arff(folder / "two.arff", n_rows=60, n_classes=3, seed=2)
    found, _ = find_sources(("one", "two"), folder, {})
    return found


def run_into(path, experiment, sources, cluster=None, *, report=lambda _: None):
    hashes = {name: source.content_hash for name, source in sources.items()}
    cells = make_cells(experiment, hashes)
    jobs = make_jobs(experiment, cells, {})
    # one job at a time, so that there is something to spread
    chunks = [c for job in jobs for c in make_chunks([job], sources)]
    with Store(path, write=True) as store:
        number = store.start_invocation("c", "t", {})
        n_failed = run_all(
            chunks,
            partial(store.put, invocation=number),
            n_workers=1,
            report=report,
            interrupts=Interrupts(),
            cluster=cluster,
        )
        scores = {
            (cell, metric): store.scores(computation.key, metric)
            for cell, computation in cells.items()
            for metric in KEPT
        }
    return n_failed, scores


def test_same_bits_without_the_files(tmp_path, experiment, sources, machines):
    _, here = run_into(tmp_path / "here.sqlite", experiment, sources)
    with Cluster(machines.scheduler_address) as cluster:
        n_failed, there = run_into(
            tmp_path / "there.sqlite", experiment, sources, cluster
        )
        said = cluster.describe()
        received = cluster._client.run(lambda: dict(remote.received))
    assert n_failed == 0
    assert there == here
    hashes = {source.content_hash for source in sources.values()}
    times = [counts.get(h, 0) for counts in received.values() for h in hashes]
    assert set(times) <= {0, 1}, "a data set travelled twice to a worker"
    assert sum(times) >= len(hashes)
    assert all(len(rows) == 6 for rows in here.values())
    assert said["n_workers"] == 2


def test_a_killed_workers_jobs_run_again(tmp_path, experiment, sources, machines):
    _, here = run_into(tmp_path / "here.sqlite", experiment, sources)
    killed = []
    with Cluster(machines.scheduler_address) as cluster:
        pids = cluster._client.run(os.getpid)

        def kill_one(outcomes):
            if not killed:
                killed.append(pids.popitem())
                os.kill(killed[0][1], signal.SIGKILL)

        n_failed, there = run_into(
            *(tmp_path / "there.sqlite", experiment, sources, cluster),
            report=kill_one,
        )
    assert len(killed) == 1
    assert n_failed == 0
    assert there == here


def test_a_job_that_kills_every_worker_ends_the_run(
    tmp_path, experiment, sources, machines
):
    tree = experiment.methods["C45"].tree
    methods = {"x": Method(tree, failing.Deadly())}
    deadly = dataclasses.replace(experiment, methods=methods, runs=1)
    cloudpickle.register_pickle_by_value(failing)  # workers do not have the tests
    try:
        with (
            Cluster(machines.scheduler_address) as cluster,
            pytest.raises(ClusterError, match="several workers died of the same job"),
        ):
            run_into(tmp_path / "s.sqlite", deadly, sources, cluster)
    finally:
        cloudpickle.unregister_pickle_by_value(failing)


def test_a_method_that_workers_do_not_have_is_told(
    tmp_path, experiment, sources, machines, monkeypatch
):
    only_here = types.ModuleType("only_here")
    only_here.Broken = failing.Broken
    monkeypatch.setitem(sys.modules, "only_here", only_here)
    monkeypatch.setattr(failing.Broken, "__module__", "only_here")
    tree = experiment.methods["C45"].tree
    unknown = dataclasses.replace(
        experiment, methods={"x": Method(tree, failing.Broken())}
    )
    with (
        Cluster(machines.scheduler_address) as cluster,
        pytest.raises(ClusterError, match="a job could not run: ModuleNotFound"),
    ):
        run_into(tmp_path / "s.sqlite", unknown, sources, cluster)


def test_workers_of_another_version_are_refused(machines, monkeypatch):
    changed = (("rankrees", "9.9"), *fingerprint()[1:])
    monkeypatch.setattr(cluster_module, "fingerprint", lambda: changed)
    with pytest.raises(VersionsDifferError, match=r"has rankrees 0.*here it is 9\.9"):
        Cluster(machines.scheduler_address)


def test_a_worker_that_joins_late_looks_itself(
    tmp_path, experiment, sources, machines, monkeypatch
):
    with Cluster(machines.scheduler_address) as cluster:
        changed = (*fingerprint()[:-1], ("numba", "0.1"))
        monkeypatch.setattr(cluster_module, "fingerprint", lambda: changed)
        with pytest.raises(VersionsDifferError, match="has numba"):
            run_into(tmp_path / "s.sqlite", experiment, sources, cluster)


@pytest.mark.parametrize("name", [name for name, _ in fingerprint()])
def test_each_part_of_the_fingerprint_counts(name):
    other = tuple((key, "x" if key == name else v) for key, v in fingerprint())
    check_versions(fingerprint(), fingerprint(), "w")
    with pytest.raises(VersionsDifferError, match=f"^w has {name} x, but here it is"):
        check_versions(fingerprint(), other, "w")
    without = tuple(pair for pair in other if pair[0] != name)
    with pytest.raises(VersionsDifferError, match="of no version"):
        check_versions(fingerprint(), without, "w")


@pytest.mark.parametrize(
    "address", ["", "nonsense", "http://x:1", "tcp://:1", "tcp://a b:1", "tcp://x:y"]
)
def test_what_is_no_address_is_refused_at_once(address):
    with pytest.raises(RankreesError, match="no address of a Dask scheduler"):
        Cluster(address)


def test_a_scheduler_that_does_not_answer(monkeypatch):
    monkeypatch.setattr(cluster_module, "_CONNECT_S", 0.5)
    with pytest.raises(RankreesError, match="no Dask scheduler answers at tcp://127"):
        Cluster("tcp://127.0.0.1:1")


def test_a_scheduler_without_workers():
    with (
        distributed.LocalCluster(
            n_workers=0, dashboard_address=":0", host="127.0.0.1"
        ) as empty,
        pytest.raises(ClusterError, match="has no workers"),
    ):
        Cluster(empty.scheduler_address, wait_s=0.2)
