"""The page used without a mouse."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys


def type_keys(browser, *keys):
    for key in keys:
        ActionChains(browser).send_keys(key).perform()


def focused(browser):
    return browser.switch_to.active_element


def tab_stops(browser, n):
    """Return a word for each element that the Tab key reaches, from the start."""
    found = []
    for _ in range(n):
        type_keys(browser, Keys.TAB)
        element = focused(browser)
        found.append(element.get_attribute("id") or element.get_attribute("class"))
    return found


def test_the_first_stop_skips_to_the_results(visit):
    browser = visit()
    type_keys(browser, Keys.TAB)
    assert focused(browser).text == "Skip to the results"
    type_keys(browser, Keys.ENTER)
    assert browser.current_url.endswith("#main")


def test_headers_sort_by_keyboard(visit):
    browser = visit()
    button = browser.find_element("css selector", "th[data-col='0'] .sort")
    browser.execute_script("arguments[0].focus()", button)
    type_keys(browser, Keys.ENTER)
    header = browser.find_element("css selector", "th[data-col='0']")
    assert header.get_attribute("aria-sort") == "ascending"
    type_keys(browser, Keys.SPACE)
    assert header.get_attribute("aria-sort") == "descending"
    assert focused(browser) == button


def test_a_grid_is_one_stop_and_arrows_move_in_it(visit):
    browser = visit()
    stops = tab_stops(browser, 40)
    assert stops.count("cell") == 1
    assert "theme" in stops
    first = browser.find_element("css selector", ".cell")
    browser.execute_script("arguments[0].focus()", first)
    type_keys(browser, Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert focused(browser).text.startswith("93.50")  # labor, C45-W as published
    type_keys(browser, Keys.ENTER)
    assert browser.find_element("id", "folds-title").text == "C45-W on labor"
    type_keys(browser, Keys.ESCAPE)
    assert focused(browser).text.startswith("93.50")
    type_keys(browser, Keys.HOME)
    assert focused(browser).text.startswith("78.00")
    type_keys(browser, Keys.ARROW_LEFT)  # nothing there: stays
    assert focused(browser).text.startswith("78.00")


def test_arrows_pass_over_hidden_rows_and_columns(visit):
    browser = visit()
    browser.find_element("css selector", ".only").click()
    browser.find_element("css selector", ".views input[value='published']").click()
    stop = browser.find_element("css selector", ".cell[tabindex='0']")
    assert stop.is_displayed()
    browser.execute_script("arguments[0].focus()", stop)
    type_keys(browser, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    assert focused(browser).text.startswith("97.60")  # vote, C45-W: iris, zoo are out


def test_details_open_by_keyboard(visit):
    browser = visit()
    summary = browser.find_element("css selector", "details.how summary")
    text = browser.find_element("css selector", "details.how pre")
    assert not text.is_displayed()
    browser.execute_script("arguments[0].focus()", summary)
    type_keys(browser, Keys.ENTER)
    assert text.is_displayed()
    assert "title: Small & plain" in text.text
