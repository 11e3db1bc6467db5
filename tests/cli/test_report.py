import pytest

from rankrees.store.store import Store


@pytest.fixture
def done(workspace):
    assert workspace.run("--quiet").exit_code == 0
    return workspace


def test_a_page_is_written(done):
    result = done(
        "report", "-c", "tiny.yaml", "-o", "page.html", "--title", "Tiny page"
    )
    assert result.exit_code == 0, result.output
    assert "rankrees: wrote page.html" in result.stderr
    page = (done.folder / "page.html").read_text(encoding="utf-8")
    assert "<title>Tiny page</title>" in page
    assert "rankrees report -c tiny.yaml -o page.html" in page
    for name in ("alpha", "beta", "gone", "stump", "weka34-laplace"):
        assert name in page


def test_several_configs_stand_in_order(done):
    second = done.folder / "second.yaml"
    second.write_text('extends: tiny.yaml\ntitle: "Second"\nshow: win-tie-loss\n')
    result = done("report", "-c", "second.yaml", "-c", "tiny.yaml", "-o", "page.html")
    assert result.exit_code == 0, result.output
    page = (done.folder / "page.html").read_text(encoding="utf-8")
    assert page.index('id="1-second-yaml"') < page.index('id="2-tiny-yaml"')


def test_one_protocol(done):
    arguments = ("-c", "tiny.yaml", "-o", "page.html", "--protocol", "described")
    assert done("report", *arguments).exit_code == 0
    page = (done.folder / "page.html").read_text(encoding="utf-8")
    assert "as published" not in page


def test_the_test_can_be_chosen(done):
    arguments = ("-c", "tiny.yaml", "-o", "page.html", "--test", "paired")
    assert done("report", *arguments, "--alpha", "0.1").exit_code == 0
    page = (done.folder / "page.html").read_text(encoding="utf-8")
    assert "paired t-test, two-tailed, alpha 0.1" in page
    assert "corrected resampled" not in page


def test_results_that_are_missing_end_in_1(workspace):
    workspace.run("-m", "C45", "--quiet")
    workspace.config.write_text(
        workspace.config.read_text()
        .replace("C45: {tree: c45,", "Other: {tree: c44,")
        .replace("baseline: C45", "baseline: Other")
        .replace(
            "stump: {tree: {c45: {min_leaf: 15}}", "stump: {tree: {c45: {min_leaf: 3}}"
        )
    )
    result = workspace("report", "-c", "tiny.yaml", "-o", "page.html")
    assert result.exit_code == 1
    assert "no results yet; `rankrees run --config tiny.yaml`" in result.stderr


def test_a_place_that_cannot_be_written_is_told(done):
    result = done("report", "-c", "tiny.yaml", "-o", "no/such/folder.html")
    assert result.exit_code == 2
    assert "no/such/folder.html: there is no such folder" in result.stderr


def test_without_matplotlib_there_are_no_figures(done, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    result = done("report", "-c", "tiny.yaml", "-o", "page.html")
    assert result.exit_code == 0, result.output
    assert "<figure>" not in (done.folder / "page.html").read_text(encoding="utf-8")


def test_without_jinja_it_is_told_how_to_get_it(done, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    result = done("report", "-c", "tiny.yaml", "-o", "page.html")
    assert result.exit_code == 2
    assert "pip install 'rankrees[report]'" in result.stderr


def test_the_store_knows_who_made_which_folds(workspace):
    workspace.run("-m", "C45", "--quiet")
    workspace.run("-m", "stump", "--quiet")
    with Store(workspace.store) as store:
        keys = [row[0] for row in workspace.query("SELECT key FROM computation")]
        # two data sets, two runs of three folds
        assert store.made_by(keys, range(1, 3)) == {1: 12, 2: 12}
        assert store.made_by(keys, range(2, 3)) == {1: 6, 2: 6}
        assert store.made_by(keys[:1] * 2, range(1, 3)) == {1: 6}
        assert store.made_by([], range(1, 3)) == {}
