"""`rankrees.run` and its kin as functions; the commands' own tests are in tests/cli."""

import pytest

import rankrees
from rankrees.api.progress import Silent
from rankrees.errors import DataNotFoundError, InterruptedRunError, RankreesError
from rankrees.store.store import Store
from tests.cli.conftest import CONFIG
from tests.oracles.tiny_arff import write_arff


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """Return how to run a config on two small data sets; a third does not exist."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RANKREES_DATA", raising=False)
    (tmp_path / "tiny.yaml").write_text(CONFIG)
    (tmp_path / "data").mkdir()
    write_arff(tmp_path / "data" / "alpha.arff", n_rows=60)
    write_arff(tmp_path / "data" / "beta.arff", n_rows=45, n_classes=3, seed=2)
    return {"store": "s.sqlite", "data_dir": "data"}


class Listener(Silent):
    """Keeps what it is told."""

    def __init__(self):
        self.told = []

    def say(self, message):
        self.told.append(("say", message))

    def warn(self, message):
        self.told.append(("warn", message))


def test_results_are_silent_and_say_what_is_missing(tiny, capsys):
    results = rankrees.run("tiny.yaml", jobs=1, **tiny)
    assert capsys.readouterr() == ("", "")
    assert results.complete
    (remark,) = results.remarks
    assert remark.startswith("not found: gone")
    assert len(results.scores) == 2 * 3 * 2 * 6
    assert results.means.loc[("described", "gone")].isna().all()
    assert not results.means.drop(index="gone", level="dataset").isna().any().any()


def test_who_listens_is_told(tiny):
    listener = Listener()
    rankrees.run("tiny.yaml", jobs=1, progress=listener, **tiny)
    rankrees.run("tiny.yaml", jobs=1, progress=listener, **tiny)
    nothing = ("say", "nothing to compute, all results are in the store")
    assert listener.told[-1] == nothing
    assert [word for word, _ in listener.told].count("warn") == 2  # gone, twice


def test_a_plan_writes_nothing_and_is_what_is_run(tiny, tmp_path):
    planned = rankrees.plan("tiny.yaml", **tiny)
    assert not (tmp_path / "s.sqlite").exists()
    assert planned.n_results == 2 * 4 * 6
    rankrees.run("tiny.yaml", datasets=["alpha"], jobs=1, **tiny)
    assert rankrees.plan("tiny.yaml", **tiny).n_results == 4 * 6


def test_strict_refuses(tiny):
    with pytest.raises(DataNotFoundError, match="gone"):
        rankrees.run("tiny.yaml", strict=True, jobs=1, **tiny)


def test_an_interruption_is_an_exception_and_loses_nothing(tiny, monkeypatch):
    true_put, n_calls = Store.put, []

    def put(self, outcomes, invocation):
        n_calls.append(1)
        if len(n_calls) == 3:
            raise KeyboardInterrupt
        true_put(self, outcomes, invocation)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "put", put)
        with pytest.raises(InterruptedRunError, match=r"kept in s\.sqlite"):
            rankrees.run("tiny.yaml", jobs=1, **tiny)
    (run,) = rankrees.status("s.sqlite").runs
    assert run.record["outcome"] == "interrupted"
    assert rankrees.status("s.sqlite").computations["n_ok"].sum() == 2 * 4
    assert rankrees.run("tiny.yaml", jobs=1, **tiny).complete


def test_an_experiment_is_as_good_as_its_config(tiny):
    experiment = rankrees.load_config("tiny.yaml").narrowed(datasets=["alpha"])
    ran = rankrees.run(experiment, jobs=1, **tiny)
    compared = rankrees.compare(experiment, **tiny)
    assert compared.means.equals(ran.means)
    assert compared.made_with == ran.made_with


def test_the_store_and_the_data_are_looked_up_once(tiny, monkeypatch):
    rankrees.run("tiny.yaml", jobs=1, **tiny)
    opened, looked = [], []
    true_open, true_look = Store.__init__, rankrees_sources()

    def count_open(self, *arguments, **options):
        opened.append(arguments)
        true_open(self, *arguments, **options)

    def count_look(*arguments):
        looked.append(arguments)
        return true_look(*arguments)

    monkeypatch.setattr(Store, "__init__", count_open)
    monkeypatch.setattr("rankrees.store.results.find_sources", count_look)
    rankrees.compare("tiny.yaml", **tiny)
    assert (len(opened), len(looked)) == (1, 1)


def rankrees_sources():
    from rankrees.experiment.sources import find_sources

    return find_sources


def test_unknown_names_are_refused(tiny):
    rankrees.run("tiny.yaml", jobs=1, **tiny)
    with pytest.raises(RankreesError, match="no metric is called 'acu'"):
        rankrees.compare("tiny.yaml", metric="acu", **tiny)
    with pytest.raises(RankreesError, match="no method is called 'C46'"):
        rankrees.compare("tiny.yaml", baseline="C46", **tiny)
    with pytest.raises(RankreesError, match="replicates no paper"):
        rankrees.compare("tiny.yaml", against_print=True, **tiny)
    with pytest.raises(AttributeError, match="no attribute 'rum'"):
        rankrees.rum("tiny.yaml")


def test_scores_that_flatter_are_remarked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"{i},{'ab'[i % 2]}{i % 5},{'ab'[i % 2]}\n" for i in range(40))
    (tmp_path / "own.csv").write_text("id,x,y\n" + rows)
    results = rankrees.evaluate("own.csv", "c45+laplace", store="s.sqlite", jobs=1)
    assert any(remark.startswith("own: warning: ") for remark in results.remarks)


def test_exported_scores_with_holes_are_told(tiny):
    rankrees.run("tiny.yaml", jobs=1, datasets=["alpha"], **tiny)
    listener = Listener()
    frame = rankrees.export("tiny.yaml", progress=listener, **tiny)
    assert set(frame["dataset"]) == {"alpha"}
    told = [message for word, message in listener.told if word == "warn"]
    assert any(one.startswith("not all folds of these are there: ") for one in told)


def test_no_function_writes_over_its_inputs(tiny, tmp_path):
    rankrees.run("tiny.yaml", jobs=1, **tiny)
    before = (tmp_path / "s.sqlite").read_bytes()
    with pytest.raises(RankreesError, match="is an input of this command"):
        rankrees.report("tiny.yaml", "s.sqlite", **tiny)
    with pytest.raises(RankreesError, match="is an input of this command"):
        rankrees.report("tiny.yaml", "tiny.yaml", **tiny)
    assert (tmp_path / "s.sqlite").read_bytes() == before
    assert (tmp_path / "tiny.yaml").read_text() == CONFIG
