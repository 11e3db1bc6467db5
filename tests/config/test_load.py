import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankrees.config.load import find_config, load_config, shipped_configs
from rankrees.errors import ConfigError, RankreesError
from rankrees.metrics.registry import KEPT
from rankrees.shipped import shipped_dir

GOOD = """\
title: Mine
methods:
  C45: {tree: c45, estimator: frequency}
  other:
    tree:
      c45: {confidence: 0.1, min_leaf: 5}
    estimator: laplace
datasets: [iris, labor]
preprocess:
  - replace-missing
  - discretize-equal-width: {bins: 7}
folds: {runs: 2, folds: 5}
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(text, name="c.yaml"):
        Path(name).write_text(text, encoding="utf-8")
        return name

    return write


def errors_of(reference):
    with pytest.raises(ConfigError) as caught:
        load_config(reference)
    return str(caught.value).splitlines()


def test_a_good_config(write):
    experiment = load_config(write(GOOD))
    assert experiment.datasets == ("iris", "labor")
    assert (experiment.runs, experiment.n_folds) == (2, 5)
    assert experiment.methods["other"].tree.confidence == 0.1
    assert experiment.methods["other"].tree.min_leaf == 5
    assert [step.id for step in experiment.steps][1].startswith(
        "discretize-equal-width[bins=7"
    )
    assert experiment.baseline == "C45"
    assert experiment.protocols["described"].metric == "auc"
    assert set(experiment.protocols) == {"described"}


def test_a_protocol_with_its_own_runs_and_classes(write):
    own = """classes: {labor: [good, bad]}
protocols:
  described: {metric: auc}
  published:
    metric: auc_2004
    runs: 1
    classes: {iris: [c, b, a]}
"""
    experiment = load_config(write(GOOD + own))
    assert list(experiment.runs_under("published")) == [1]
    assert list(experiment.runs_under("described")) == [1, 2]
    assert experiment.classes_under("described", "labor") == ("good", "bad")
    assert experiment.classes_under("described", "iris") == ()
    assert experiment.classes_under("published", "labor") == ()
    assert experiment.classes_under("published", "iris") == ("c", "b", "a")
    assert experiment.metrics_under("described") == KEPT
    assert experiment.metrics_under("published") == (*KEPT, "auc_2004")


def test_runs_and_classes_that_cannot_be(write):
    own = """classes: {iris: [a, a], irsi: [a, b], labor: [a]}
protocols:
  published: {metric: auc, runs: 3}
