import dataclasses
import math

import pytest

from rankrees.experiment.plan import Cell
from rankrees.preprocess.missing import ReplaceMissing
from rankrees.reports.html.build import Material, make_page
from rankrees.reports.html.folds import DECIMALS, FoldBook, encoded, fold_values
from rankrees.reports.html.grid import make_grid
from rankrees.reports.html.origins import make_provenance
from rankrees.reports.html.page import Agreement
from rankrees.reports.html.summary import headline
from tests.reports.html.small_page import (
    DESCRIBED,
    PUBLISHED,
    make_experiment,
    make_material,
    make_scored,
    make_small_page,
)


def section_of(material):
    (section,) = make_page([material], "T", "C").sections
    return section


def cells_of(grid, dataset):
    (row,) = [row for row in grid.rows if row.dataset == dataset]
    return {cell.method: cell for cell in row.cells}


def test_a_cell_has_the_print_and_both_protocols():
    grid = section_of(make_material()).grid
    assert grid.protocols == ("published", "described")
    cell = cells_of(grid, "labor")["C45"]
    assert (cell.printed, cell.match, cell.difference) == (
        "78.25",
        False,
        "\N{MINUS SIGN}0.25",
    )
    assert [value.text for value in cell.values] == ["78.00", "70.50"]
    assert cells_of(grid, "labor")["C45-W"].match is True
    gone = cells_of(grid, "zoo")["C45"]
    assert (gone.printed, gone.match, gone.folds) == ("79.57", None, None)
    assert [row.dataset for row in grid.rows if row.differs] == ["labor", "vote"]


def test_the_best_of_a_row_is_marked_under_each_protocol():
    described = DESCRIBED | {("iris", "C45"): 99.0}
    grid = section_of(make_material(described=described)).grid
    best = {
        method: [value.best for value in cell.values]
        for method, cell in cells_of(grid, "iris").items()
    }
    assert best == {
        "C45": [False, True],
        "C45-W": [True, False],
        "C45-M": [False, False],
    }


def test_the_smallest_loss_is_best():
    experiment = make_experiment()
    one = make_scored(experiment, "described", "log_loss", PUBLISHED)
    grid = make_grid({"described": one}, FoldBook())
    best = [m for m, cell in cells_of(grid, "labor").items() if cell.values[0].best]
    assert best == ["C45"]  # 0.78 of 0.78, 0.94 and 0.83


def test_means_at_the_foot_are_those_of_the_tables():
    grid = section_of(make_material()).grid
    ours, printed = grid.means
    assert ours.label == "mean of 3"
    # C45: (98.99 + 78.00 + 96.57) / 3, printed 78.25 for 78.00
    assert [value.text for value in ours.cells[0]] == ["91.19", "83.69"]
    assert [value.text for value in printed.cells[0]] == ["91.27", ""]
    assert [[v.best for v in values] for values in ours.cells] == [
        [False, False],
        [True, True],
        [False, False],
    ]


def test_without_a_print_the_test_against_the_baseline_is_marked():
    experiment = make_experiment(paper=None, table=None)
    grid = section_of(make_material(experiment)).grid
    assert not grid.has_print
    signs = {m: cell.values[0].sign for m, cell in cells_of(grid, "labor").items()}
    assert signs == {"C45": 0, "C45-W": 1, "C45-M": 1}


def test_headline_and_lead_are_computed():
    page = make_small_page()
    assert page.headline == "7 of 9 printed AUCs come out exactly"
    assert page.opening[0].startswith(
        "The exceptions: C45 on labor, 78.25 in print, 78.00 here; C45-W on vote"
    )
    # described to published in the same metric: 7.5 less 1.0 for every method
    assert "Measured alike (auc)" in page.opening[1]
    assert "(\N{MINUS SIGN}6.50)" in page.opening[1]


def test_sections_add_up_in_the_headline():
    page = make_page([make_material(), make_material()], "T", "C")
    assert page.headline.startswith("14 of 18 printed AUCs")
    anchors = [section.anchor for section in page.sections]
    assert len(set(anchors)) == 2


