"""What the pictures show, read from their artists; their looks are for the eye."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from rankrees.reports.plots.boxes import boxes_figure
from rankrees.reports.plots.critical_difference import bar_rows, cd_figure
from rankrees.reports.plots.kinds import save_figure
from rankrees.reports.plots.matrices import heatmap_figure, wins_figure
from rankrees.statistics.comparison import of_file
from rankrees.statistics.foldtests import FoldTest
from rankrees.statistics.oversets import OverSets
from tests.oracles.demsar import SCORES
from tests.oracles.groups import maximal_groups

METHODS = ("A", "B_1", "cost $5 & $6", "D" * 30)


@pytest.fixture
def compared():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(
        [
            (f"set {d}", method, run, fold, 0.6 + 0.05 * i + rng.normal(0, 0.03))
            for d in range(6)
            for i, method in enumerate(METHODS)
            for run in (1, 2)
            for fold in (1, 2, 3)
        ],
        columns=["dataset", "method", "run", "fold", "value"],
    )
    return of_file(frame, "my.csv", FoldTest("corrected", 0.5), "A")


def texts(figure):
    (axes, *_) = figure.axes
    return [text.get_text() for text in axes.texts]


def bars(figure):
    """The ends of the thick lines of a critical-difference diagram."""
    return [
        tuple(line.get_xdata())
        for line in figure.axes[0].lines
        if line.get_linewidth() > 3
    ]


def test_the_diagram_shows_every_rank_and_the_critical_difference():
    over = OverSets(SCORES, alpha=0.1)
    figure = cd_figure(over)
    shown = texts(figure)
    assert "C4.5+m+cf  1.96" in shown
    assert "3.14  C4.5" in shown
    assert "CD = 1.118" in shown
    assert "(Nemenyi, alpha 0.1, 14 data sets)" in figure.get_suptitle()


def test_each_largest_group_has_one_bar():
    rng = np.random.default_rng(8)
    names = [f"m{i}" for i in range(9)]
    scores = pd.DataFrame(rng.normal(size=(12, 9)) + 0.35 * np.arange(9), columns=names)
    over = OverSets(scores)
    groups = maximal_groups(over.ranks, over.cd)
    assert len(groups) >= 3  # overlapping ones
    assert any(a & b for a in groups for b in groups if a != b)
    expected = sorted(
        (min(over.ranks[m] for m in group), max(over.ranks[m] for m in group))
        for group in groups
    )
    drawn = sorted(bars(cd_figure(over)))
    assert np.array(drawn) == pytest.approx(np.array(expected), abs=0.031)


def test_bars_in_a_row_do_not_touch():
    ranks = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.0, "e": 5.0}
    groups = [("a", "b"), ("b", "c"), ("d", "e")]
    assert bar_rows(groups, ranks) == [[("a", "b"), ("d", "e")], [("b", "c")]]


def test_with_a_control_one_bar_reaches_as_far_as_the_critical_difference():
    over = OverSets(SCORES, alpha=0.1, control="C4.5+m")
    figure = cd_figure(over)
    assert bars(figure) == [(1.0, pytest.approx(2.0 + over.cd))]
    bold = [t.get_text() for t in figure.axes[0].texts if t.get_weight() == "bold"]
    assert bold == ["C4.5+m  2.00"]


def test_the_grid_shows_the_counts(compared):
    figure = wins_figure(compared)
    shown = texts(figure)
    assert len(shown) == 16
    for i, row in enumerate(METHODS):
        for j, column in enumerate(METHODS):
            count = "" if i == j else str(compared.wins[row, column])
            assert shown[4 * i + j] == count
    values = figure.axes[0].images[0].get_array()
    assert values[3, 0] == -values[0, 3] > 0


def test_the_heat_map_shows_differences_from_the_baseline(compared):
    figure = heatmap_figure(compared)
    values = figure.axes[0].images[0].get_array()
    assert values.shape == (6, 3)
    for i, dataset in enumerate(compared.datasets):
        for j, method in enumerate(METHODS[1:]):
            difference = compared.mean(dataset, method) - compared.mean(dataset, "A")
            assert values[i, j] == pytest.approx(difference)
            assert texts(figure)[3 * i + j].startswith(f"{difference:+.3f}")
    marks = sum(text.endswith(" v") for text in texts(figure))
    assert marks == sum(compared.wins[method, "A"].wins for method in METHODS[1:])


def test_the_heat_map_of_losses_is_turned_round(compared):
    losses = of_file(
        compared.frame.assign(value=1 - compared.frame["value"]),
        "my.csv",
        compared.fold_test,
        "A",
        lower_is_better=True,
    )
    values = heatmap_figure(losses).axes[0].images[0].get_array()
    expected = heatmap_figure(compared).axes[0].images[0].get_array()
    np.testing.assert_allclose(np.asarray(values), np.asarray(expected))


def test_boxes_are_of_the_folds(compared):
    figure = boxes_figure(compared)
    panels = [axes for axes in figure.axes if axes.get_visible()]
    assert [axes.get_title() for axes in panels] == list(compared.datasets)
    frame = compared.frame
    for axes, dataset in zip(panels, compared.datasets, strict=True):
        medians = [line for line in axes.lines if line.get_linewidth() == 1.4]
        for line, method in zip(medians, METHODS, strict=True):
            of_both = (frame["dataset"] == dataset) & (frame["method"] == method)
            expected = frame[of_both]["value"].median()
            assert line.get_ydata()[0] == pytest.approx(expected)


@pytest.mark.parametrize("draw", [wins_figure, heatmap_figure, boxes_figure])
@pytest.mark.parametrize("ending", ["svg", "png"])
def test_saved_twice_gives_the_same_bytes_and_nothing_is_cut(
    compared, tmp_path, draw, ending
):
    figure = draw(compared)
    paths = [tmp_path / f"{name}.{ending}" for name in "ab"]
    save_figure(figure, paths[0])
    save_figure(draw(compared), paths[1])
    assert paths[0].read_bytes() == paths[1].read_bytes()
    _check_inside(figure)


@pytest.mark.parametrize("control", [None, "C4.5"])
def test_nothing_of_the_diagram_is_cut(control):
    long = SCORES.rename(columns={"C4.5": "C4.5", "C4.5+m": "m" * 45})
    figure = cd_figure(OverSets(long, control=control), "A title " * 20)
    _check_inside(figure)


def _check_inside(figure):
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    drawn = figure.get_tightbbox(canvas.get_renderer())  # in inches
    assert drawn.x0 >= -0.02
    assert drawn.y0 >= -0.02
    assert drawn.x1 <= figure.get_figwidth() + 0.02
    assert drawn.y1 <= figure.get_figheight() + 0.02
