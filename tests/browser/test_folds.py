from selenium.webdriver.common.keys import Keys

from tests.reports.html.small_page import FOLDS, RUNS, make_material


def cell(browser, row, place):
    return browser.find_element(
        "css selector",
        f"table.grid tbody tr:nth-child({row}) td:nth-of-type({place}) .cell",
    )


def dialog(browser):
    return browser.find_element("id", "folds")


def shown_folds(browser):
    """Return the numbers of each table of the dialog, in rows of folds."""
    return browser.execute_script(
        "return [...document.querySelectorAll('#folds table')].map(table =>"
        " [...table.tBodies[0].rows].map(row =>"
        " [...row.cells].slice(1).map(cell => cell.innerText)))"
    )


def test_a_number_opens_its_folds(visit):
    browser = visit()
    assert not dialog(browser).is_displayed()
    cell(browser, 2, 1).click()  # labor, C45
    assert dialog(browser).is_displayed()
    assert browser.find_element("id", "folds-title").text == "C45 on labor"
    scored = make_material().scored
    for table, protocol in zip(
        shown_folds(browser), ("published", "described"), strict=True
    ):
        frame = scored[protocol].frame
        rows = frame[(frame["dataset"] == "labor") & (frame["method"] == "C45")]
        # cut to four decimals on the way, then shown with two
        expected = [f"{round(value * 100, 4):.2f}" for value in rows["value"]]
        assert [len(row) for row in table] == [FOLDS] * RUNS
        assert [text for row in table for text in row] == expected
    said = dialog(browser).text
    assert "mean 78.00 · printed 78.25 · 10 folds" in said
    assert "mean 70.50 · 10 folds" in said  # the print is not of this protocol


def test_escape_closes_and_focus_returns(visit):
    browser = visit()
    button = cell(browser, 1, 2)
    button.click()
    assert "#cell-" in browser.current_url
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not dialog(browser).is_displayed()
    assert browser.switch_to.active_element == button
    assert "#" not in browser.current_url


def test_the_close_button_closes(visit):
    browser = visit()
    cell(browser, 1, 1).click()
    browser.find_element("id", "folds-close").click()
    assert not dialog(browser).is_displayed()


def test_folds_can_be_linked_to(visit):
    browser = visit(fragment="#cell-1")
    assert dialog(browser).is_displayed()
    assert browser.find_element("id", "folds-title").text == "C45-W on iris"


def test_a_link_to_folds_that_are_not_there(visit):
    browser = visit(fragment="#cell-999")
    assert not dialog(browser).is_displayed()
