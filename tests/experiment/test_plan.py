import dataclasses

import pytest

from rankrees.errors import RankreesError
from rankrees.estimators.leaf import Laplace
from rankrees.experiment.plan import Cell, finished_folds, make_cells, make_jobs
from rankrees.growers.c45 import C45
from rankrees.methods.method import Method

HASHES = {"one": "a" * 64, "two": "b" * 64}


def test_protocols_that_come_to_the_same_share_a_computation(experiment):
    cells = make_cells(experiment, HASHES)
    assert len(cells) == 8
    same = [cells[Cell("one", "C45", p)].key for p in experiment.protocols]
    assert same[0] == same[1]
    other = [cells[Cell("one", "C44", p)].key for p in experiment.protocols]
    assert other[0] != other[1]


def test_jobs_hold_each_computation_once(experiment):
    jobs = make_jobs(experiment, make_cells(experiment, HASHES), {})
    assert [(job.dataset, job.run, job.fold) for job in jobs] == [
        (name, run, fold)
        for name in ("one", "two")
        for run in (1, 2)
        for fold in (1, 2, 3)
    ]
    assert {len(job.computations) for job in jobs} == {3}


def test_jobs_do_not_mix_preprocessings(experiment):
    """Each worker prepares the data once for all computations of a job."""
    published = dataclasses.replace(experiment.protocols["published"], steps=())
    protocols = {**experiment.protocols, "published": published}
    changed = dataclasses.replace(experiment, protocols=protocols)
    jobs = make_jobs(changed, make_cells(changed, HASHES), {})
    assert len(jobs) == 24
    for job in jobs:
        assert len({computation.steps for computation in job.computations}) == 1
        assert len(job.computations) == 2


def test_a_data_set_that_was_not_found_has_no_jobs(experiment):
    jobs = make_jobs(experiment, make_cells(experiment, {"two": "b" * 64}), {})
    assert {job.dataset for job in jobs} == {"two"}


def test_what_is_done_is_left_out(experiment):
    cells = make_cells(experiment, HASHES)
    done_key = cells[Cell("one", "C45", "described")].key
    jobs = make_jobs(experiment, cells, {done_key: {(1, 1), (2, 3)}})
    short = [job for job in jobs if len(job.computations) == 2]
    assert [(job.dataset, job.run, job.fold) for job in short] == [
        ("one", 1, 1),
        ("one", 2, 3),
    ]
    every = {(run, fold) for run in (1, 2) for fold in (1, 2, 3)}
    done = {computation.key: every for computation in cells.values()}
    assert make_jobs(experiment, cells, done) == []


def under(experiment, **changes):
    """The experiment with a changed published protocol."""
    published = dataclasses.replace(experiment.protocols["published"], **changes)
    protocols = {**experiment.protocols, "published": published}
    return dataclasses.replace(experiment, protocols=protocols)


def test_a_protocol_may_have_fewer_runs(experiment):
    one_run = under(experiment, runs=1)
    assert list(one_run.runs_under("published")) == [1]
    assert list(one_run.runs_under("described")) == [1, 2]
    jobs = make_jobs(one_run, make_cells(one_run, HASHES), {})
    # C45 is the same in both protocols, C44 is not
    assert [len(job.computations) for job in jobs] == [3, 3, 3, 2, 2, 2] * 2
    smoke = one_run.narrowed(smoke=True)
    assert list(smoke.runs_under("published")) == [1]


def test_what_only_one_protocol_asks_for_is_computed_where_it_asks(experiment):
    old = under(experiment, runs=1, metric="auc_2004")
    jobs = make_jobs(old, make_cells(old, HASHES), {})
    assert [job.every_metric for job in jobs] == [True] * 3 + [False] * 3 + [
        True
    ] * 3 + [False] * 3
    jobs = make_jobs(experiment, make_cells(experiment, HASHES), {})
    assert not any(job.every_metric for job in jobs)


def test_a_fold_is_finished_with_what_the_protocols_ask_for(experiment):
    """The store has every fold, and auc_2004 of none."""
    every = {(run, fold) for run in (1, 2) for fold in (1, 2, 3)}

    def stored(keys, metrics):
        return {} if "auc_2004" in metrics else dict.fromkeys(keys, every)

    for changed, n_jobs in (
        (experiment, 0),
        (under(experiment, metric="auc_2004"), 12),
        (under(experiment, metric="auc_2004", runs=1), 6),
        (under(experiment, metric="auc_2004").narrowed(protocol="described"), 0),
    ):
        cells = make_cells(changed, HASHES)
        done = finished_folds(changed, cells, stored)
        jobs = make_jobs(changed, cells, done)
        assert len(jobs) == n_jobs
        assert all(job.every_metric for job in jobs)