def test_exceptions_are_named_only_if_all_are():
    few = Agreement("printed AUCs", 9, 10, "the exception: C45 on labor")
    many = Agreement("printed AUCs", 1, 10)
    assert headline([few]) == (
        "9 of 10 printed AUCs come out exactly",
        "The exception: C45 on labor.",
    )
    assert headline([few, many]) == ("10 of 20 printed AUCs come out exactly", "")
    none = Agreement("printed win/tie/loss counts", 0, 9)
    assert headline([few, none])[1].endswith(
        "None of the 9 printed win/tie/loss counts does."
    )
    assert headline([many, few]) == ("10 of 20 printed AUCs come out exactly", "")


def test_a_page_without_a_print_has_no_claim():
    experiment = make_experiment(paper=None, table=None)
    page = make_page([make_material(experiment)], "T", "C")
    assert (page.headline, page.opening) == ("", ())
    assert page.sections[0].agreements == ()


def test_counts_of_wins_are_compared_with_the_print():
    experiment = make_experiment(table="1", show="win-tie-loss")
    section = section_of(make_material(experiment))
    (agreement,) = section.agreements
    # printed: C45 against C45-W 0/4/31, and others; three sets cannot give those
    assert (agreement.what, agreement.n_equal) == ("printed win/tie/loss counts", 0)
    assert agreement.n_compared == 3
    assert not section.grid_first
    beside = section.blocks[-1]
    place = beside.table.columns.index("as_published")
    assert [row[place].exact for row in beside.table.cells] == [False, False, False]
    assert {c.exact for row in beside.table.cells for c in row} == {None, False}


def test_exchanged_labels_are_told():
    methods = dict(
        zip(("C44", "C44-S", "C44-W"), make_experiment().methods.values(), strict=True)
    )
    experiment = make_experiment(
        methods=methods, baseline="C44", table="2", show="win-tie-loss"
    )
    labels = dict(zip(("C45", "C45-W", "C45-M"), methods, strict=True))
    # printed, under the other's label: C44 against C44-S 4/20/11; no three sets do
    means = {(d, labels[m]): mean for (d, m), mean in PUBLISHED.items()}
    section = section_of(make_material(experiment, means, means))
    compared = [
        block
        for block in section.blocks
        if any(cell.exact is not None for row in block.table.cells for cell in row)
    ]
    assert len(compared) == 2


def test_departures_name_the_methods_that_they_change():
    why = section_of(make_material()).protocol_gap
    on = {one.name: one.methods for one in why.departures}
    assert on == {"label-leak": ("C45-W",), "stale-parents": ("C45-W",)}
    assert all(one.meaning for one in why.departures)
    assert why.metrics[0][:2] == ("published", "auc_unb")


def test_one_protocol_needs_no_explanation():
    material = make_material()
    only = Material({"described": material.scored["described"]})
    section = section_of(only)
    assert section.protocol_gap is None
    assert section.grid.protocols == ("described",)
    assert section.agreements == ()


def test_folds_are_kept_once_and_to_four_decimals():
    material = make_material()
    page = make_page([material, material], "T", "C")
    folds = page.folds
    assert len(folds["series"]) == 2 * len(PUBLISHED)
    assert len(folds["cells"]) == 2 * len(PUBLISHED)
    group, dataset, method, printed, series, means = folds["cells"][1]
    assert (group, dataset, method, printed) == (0, "iris", "C45-W", "99.41")
    assert means == ["99.41", "91.91"]
    kept = [int(text) / 10**DECIMALS for text in folds["series"][series[0]].split(",")]
    truth = fold_values(material.scored["published"])["iris", "C45-W"]
    assert kept == pytest.approx([100 * value for value in truth], abs=0.5e-4)


def test_a_fold_without_a_value_is_empty():
    assert encoded([0.5, math.nan, 1.0], 100.0) == "500000,,1000000"


def test_what_is_left_out_is_told():
    cell = Cell("zoo", "C45", "published")
    section = section_of(make_material(incomplete={cell: "3 of 10 folds failed"}))
    assert section.left_out == ("C45 on zoo, as published: 3 of 10 folds failed",)