"""
    lines = errors_of(write(GOOD + own))
    assert lines == [
        "c.yaml:13: classes.labor: List should have at least 2 items after validation, "
        "not 1"
    ]
    lines = errors_of(write((GOOD + own).replace("labor: [a]", "labor: [a, b]")))
    assert lines == [
        "c.yaml:13: classes.iris[1]: 'a' is there twice",
        "c.yaml:13: classes.irsi: no data set is called 'irsi'; did you mean 'iris'?",
        "c.yaml:15: protocols.published.runs: more than the 2 of `folds`",
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "runs: 2",
            "runz: 2",
            "c.yaml:12: folds.runz: unknown key; did you mean 'runs'",
        ),
        ("runs: 2", "runs: two", "c.yaml:12: folds.runs: a whole number is expected"),
        ("runs: 2", "runs: 0", "c.yaml:12: folds.runs: should be greater"),
        ("runs: 2", "runs: 012", "c.yaml:12: folds.runs: YAML reads '012' as"),
        ("runs: 2", "runs: 1:30", "c.yaml:12: folds.runs: YAML reads '1:30' as"),
        ("runs: 2", "runs: true", "c.yaml:12: folds.runs: a whole number is expected"),
        (
            "iris, labor",
            "iris, no",
            "c.yaml:8: datasets[1]: YAML reads 'no' as a truth",
        ),
        ("iris, labor", "iris, 2", "c.yaml:8: datasets[1]: text is expected, got 2"),
        ("iris, labor", "iris, iris", "c.yaml:8: datasets[1]: 'iris' is there twice"),
        ("[iris, labor]", "iris", "c.yaml:8: datasets: a list is expected"),
        ("[iris, labor]", "[]", "c.yaml:8: datasets: "),
        (
            "bins: 7",
            "bin: 7",
            "c.yaml:11: preprocess[1].discretize-equal-width.bin: unk",
        ),
        (
            "bins: 7",
            "bins: x",
            "c.yaml:11: preprocess[1].discretize-equal-width.bins: a",
        ),
        ("replace-missing", "replace", "c.yaml:10: preprocess[0]: no step is called"),
        (
            "frequency",
            "freqency",
            "c.yaml:3: methods.C45.estimator: no estimator is cal",
        ),
        (
            "confidence: 0.1",
            "confidense: 1",
            "c.yaml:6: methods.other.tree.c45.confidense",
        ),
        (
            "confidence: 0.1",
            "confidence: a",
            "c.yaml:6: methods.other.tree.c45.confidence",
        ),
        (
            "min_leaf: 5",
            "min_leaf: 5.5",
            "c.yaml:6: methods.other.tree.c45.min_leaf: a w",
        ),
        ("tree: c45, ", "", "c.yaml:3: methods.C45.tree: is required"),
        (
            "title: Mine",
            "titel: Mine",
            "c.yaml:1: titel: unknown key; did you mean 'titl",
        ),
        (
            "title: Mine",
            "title: Mine\ntitle: Y",
            "c.yaml:2: title: the key is there twic",
        ),
        ("title: Mine", "title: !!python/name:os.system x", "c.yaml:1: title: the tag"),
        (
            "title: Mine",
            "title: Mine\nbaseline: C4",
            "c.yaml:2: baseline: no method is",
        ),
        ("title: Mine", "title: Mine\ntable: '3'", "c.yaml:2: table: a table without"),
        (
            "title: Mine",
            "title: M\nextend: x",
            "c.yaml:2: extend: unknown key; did you",
        ),
        ("title: Mine", "title: Mine\n3: x", "c.yaml:2: a key must be text: write"),
        (
            "title: Mine",
            "title: Mine\nextends: nowhere",
            "c.yaml:2: extends: no config",
        ),
        ("title: Mine", "title: &a Mine\ntable: *a", "c.yaml:2: table: anchors and al"),
        ("title: Mine", "title: [", "c.yaml:3: not YAML: expected ',' or"),
        ("title: Mine", "title: 'Mine ", "not YAML"),
        ("  C45:", "  on:", "c.yaml:3: methods: YAML reads 'on' as a truth value"),
        ("  C45:", "  ' C45':", "c.yaml:3: methods. C45: a name has no spaces"),
        (GOOD, "- a\n- b\n", "c.yaml:1: a config is a map"),
        (GOOD, "", "c.yaml:1: datasets: is required"),
    ],
)
def test_mistakes_are_named_by_file_and_line(write, old, new, expected):
    assert old in GOOD
    lines = errors_of(write(GOOD.replace(old, new, 1)))
    assert any(expected in line for line in lines), lines
    assert all(line.startswith("c.yaml:") for line in lines)


def test_protocol_mistakes(write):
    text = GOOD + (
        "protocols:\n"
        "  described:\n"
        "    metric: acu\n"
        "    departures: [weka34-laplace]\n"
        "  published: {metric: auc, departures: [weka34]}\n"
        "  printed: {metric: auc}\n"
    )
    lines = errors_of(write(text))
    assert [line.split(": ")[:2] for line in lines] == [
        ["c.yaml:15", "protocols.described.metric"],
        ["c.yaml:17", "protocols.published.departures[0]"],
        ["c.yaml:18", "protocols.printed"],
    ]
    assert "did you mean 'auc'?" in lines[0]
    assert "did you mean 'weka34-laplace'?" in lines[1]


def test_the_described_protocol_has_no_departures(write):
    described = "{metric: auc, departures: [weka34-laplace]}"
    (line,) = errors_of(write(f"{GOOD}protocols:\n  described: {described}\n"))
    assert line.startswith("c.yaml:14: protocols.described.departures: ")


def test_a_step_that_reads_test_labels_is_refused_as_described(write):
    text = GOOD.replace("discretize-equal-width: {bins: 7}", "discretize-mdl")
    (line,) = errors_of(write(text))
    assert line.startswith("c.yaml:11: preprocess[1]: discretize-mdl on the whole")
    honest = text.replace("discretize-mdl", "discretize-mdl: {scope: train}")
    assert load_config(write(honest)).steps[1].scope == "train"
    published = "protocols: {published: {metric: auc}}\n"
    assert load_config(write(text + published)).steps[1].scope == "dataset"


def test_a_protocol_may_have_its_own_preprocessing(write):
    honest = GOOD.replace("equal-width: {bins: 7}", "mdl: {scope: train}")
    text = f"""{honest}protocols:
  described: {{metric: auc}}
  published: {{metric: auc, preprocess: [replace-missing, discretize-mdl]}}
