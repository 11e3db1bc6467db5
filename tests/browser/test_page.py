import pytest

from tests.reports.html.small_page import HOSTILE_METHODS, HOSTILE_SETS

LIGHT, DARK = "rgb(253, 252, 250)", "rgb(21, 23, 26)"


def background(browser):
    body = browser.find_element("tag name", "body")
    return browser.execute_script(
        "return getComputedStyle(arguments[0]).backgroundColor", body
    )


def test_the_headline_is_computed(visit):
    assert (
        visit().find_element("tag name", "h1").text
        == "7 of 9 printed AUCs come out exactly"
    )


@pytest.mark.parametrize(("dark", "colour"), [(False, LIGHT), (True, DARK)])
def test_colours_follow_the_system_until_chosen(visit, dark, colour):
    other = LIGHT if dark else DARK
    browser = visit(dark=dark)
    assert background(browser) == colour
    button = browser.find_element("id", "theme")
    assert button.get_attribute("aria-pressed") == str(dark).lower()
    button.click()
    assert background(browser) == other
    assert button.get_attribute("aria-pressed") == str(not dark).lower()
    browser.refresh()
    assert background(browser) == other


@pytest.mark.parametrize("name", ["small", "hostile"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_is_no_wider_than_the_screen(visit, name, width):
    browser = visit(name, width=width)
    browser.execute_script(
        "document.querySelectorAll('details').forEach(one => one.open = true)"
    )
    wide = browser.execute_script("return document.documentElement.scrollWidth")
    assert wide <= width


def test_hostile_names_stay_text(visit):
    browser = visit("hostile")
    browser.execute_script(
        "document.querySelectorAll('details').forEach(one => one.open = true)"
    )
    heads = browser.find_elements("css selector", "table.grid tbody th")
    assert [head.text for head in heads] == list(HOSTILE_SETS)
    groups = browser.find_elements("css selector", "table.grid thead .group[colspan]")
    assert [group.text for group in groups] == list(HOSTILE_METHODS)
    for i in range(len(HOSTILE_METHODS)):
        button = browser.find_element("css selector", f"[data-cell='{i}']")
        browser.execute_script("arguments[0].click()", button)
        title = browser.find_element("id", "folds-title").text
        assert title == f"{HOSTILE_METHODS[i]} on {HOSTILE_SETS[0]}"
        browser.find_element("id", "folds-close").click()
    assert browser.execute_script("return window.hacked") is None
    assert browser.find_elements("tag name", "img") == []
    scripts = browser.find_elements("tag name", "script")
    assert len(scripts) == 2


def test_no_script_runs_but_the_pages_own(browser, pages):
    """Even a name that slipped through the escaping could not run."""
    browser.get((pages / "small.html").as_uri())
    browser.execute_script(
        """
        const script = document.createElement("script");
        script.textContent = "window.hacked = 5";
        document.body.append(script);
        document.body.insertAdjacentHTML("beforeend",
          "<img src='x' onerror='window.hacked = 6'>"
          + "<img src='http://127.0.0.1:9/x.png'>");
        """
    )
    assert browser.execute_script("return window.hacked") is None
    refused = [entry["message"] for entry in browser.get_log("browser")]
    assert any("script-src" in message for message in refused)
    assert any("127.0.0.1:9" in message and "img-src" in message for message in refused)
