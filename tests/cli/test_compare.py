import csv
import io
import json
import re
import shutil
from collections import Counter

import pytest

from rankrees.statistics.digits import plain_mean, round_half_up


@pytest.fixture
def computed(workspace):
    assert workspace.run("-q").exit_code == 0
    return workspace


def compare(workspace, *arguments, **how):
    return workspace("compare", "--config", "tiny.yaml", *arguments, **how)


def test_shows_means_marks_and_wins_per_protocol(computed):
    result = compare(computed)
    assert result.exit_code == 0, result.output
    assert result.stdout.count("Tiny: three methods, as described (auc)") == 2
    assert result.stdout.count("Tiny: three methods, as published (auc_unb)") == 2
    assert "(v/ /*)" in result.stdout
    assert "corrected resampled t-test, two-tailed, alpha 0.05" in result.stdout


def test_means_are_those_of_the_exported_scores(computed):
    text = computed("export", "--config", "tiny.yaml", "-o", "-").stdout
    rows = [
        row
        for row in csv.DictReader(io.StringIO(text))
        if (row["dataset"], row["method"]) == ("beta", "C44")
        and (row["protocol"], row["metric"]) == ("published", "auc_unb")
    ]
    assert len(rows) == 6
    expected = round_half_up(plain_mean(float(r["value"]) * 100 for r in rows), 2)
    tables = json.loads(compare(computed, "--format", "json").stdout)
    published = next(t for t in tables if "as published" in t["title"])
    beta = next(row for row in published["rows"] if row[0] == "beta")
    assert beta[published["columns"].index("C44")] == expected


def test_works_without_the_data(computed):
    with_data = compare(computed)
    shutil.rmtree(computed.folder / "data")
    without = compare(computed, data=False)
    assert without.exit_code == 0
    assert without.stdout == with_data.stdout


def test_tells_when_the_store_knows_two_versions_of_absent_data(computed):
    path = computed.folder / "data" / "alpha.arff"
    path.write_text(path.read_text().replace("red", "rot"))
    computed.run("-q")
    path.unlink()
    result = compare(computed)
    assert "alpha: the data set is not here" in result.stderr


@pytest.mark.parametrize("form", ["text", "csv", "markdown", "latex", "json"])
def test_formats(computed, form):
    result = compare(computed, "--format", form)
    assert result.exit_code == 0
    assert "stump" in result.stdout
    assert result.stderr.startswith("rankrees: made with rankrees ")
    assert result.stderr.count("\n") == 1


def test_options_are_used(computed):
    result = compare(computed, "--metric", "log_loss", "--baseline", "C44")
    assert "as described (log_loss)" in result.stdout
    header = result.stdout.splitlines()[2]
    assert header.split()[:3] == ["data", "set", "C44"]
    result = compare(computed, "--test", "paired", "--alpha", "0.1")
    assert "paired t-test, two-tailed, alpha 0.1" in result.stdout
    result = compare(computed, "--test", "sign")
    assert "sign test, two-tailed, alpha 0.05" in result.stdout
    result = compare(computed, "--test", "wilcoxon")
    assert "Wilcoxon signed-rank test, two-tailed" in result.stdout
    result = compare(computed, "-m", "C45", "-m", "C44", "--protocol", "described")
    assert "stump" not in result.stdout
    assert "published" not in result.stdout


def test_over_sets_is_a_section_after_the_others(computed):
    plain, over = compare(computed), compare(computed, "--over-sets")
    assert over.exit_code == 0, over.output
    assert over.stdout.startswith(plain.stdout.rstrip("\n"))
    added = over.stdout[len(plain.stdout) :]
    assert added.count(": average ranks over 2 data sets") == 2
    assert added.count("Friedman chi-squared") == 2
    assert "without scores of all methods, left out: gone" in added
    assert "Holm's correction is for 3 pairs" in added
    assert "Bayes" not in added
    with_control = compare(computed, "--control", "C44", "--rope", "0.01").stdout
    assert "Holm's correction is for 2 pairs" in with_control
    assert "Bonferroni-Dunn" in with_control
    assert "region of practical equivalence: 0.01 (1 in percent)" in with_control