"""
    experiment = load_config(write(text))
    described, published = map(experiment.steps_under, ("described", "published"))
    assert described == experiment.steps
    assert [step.scope for step in described] == ["dataset", "train"]
    assert [step.scope for step in published] == ["dataset", "dataset"]


def test_own_preprocessing_is_checked_like_the_other(write):
    own = """protocols:
  described: {metric: auc, preprocess: [discretize-mdl]}
  published:
    metric: auc
    preprocess:
      - replace-missing: {scope: train}
      - discretize-mdl
"""
    first, second = errors_of(write(GOOD + own))
    assert first.startswith("c.yaml:14: protocols.described.preprocess[0]: ")
    assert second.startswith("c.yaml:17: protocols.published.preprocess: ")
    assert "cannot come after" in second


def test_the_described_protocol_with_its_own_steps_leaves_the_others_alone(write):
    """Steps that only the published protocol goes by may look at test labels."""
    text = GOOD.replace("discretize-equal-width: {bins: 7}", "discretize-mdl")
    own = """protocols:
  described: {metric: auc, preprocess: []}
  published: {metric: auc}
"""
    experiment = load_config(write(text + own))
    assert experiment.steps_under("described") == ()
    assert experiment.steps_under("published")[1].scope == "dataset"


def test_a_list_of_numbers_is_a_parameter_too(write):
    derc = "{derc: {powers: [0, 1.5]}}"
    text = GOOD.replace("frequency}", f"frequency, combine: {derc}}}")
    method = load_config(write(text)).methods["C45"]
    assert method.combine.powers == (0.0, 1.5)
    assert "powers=0.0/1.5" in method.id


def test_all_mistakes_are_reported_at_once(write):
    text = GOOD.replace("runs", "runz").replace("bins: 7", "bins: x")
    text = text.replace("frequency", "fequency").replace("iris", "no")
    lines = errors_of(write(text))
    assert [line.split(": ")[0] for line in lines] == [
        f"c.yaml:{n}" for n in (3, 8, 11, 12, 12)
    ]


def test_fields_of_the_published_protocol_cannot_be_set():
    import dataclasses

    from rankrees.methods import parameters as parts
    from rankrees.methods.component import published_only

    @dataclasses.dataclass(frozen=True)
    class Leaky:
        label_leak: bool = published_only(False)

    validator = parts.part("estimator", lambda: {"leaky": Leaky})
    assert validator.func("leaky") == Leaky()
    with pytest.raises(ValueError, match="only the departures of the published"):
        validator.func({"leaky": {"label_leak": True}})


def test_extends_merges_maps_and_replaces_lists(write):
    write(GOOD, "base.yaml")
    experiment = load_config(
        write(
            "extends: base.yaml\n"
            "datasets: [zoo]\n"
            "folds: {runs: 9}\n"
            "methods:\n"
            "  third: {tree: c44, estimator: laplace}\n"
            "  C45: {estimator: laplace}\n"
        )
    )
    assert experiment.datasets == ("zoo",)
    assert (experiment.runs, experiment.n_folds) == (9, 5)
    assert list(experiment.methods) == ["C45", "other", "third"]
    assert experiment.methods["C45"].estimator.name == "laplace"
    assert "title: Mine" in experiment.text
    assert "extends: base.yaml" in experiment.text


def test_a_mistake_in_the_extended_file_is_named_there(write):
    write(GOOD.replace("runs", "runz"), "base.yaml")
    lines = errors_of(write("extends: base.yaml\ntitle: 3\n"))
    assert lines[0].startswith("base.yaml:12: folds.runs")
    assert lines[-1].startswith("c.yaml:2: title: text is expected, got 3")


def test_extending_in_a_circle_is_refused(write):
    write("extends: c.yaml\n", "base.yaml")
    (line,) = errors_of(write("extends: base.yaml\n"))
    assert line.startswith("base.yaml:1: extends: c.yaml extends this file in turn")


def test_a_file_here_wins_over_a_shipped_one(write):
    assert find_config("table3").parent == shipped_dir("configs")
    write(GOOD, "table3.yaml")
    assert find_config("table3") == Path("table3.yaml")


def test_an_unknown_config_names_the_nearest(write):
    with pytest.raises(RankreesError, match=r"did you mean 'table3.yaml'\?"):
        load_config("tabel3.yaml")


@pytest.mark.parametrize("name", shipped_configs())
def test_shipped_configs_are_good(name):
    experiment = load_config(name)
    assert experiment.methods
    assert experiment.smoke is None or set(experiment.smoke.datasets) <= {
        *experiment.datasets
    }


def test_shipped_configs_leave_out_what_others_extend():
    assert {f"table{n}.yaml" for n in (1, 2, 3, 4)} | {"smoke.yaml"} <= {
        *shipped_configs()
    }
    assert "wang-zhang.yaml" not in shipped_configs()


@pytest.mark.parametrize(
    ("table", "twin"), [("table1", "table3"), ("table2", "table4")]
)
def test_win_tie_loss_tables_use_the_same_methods(table, twin):
    ours, theirs = load_config(table), load_config(twin)
    assert ours.methods == theirs.methods
    assert ours.protocols == theirs.protocols
    assert ours.datasets == theirs.datasets
    assert (ours.show, theirs.show) == ("win-tie-loss", "auc")


def test_errors_survive_pickling(write):
    with pytest.raises(ConfigError) as caught:
        load_config(write(GOOD.replace("runs", "runz")))
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    "raw",
    [b"\xff\xfe\x00", b"a: \x00", b"[" * 5000, b"a: {b: " * 3000, b"x" * 2_000_000],
)
def test_hostile_files_are_refused(tmp_path, raw):
    path = tmp_path / "c.yaml"
    path.write_bytes(raw)
    with pytest.raises(ConfigError):
        load_config(path)


_TOKENS = (
    """title : - { } [ ] no 1 methods C45 tree: c45 folds: &a *a ' " ! datasets ? |"""
)
_tokens = st.sampled_from([*_TOKENS.split(), " ", "\n", "\n  ", "- "])


def refusal_of(path):
    """Return the lines of the config error that a file ends in, if any."""
    try:
        load_config(path)
    except ConfigError as error:
        return str(error).splitlines()
    return []


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.lists(_tokens).map("".join), st.text()))
def test_any_text_is_a_config_or_a_config_error(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("fuzz") / "c.yaml"
    path.write_text(text, encoding="utf-8", errors="replace")
    assert all(line.startswith(str(path)) for line in refusal_of(path))


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_damage_to_a_good_config_is_a_config_error_or_harmless(
    tmp_path_factory, data
):
    start = data.draw(st.integers(0, len(GOOD)))
    stop = data.draw(st.integers(start, min(len(GOOD), start + 6)))
    text = GOOD[:start] + data.draw(st.text(max_size=4)) + GOOD[stop:]
    path = tmp_path_factory.mktemp("damage") / "c.yaml"
    path.write_text(text, encoding="utf-8", errors="replace")
    assert all(line.startswith(str(path)) for line in refusal_of(path))
