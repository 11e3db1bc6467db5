import dataclasses
import math
import os
from functools import partial

import numpy as np
import pytest

from rankrees.data.arff.reader import read_arff
from rankrees.estimators.wpe import WPE
from rankrees.experiment import runner, worker
from rankrees.experiment.chunks import make_chunks
from rankrees.experiment.experiment import Protocol
from rankrees.experiment.interrupts import Interrupts
from rankrees.experiment.plan import Cell, Source, make_cells, make_jobs
from rankrees.experiment.runner import WorkerLostError, run_all
from rankrees.experiment.worker import DataChangedError, _prepared, run_jobs
from rankrees.growers.c45 import C45
from rankrees.methods.method import Method
from rankrees.methods.task import make_task
from rankrees.metrics.registry import KEPT, METRICS
from rankrees.preprocess.pipeline import STEPS, prepare_dataset
from rankrees.split.weka_folds import weka_folds
from rankrees.store.store import Store
from rankrees.trees import similarity
from rankrees.trees.features import make_features
from tests.oracles.failing import Broken, Impatient, Lethal
from tests.oracles.tiny_arff import write_arff


def source_of(path):
    dataset = read_arff(path)
    n_attributes = len(dataset.attributes)
    return Source(
        path.stem, path, dataset.content_hash, dataset.n_rows, n_attributes, "test"
    )


@pytest.fixture
def sources(tmp_path):
    write_arff(tmp_path / "one.arff", n_rows=40)
    write_arff(tmp_path / "two.arff", n_rows=60, n_classes=3, seed=2)
    return {name: source_of(tmp_path / f"{name}.arff") for name in ("one", "two")}


def plan(experiment, sources, done=None):
    hashes = {name: source.content_hash for name, source in sources.items()}
    cells = make_cells(experiment, hashes)
    return cells, make_jobs(experiment, cells, done or {})


def run_into(path, experiment, sources, n_workers=1):
    cells, jobs = plan(experiment, sources)
    seen = []
    with Store(path, write=True) as store:
        number = store.start_invocation("c", "t", {})
        chunks = make_chunks(jobs, sources)
        n_failed = run_all(
            chunks,
            partial(store.put, invocation=number),
            n_workers=n_workers,
            report=seen.append,
            interrupts=Interrupts(),
        )
        scores = {
            (cell, metric): store.scores(computation.key, metric)
            for cell, computation in cells.items()
            for metric in KEPT
        }
    assert len(seen) == len(jobs)
    return n_failed, scores


def test_scores_are_those_of_the_parts_put_together_by_hand(
    tmp_path, experiment, sources
):
    _, scores = run_into(tmp_path / "r.sqlite", experiment, sources)
    method = experiment.method("C44", "published")
    dataset = prepare_dataset(read_arff(sources["two"].path), experiment.steps)
    table = make_features(dataset)
    expected = []
    for run in (1, 2):
        for fold in weka_folds(dataset.labels, run, 3):
            task = make_task(dataset, table, fold.train, fold.test)
            tree = method.tree.grow(task.sample)
            proba = method.estimator.fit(tree, task.sample).predict(task.rows)
            auc = METRICS["auc_unb"].function(proba, dataset.labels[fold.test])
            expected.append((run, fold.fold, auc))
    assert scores[Cell("two", "C44", "published"), "auc_unb"] == expected


def test_two_workers_give_the_same_bits_as_one(tmp_path, experiment, sources):
    _, one = run_into(tmp_path / "1.sqlite", experiment, sources)
    _, two = run_into(tmp_path / "2.sqlite", experiment, sources, n_workers=2)
    assert one == two
    assert len(one) == 8 * len(KEPT)
    assert all(len(rows) == 6 for rows in one.values())


def test_steps_fitted_on_training_rows_see_no_other(tmp_path, experiment, sources):
    """The bins of a fold must not move when only its test rows change."""
    steps = (
        STEPS["replace-missing"](scope="train"),
        STEPS["discretize-equal-width"](scope="train"),
    )
    honest = dataclasses.replace(experiment, steps=steps, runs=1)
    _, jobs = plan(honest, sources)
    (outcomes,) = run_jobs(sources["one"], jobs[:1])
    dataset = read_arff(sources["one"].path)
    test = weka_folds(dataset.labels, 1, 3)[0].test
    lines = sources["one"].path.read_text().splitlines()
    start = lines.index("@data") + 1
    row = start + test[-1]
    lines[row] = "1000," + lines[row].split(",", 1)[1]
    sources["one"].path.write_text("\n".join(lines) + "\n")
    changed = source_of(sources["one"].path)
    _, jobs = plan(honest, {"one": changed})
    (again,) = run_jobs(changed, jobs[:1])
    assert [o.n_leaves for o in again] == [o.n_leaves for o in outcomes]
    whole = dataclasses.replace(
        honest, steps=tuple(dataclasses.replace(s, scope="dataset") for s in steps)
    )
    _, jobs = plan(whole, {"one": changed})
    (peeking,) = run_jobs(changed, jobs[:1])
    assert [o.n_leaves for o in peeking] != [o.n_leaves for o in again]


def test_one_methods_failure_does_not_lose_the_others(tmp_path, experiment, sources):
    methods = {
        **experiment.methods,
        "bad": Method(experiment.methods["C45"].tree, Broken()),
    }
    broken = dataclasses.replace(experiment, methods=methods)
    path = tmp_path / "r.sqlite"
    n_failed, scores = run_into(path, broken, sources)
    good = scores[Cell("one", "C45", "described"), "auc"]
    bad = scores[Cell("one", "bad", "described"), "auc"]
    cells, _ = plan(broken, sources)
    with Store(path) as store:
        failures = store.failures(cells[Cell("one", "bad", "described")].key)
    assert len(good) == 6
    assert n_failed > 0
    assert len(failures) > 0
    assert len(failures) + len(bad) == 6
    assert failures[0][2] == "RuntimeError: out of luck"
    assert set(bad) <= set(good)  # it reads the same tree the same way


