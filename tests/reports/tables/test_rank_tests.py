"""The tables of Demšar's example, read back against what he prints."""

import pandas as pd
import pytest

from rankrees.reports.tables.rank_tests import over_sets_view, p_text
from rankrees.statistics.comparison import of_file
from rankrees.statistics.foldtests import FoldTest
from tests.oracles.demsar import AVERAGE_RANKS, METHODS, SCORES


@pytest.fixture
def compared():
    frame = pd.DataFrame(
        [
            (dataset, method, 1, 1, value)
            for dataset, row in SCORES.iterrows()
            for method, value in row.items()
        ],
        columns=["dataset", "method", "run", "fold", "value"],
    )
    return of_file(frame, "demsar.csv", FoldTest(alpha=0.1), "C4.5")


def test_ranks_and_groups(compared):
    ranks, _ = over_sets_view(compared, compared.over_sets())
    assert {row[0]: row[2] for row in ranks.rows} == AVERAGE_RANKS
    assert [row[0] for row in ranks.rows] == ["C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"]
    assert ranks.rows[0][1] == "0.8272"  # 11.581 / 14
    assert "critical difference of average ranks 1.118 (Nemenyi" in ranks.notes[1]
    assert ranks.notes[2] == (
        "not told apart by it: C4.5+m+cf, C4.5+m, C4.5+cf; C4.5+cf, C4.5"
    )


def test_a_control(compared):
    ranks, pairs = over_sets_view(compared, compared.over_sets(control="C4.5"))
    assert ranks.notes[2] == "not told from C4.5 by it: C4.5+cf"
    assert [row[:2] for row in pairs.rows] == [("C4.5", m) for m in METHODS[1:]]
    assert pairs.columns[5] == "Bonferroni-Dunn\np"
    # 3 * 0.0192, his p for C4.5+m
    assert float(pairs.rows[0][5]) == pytest.approx(3 * 0.0192, abs=0.0008)


@pytest.mark.parametrize(("rope", "n_columns"), [(None, 6), (0.0, 8), (0.01, 9)])
def test_the_bayesian_columns(compared, rope, n_columns):
    _, pairs = over_sets_view(compared, compared.over_sets(rope=rope))
    assert len(pairs.columns) == n_columns
    if rope is not None:
        shares = [float(cell) for cell in pairs.rows[0][6:]]
        assert sum(shares) == pytest.approx(1, abs=0.0016)
        assert shares[-1] > shares[0]  # C4.5 is worse than C4.5+m


@pytest.mark.parametrize(
    ("p", "text"),
    [(0.9, "0.9000"), (0.0001, "0.0001"), (0.00009, "9.0e-05"), (0.0, "0.0000")],
)
def test_p_is_always_a_number(p, text):
    assert p_text(p) == text