def test_how_it_was_run():
    experiment = make_experiment(steps=(ReplaceMissing(scope="train"),), first_run=3)
    how = section_of(make_material(experiment)).procedure
    facts = dict(how.facts)
    assert facts["folds"].startswith("2 \N{MULTIPLICATION SIGN} 5-fold")
    assert facts["folds"].endswith("seeds 3 to 4")
    assert facts["test"] == "corrected resampled t-test, two-tailed, alpha 0.05"
    ((step, words),) = how.steps
    assert step == "replace-missing[scope=train]"
    assert "training rows of each fold" in words
    made = {one.label: dict(one.ids) for one in how.methods}
    assert set(made["C45"]) == {"both"}
    assert "label_leak=true" in made["C45-W"]["published"]
    assert "label_leak=false" in made["C45-W"]["described"]
    assert how.config == experiment.text


def test_provenance_is_of_the_runs_that_made_the_folds():
    def invocation(number, origin, content):
        return {
            "id": number,
            "config": "small.yaml",
            "started": "2026-01-01T00:00:00Z",
            "finished": None,
            "outcome": None,
            "provenance": {
                "rankrees": "1",
                "python": "3.11",
                "commit": None,
                "n_workers": 1,
                "cpu": "a CPU",
                "datasets": {"iris": {"hash": content, "origin": origin, "note": ""}},
            },
        }

    runs = [
        invocation(1, "old", "aa"),
        invocation(2, "new", "bb"),
        invocation(3, "", ""),
    ]
    found = make_provenance({"iris": "aa", "zoo": "cc"}, runs, {1: 7, 2: 3})
    assert [(run.number, run.n_folds) for run in found.runs] == [(1, 7), (2, 3)]
    assert found.runs[0].outcome == "not finished"
    assert found.runs[0].machine == "a CPU, 1 worker"
    assert [(d.name, d.origin) for d in found.data] == [("iris", "old"), ("zoo", "")]


def test_results_of_no_method_make_a_page():
    material = make_material(published={}, described={})
    page = make_page([dataclasses.replace(material, departed=None)], "T", "C")
    assert page.headline == ""
    assert page.folds["cells"] == []


def test_data_sets_without_results_are_named():
    first, second = section_of(make_material()).summary
    assert first.startswith("3 methods on 3 data sets, 2 ")
    assert first.endswith(": 180 fold scores.")
    assert second == "Not computed: zoo."


def test_methods_are_ranked_over_the_data_sets():
    section = section_of(make_material())
    assert [one.ranks.heading for one in section.ranks] == [
        "As published (auc_unb): average ranks over 3 data sets",
        "As described (auc): average ranks over 3 data sets",
    ]
    # C45-W is best on all three sets; C45 and C45-M: 2, 3, 3 and 3, 2, 2
    table = section.ranks[0].ranks.table
    assert [(row[0], row[2]) for row in table.rows] == [
        ("C45-W", "1.000"),
        ("C45-M", "2.333"),
        ("C45", "2.667"),
    ]
    assert len(section.ranks[0].pairs.table.rows) == 3


def test_one_data_set_has_no_ranks():
    one = {key: mean for key, mean in PUBLISHED.items() if key[0] == "iris"}
    section = section_of(make_material(published=one))
    assert [one.ranks.heading[:12] for one in section.ranks] == ["As described"]


def test_ranks_and_prints_are_drawn():
    section = section_of(make_material())
    assert [one.drawing.caption[:29] for one in section.ranks] == [
        "Average ranks, as published: ",
        "Average ranks, as described: ",
    ]
    (scatter,) = section.drawings
    assert scatter.caption.startswith("Each printed number against ours")
    assert all("<svg" in d.svg for d in (scatter, section.ranks[0].drawing))


def test_without_a_print_there_is_nothing_to_draw_against_it():
    experiment = make_experiment(paper=None, table=None)
    assert section_of(make_material(experiment)).drawings == ()
