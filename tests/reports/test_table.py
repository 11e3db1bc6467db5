import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankrees.reports.table import Cell, Table, number_cell, printed_cell, text_table
from rankrees.reports.tables.means import against_print, marked_table, score_table
from tests.reports.tables.test_means import make_scored


@settings(deadline=None)
@given(st.floats(-1e6, 1e6), st.integers(0, 6))
def test_a_cell_has_the_number_that_is_shown(value, decimals):
    cell = number_cell(value, decimals)
    assert cell.number == float(cell.text)
    assert abs(cell.number - value) <= 0.5 * 10.0**-decimals + 1e-9


def test_no_number_is_no_text():
    assert number_cell(None, 2) == printed_cell(None) == Cell(None)
    assert printed_cell("98.90") == Cell("98.90", 98.9)


@pytest.mark.parametrize("make", [score_table, marked_table])
def test_tables_of_scores_know_their_numbers(make):
    table = make(make_scored())
    numbers = [c for row in table.cells for c in row if c.number is not None]
    assert len(numbers) >= 6
    assert all(float(cell.text) == cell.number for cell in numbers)
    assert {cell.text for cell in numbers if cell.best} == {"99.42", "78.00", "88.71"}


def test_cells_beside_a_print_know_whether_they_equal_it():
    table = against_print(make_scored(), None)
    exact = {
        (row[0].text, row[1].text): cell.exact
        for row in table.cells
        for cell in row
        if cell.exact is not None
    }
    # printed: iris 98.99 99.41, labor 78.25 93.50; ours 98.99 99.42, 78.00 78.00
    assert exact == {
        ("iris", "C45"): True,
        ("iris", "C45-W"): False,
        ("labor", "C45"): False,
        ("labor", "C45-W"): False,
    }
    words = {(row[0], row[1]): row[5] for row in table.rows}
    assert words["iris", "C45"] == "true"
    assert words["zoo", "C45"] is None


def test_rows_must_fit_the_columns():
    with pytest.raises(ValueError, match="1 cells in 2 columns"):
        Table("t", ("a", "b"), ((Cell("x"),),))
    with pytest.raises(ValueError, match="1 cells in 2 columns"):
        text_table("t", ("a", "b"), (("x",),))
