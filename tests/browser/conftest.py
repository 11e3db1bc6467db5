"""Pages opened in a real browser. Skipped where there is none."""

import json

import pytest

from rankrees.reports.html.render import render_page
from tests.browser.chromium import missing, open_chromium, set_screen
from tests.reports.html.small_page import make_hostile_page, make_small_page


@pytest.fixture(scope="session")
def browser():
    pytest.importorskip("selenium")
    reason = missing()
    if reason:
        pytest.skip(reason)
    with open_chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for name, make in (("small", make_small_page), ("hostile", make_hostile_page)):
        (folder / f"{name}.html").write_text(render_page(make()), encoding="utf-8")
    return folder


@pytest.fixture
def visit(browser, pages):
    """Open a page; afterwards, nothing was complained of and nothing was loaded."""

    def go(name="small", fragment="", width=1280, *, dark=False):
        set_screen(browser, width, 900, dark=dark)
        browser.get("about:blank")  # a mere change of the fragment would load nothing
        browser.get(f"{(pages / f'{name}.html').as_uri()}{fragment}")
        return browser

    for log in ("browser", "performance"):
        browser.get_log(log)
    yield go
    assert browser.get_log("browser") == []
    loaded = [url for url in requested(browser) if not url.startswith("data:")]
    assert loaded
    assert [url for url in loaded if not url.startswith(pages.as_uri())] == []
    browser.execute_script("localStorage.clear()")


def requested(browser):
    """Return the addresses that the browser asked for since the log was last read."""
    messages = [
        json.loads(entry["message"])["message"]
        for entry in browser.get_log("performance")
    ]
    urls = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    return [url for url in urls if url != "about:blank"]