def test_declared_classes_are_part_of_the_key(experiment):
    classes = {"one": ("b", "a")}
    changed = under(experiment, classes=classes)
    ours, theirs = keys_of(experiment), keys_of(changed)
    other = {cell for cell in ours if ours[cell] != theirs[cell]}
    assert other == {Cell("one", m, "published") for m in ("C45", "C44")}
    everywhere = dataclasses.replace(experiment, classes=classes)
    assert everywhere.classes_under("described", "one") == ("b", "a")
    # data that declare other classes are prepared apart
    jobs = make_jobs(changed, make_cells(changed, HASHES), {})
    assert len(jobs) == 12 + 6
    for job in jobs:
        assert len({computation.classes for computation in job.computations}) == 1


def keys_of(experiment, hashes=HASHES):
    return {cell: c.key for cell, c in make_cells(experiment, hashes).items()}


def test_key_ignores_labels_order_and_number_of_runs(experiment):
    ours = keys_of(experiment)
    methods = dict(reversed(experiment.methods.items()))
    changed = dataclasses.replace(
        experiment, methods=methods, datasets=("two", "one"), runs=9, title="Other"
    )
    assert keys_of(changed) == ours
    renamed = dataclasses.replace(
        experiment, methods={"X": experiment.methods["C45"]}, baseline="X"
    )
    assert (
        keys_of(renamed)[Cell("one", "X", "described")]
        == (ours[Cell("one", "C45", "described")])
    )


def test_key_holds_all_that_decides_the_result(experiment, monkeypatch):
    ours = set(keys_of(experiment).values())
    steps = tuple(dataclasses.replace(step, scope="train") for step in experiment.steps)
    for changed in (
        dataclasses.replace(experiment, n_folds=4),
        dataclasses.replace(experiment, steps=()),
        dataclasses.replace(experiment, steps=steps),
        dataclasses.replace(
            experiment, methods={"C45": Method(C45(min_leaf=3), Laplace())}
        ),
    ):
        assert not ours & set(keys_of(changed).values())
    assert not ours & set(keys_of(experiment, {"one": "c" * 64}).values())


def test_a_new_version_changes_that_methods_keys_only(experiment, monkeypatch):
    before = keys_of(experiment)
    monkeypatch.setattr(Laplace, "version", 99)
    after = keys_of(experiment)
    changed = {cell.method for cell in before if before[cell] != after[cell]}
    assert changed == {"C44"}


def test_narrowing_keeps_the_configs_order(experiment):
    found = experiment.narrowed(datasets=["two", "one"], methods=["C44"])
    assert found.datasets == ("one", "two")
    assert list(found.methods) == ["C44"]
    assert found.baseline == "C44"
    assert set(experiment.narrowed(protocol="published").protocols) == {"published"}
    assert experiment.narrowed(datasets=["^one"]).datasets == ("two",)


def test_smoke_without_a_section_takes_two_sets(experiment):
    found = experiment.narrowed(smoke=True)
    assert (found.datasets, found.runs, found.n_folds) == (("one", "two"), 2, 2)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"datasets": ["ones"]}, "no data set 'ones'; did you mean 'one'"),
        ({"datasets": ["^ones"]}, "no data set 'ones'; did you mean 'one'"),
        ({"methods": ["C46"]}, "no method 'C46'; did you mean 'C4"),
    ],
)
def test_unknown_names_are_refused(experiment, asked, message):
    with pytest.raises(RankreesError, match=message):
        experiment.narrowed(**asked)


def test_a_described_method_cannot_read_test_labels(experiment):
    @dataclasses.dataclass(frozen=True)
    class Leaky(Laplace):
        label_leak: bool = True

    leaky = dataclasses.replace(experiment, methods={"C45": Method(C45(), Leaky())})
    with pytest.raises(ValueError, match="reads test labels"):
        make_cells(leaky, HASHES)


def test_smoke_has_no_printed_numbers_beside_it(experiment):
    """They are of other folds: no digit of theirs could match."""
    of_a_paper = dataclasses.replace(experiment, paper="wang-zhang-2006", table="3")
    found = of_a_paper.narrowed(smoke=True)
    assert (found.paper, found.table) == (None, None)
