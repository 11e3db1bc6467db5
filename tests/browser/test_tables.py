import pytest

from rankrees.reports.table import ABSENT
from tests.reports.html.small_page import DATASETS

GRID = "table.grid"


def column(browser, place):
    """Return the texts of a column of the grid's visible rows."""
    return browser.execute_script(
        "return [...document.querySelector('table.grid').tBodies[0].rows]"
        ".filter(row => !row.hidden).map(row => row.cells[arguments[0]].innerText)",
        place,
    )


def names(browser):
    return column(browser, 0)


def header(browser, place):
    return browser.find_element("css selector", f"{GRID} th[data-col='{place}']")


def press(browser, place):
    header(browser, place).find_element("tag name", "button").click()


def numbers(texts):
    return [float(text.split()[0].rstrip("✓≠")) for text in texts if text != ABSENT]


def test_a_number_column_sorts_down_then_up_then_back(visit):
    browser = visit()
    press(browser, 1)
    assert header(browser, 1).get_attribute("aria-sort") == "descending"
    found = numbers(column(browser, 1))
    assert found == sorted(found, reverse=True)
    assert len(found) == 3
    assert names(browser)[-1] == "zoo"  # without a value: last in every order
    press(browser, 1)
    assert header(browser, 1).get_attribute("aria-sort") == "ascending"
    assert numbers(column(browser, 1)) == sorted(found)
    assert names(browser)[-1] == "zoo"
    press(browser, 1)
    assert header(browser, 1).get_attribute("aria-sort") is None
    assert names(browser) == list(DATASETS)


def test_only_one_column_is_sorted_by(visit):
    browser = visit()
    press(browser, 1)
    press(browser, 0)
    sorted_by = browser.find_elements("css selector", f"{GRID} [aria-sort]")
    assert [one.get_attribute("data-col") for one in sorted_by] == ["0"]
    assert names(browser) == sorted(DATASETS)


def test_means_stay_at_the_foot(visit):
    browser = visit()
    foot = f"{GRID} tfoot tr:first-child th"
    before = browser.find_element("css selector", foot).text
    press(browser, 0)
    assert browser.find_element("css selector", foot).text == before == "mean of 3"


def test_rows_are_filtered_by_name(visit):
    browser = visit()
    box = browser.find_element("css selector", ".filter")
    box.send_keys("O")
    assert names(browser) == ["labor", "zoo", "vote"]
    count = browser.find_element("css selector", ".count")
    assert count.text == "3 of 4 rows"
    box.clear()
    box.send_keys("nothing like it")
    assert names(browser) == []


def test_rows_that_differ_from_the_print(visit):
    browser = visit()
    browser.find_element("css selector", ".only").click()
    assert names(browser) == ["labor", "vote"]


@pytest.mark.parametrize(
    ("view", "hidden"), [("published", "described"), ("described", "published")]
)
def test_one_protocol_alone(visit, view, hidden):
    browser = visit()
    browser.find_element("css selector", f".views input[value='{view}']").click()
    for name in (view, hidden):
        cells = browser.find_elements("css selector", f"{GRID} td.{name}")
        assert cells
        assert {cell.is_displayed() for cell in cells} == {name == view}


def test_matches_and_differences_are_marked(visit):
    browser = visit()
    cells = dict(zip(names(browser), column(browser, 1), strict=True))
    assert cells["iris"] == "98.99✓"
    assert cells["labor"].split("\n") == ["78.00≠", "\N{MINUS SIGN}0.25"]
    assert cells["zoo"] == ABSENT


def test_head_and_first_column_stay_in_sight(visit):
    browser = visit(width=390)
    scrolled = browser.execute_script(
        """
        const box = document.querySelector("table.grid").parentElement;
        box.style.maxHeight = "9rem";
        box.scrollTo(120, 60);
        const place = (selector) => box.querySelector(selector).getBoundingClientRect();
        const frame = box.getBoundingClientRect();
        return [box.scrollLeft, box.scrollTop, place("thead").top - frame.top,
                place("tbody th").left - frame.left];
        """
    )
    assert scrolled[0] > 0
    assert scrolled[1] > 0
    assert scrolled[2] == pytest.approx(0, abs=2)
    assert scrolled[3] == pytest.approx(0, abs=2)