def test_a_dead_worker_ends_the_run_but_not_the_store(tmp_path, experiment, sources):
    tree = experiment.methods["C45"].tree
    lethal = dataclasses.replace(experiment, methods={"x": Method(tree, Lethal())})
    path = tmp_path / "r.sqlite"
    with pytest.raises(WorkerLostError, match="a worker process died"):
        run_into(path, lethal, sources, n_workers=2)
    n_failed, scores = run_into(path, experiment, sources, n_workers=2)
    assert n_failed == 0
    assert all(len(rows) == 6 for rows in scores.values())


@pytest.mark.parametrize(("times", "kept"), [(1, 1), (2, 0)])
def test_control_c_in_the_middle_of_a_fold(tmp_path, experiment, sources, times, kept):
    """It is kept and the run stops; a second Ctrl-C drops it. It is no failure."""
    methods = {"x": Method(experiment.methods["C45"].tree, Impatient(times=times))}
    hasty = dataclasses.replace(experiment, methods=methods)
    _, jobs = plan(hasty, sources)
    with Store(tmp_path / "r.sqlite", write=True) as store, Interrupts() as interrupts:
        number = store.start_invocation("c", "t", {})
        reported = []
        with pytest.raises(KeyboardInterrupt):
            run_all(
                make_chunks(jobs, sources),
                partial(store.put, invocation=number),
                n_workers=1,
                report=reported.append,
                interrupts=interrupts,
            )
    assert len(reported) == kept
    assert all(outcome.error is None for fold in reported for outcome in fold)


def test_more_folds_than_rows_is_a_failure_with_a_reason(experiment, sources):
    many = dataclasses.replace(experiment, n_folds=50)
    _, jobs = plan(many, {"one": sources["one"]})
    (outcomes,) = run_jobs(sources["one"], jobs[:1])
    assert {o.error for o in outcomes} == {
        "RankreesError: cannot make 50 folds of 40 rows"
    }
    assert all("weka_folds" in o.traceback for o in outcomes)


def test_a_file_that_changes_under_way_stops_the_run(experiment, sources):
    _, jobs = plan(experiment, sources)
    _prepared.cache_clear()  # a data set that was read before is not read again
    write_arff(sources["one"].path, seed=9)
    worker._prepared.cache_clear()  # the same content may have been read elsewhere
    with pytest.raises(DataChangedError, match=r"one\.arff: the file was changed"):
        run_jobs(sources["one"], jobs[:1])


def test_largest_sets_come_first_and_large_ones_fold_by_fold(experiment, sources):
    large = dataclasses.replace(sources["two"], n_rows=4000)
    _, jobs = plan(experiment, sources)
    chunks = make_chunks(jobs, {**sources, "two": large})
    assert [chunk.source.name for chunk in chunks] == ["two"] * 6 + ["one"] * 2
    assert [len(chunk.jobs) for chunk in chunks] == [1] * 6 + [3] * 2
    assert {job for chunk in chunks for job in chunk.jobs} == set(jobs)


def test_a_fold_without_a_value_is_kept_as_nan(tmp_path, experiment):
    """Three rows of the second class in four folds leave a fold without it."""
    rows = ["1,a"] * 9 + ["2,b"] * 3
    path = tmp_path / "rare.arff"
    header = "@relation r\n@attribute x numeric\n@attribute class {a,b}\n@data\n"
    path.write_text(header + "\n".join(rows) + "\n")
    rare = dataclasses.replace(experiment, datasets=("rare",), n_folds=4, runs=1)
    _, scores = run_into(tmp_path / "r.sqlite", rare, {"rare": source_of(path)})
    aucs = [row[2] for row in scores[Cell("rare", "C45", "described"), "auc"]]
    assert sum(math.isnan(value) for value in aucs) == 1
    assert np.nanmean(aucs) == 1.0


def test_test_labels_are_handed_out_for_the_published_protocol_only(
    experiment, sources
):
    """A job that a described cell could be behind makes a leaking method fail."""
    leaking = Method(C45(), WPE(label_leak=True))
    experiment = dataclasses.replace(
        experiment,
        methods={"W": leaking},
        protocols={"published": Protocol("auc")},
        datasets=("one",),
    )
    _, jobs = plan(experiment, sources)
    assert all(job.published for job in jobs)
    ((outcome,),) = run_jobs(sources["one"], jobs[:1])
    assert outcome.error is None
    elsewhere = dataclasses.replace(jobs[0], published=False)
    ((outcome,),) = run_jobs(sources["one"], [elsewhere])
    assert "reads test labels outside `published`" in outcome.error


def test_the_memory_bound_reaches_the_work_of_a_worker(
    experiment, sources, monkeypatch
):
    monkeypatch.setattr(similarity, "MEMORY_BOUND", similarity.MEMORY_BOUND)
    monkeypatch.setattr(runner, "obey_only", lambda parent: None)  # this is no worker
    _, jobs = plan(experiment, sources)
    of_one = [job for job in jobs if job.dataset == "one"][:1]
    runner._work(sources["one"], of_one, 2**40, os.getppid())
    left = similarity.MEMORY_BOUND
    runner._work(sources["one"], of_one, 12345, os.getppid())
    assert 2**40 - 2**33 < left < 2**40 - 2**27  # without what the process has by now
    assert similarity.MEMORY_BOUND == 0