def test_numbers_are_the_same_text_in_every_format(computed):
    arguments = ("--over-sets", "--rope", "0.01", "--format")
    tables = json.loads(compare(computed, *arguments, "json").stdout)
    cells = [
        c for t in tables for row in t["rows"] for c in row if c and c[0].isdigit()
    ]
    assert any(cell.endswith("0") and "." in cell for cell in cells)
    for form in ("text", "csv", "markdown", "latex"):
        written = compare(computed, *arguments, form).stdout
        found = Counter(re.findall(r"\d[\d./e+-]*", written))
        needed = Counter(cells)
        assert not {c: n for c, n in needed.items() if found[c] < n}


def test_an_incomplete_cell_is_left_out_by_name_and_exit_1(computed):
    computed.query("DELETE FROM score WHERE computation = 1 AND run = 1 AND fold = 1")
    result = compare(computed)
    assert result.exit_code == 1
    assert "1 of 6 folds are not computed" in result.stderr
    assert "\N{EN DASH}" in result.stdout


def test_nothing_computed_yet(workspace):
    result = compare(workspace)
    assert result.exit_code == 2
    assert "there are no results yet" in result.stderr
    workspace.run("-q", "-d", "alpha", "--smoke")
    result = compare(workspace)
    assert result.exit_code == 1
    assert "no results yet; `rankrees run --config tiny.yaml`" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--metric", "acu"], "no metric is called 'acu'"),
        (["--baseline", "X"], "no method is called 'X'"),
        (["--against", "published"], "tiny.yaml replicates no paper"),
        (["--alpha", "2"], "2.0 is not in the range"),
        (["--test", "anova"], "'anova' is not one of"),
        (["--control", "X"], "no method is called 'X' (known: C45, stump, C44)"),
        (["--rope", "-1"], "-1.0 is not in the range"),
        (["--allow-missing"], "--allow-missing is for --scores"),
        (["--lower-is-better"], "--lower-is-better is for --scores"),
        (["--ratio", "0.1"], "--ratio is for --scores"),
        (["--scores", "x.csv"], "give either --config or --scores"),
        (["--over-sets", "-d", "alpha"], "need two or more"),
    ],
)
def test_bad_input(computed, arguments, message):
    result = compare(computed, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr


@pytest.fixture
def replica(workspace):
    """Two data sets under the names of sets of Wang & Zhang, both tables' configs."""
    data = workspace.folder / "data"
    (data / "alpha.arff").rename(data / "iris.arff")
    (data / "beta.arff").rename(data / "zoo.arff")
    (workspace.folder / "t3.yaml").write_text(
        "extends: tiny.yaml\n"
        "paper: wang-zhang-2006\n"
        "table: '3'\n"
        "methods: {C45-W: {tree: c45, estimator: laplace}}\n"
        "datasets: [iris, labor, zoo]\n"
    )
    (workspace.folder / "t1.yaml").write_text(
        "extends: t3.yaml\ntable: '1'\nshow: win-tie-loss\n"
    )
    (data / "labor.arff").write_bytes((data / "iris.arff").read_bytes())
    result = workspace("run", "--config", "t3", "-d", "iris", "-d", "zoo", "-j", 1)
    assert "digit matches: 0 of 4 cells" in result.stdout
    return workspace


def test_against_the_print_as_csv(replica):
    result = replica(
        "compare", "--config", "t3", "--against", "published", "--format", "csv"
    )
    assert result.exit_code == 0
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert list(rows[0]) == [
        "dataset",
        "method",
        "printed",
        "as_published",
        "as_described",
        "match",
    ]
    assert [row["dataset"] for row in rows[::4]] == ["iris", "labor", "zoo"]
    assert [row["method"] for row in rows[:4]] == ["C45", "stump", "C44", "C45-W"]
    assert rows[0]["printed"] == "98.99"
    assert rows[0]["match"] == "false"
    assert rows[1]["printed"] == rows[1]["match"] == ""
    assert rows[1]["as_published"]


def test_wins_against_the_print(replica):
    result = replica("compare", "--config", "t1", "--against", "published")
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    assert [
        "row",
        "column",
        "printed",
        "as_published",
        "difference",
        "as_described",
    ] in rows
    found = next(row for row in rows if row[:2] == ["C45", "C45-W"])
    assert found[2] == "0/4/31"
    assert found[3].count("/") == 2
    assert "equal to the print: 0 of 1 cells" in result.stdout
