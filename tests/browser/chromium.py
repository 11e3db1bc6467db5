"""A headless Chromium that keeps to itself."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

FLAGS = (
    "--headless=new",
    "--no-sandbox",  # it has none as root, which is what CI is
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def missing() -> str | None:
    """Say what is not installed, None if all is there."""
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            return f"no {program} here: apt-get install chromium chromium-driver"
    return None


@contextmanager
def open_chromium() -> Iterator:
    """Start a browser with a fresh profile; it logs what it loads and complains of."""
    from selenium.webdriver import Chrome, ChromeOptions
    from selenium.webdriver.chrome.service import Service

    options = ChromeOptions()
    options.binary_location = shutil.which("chromium")
    logs = {"performance": "ALL", "browser": "ALL"}
    options.set_capability("goog:loggingPrefs", logs)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        service = Service(shutil.which("chromedriver"))
        with Chrome(options=options, service=service) as browser:
            yield browser


def set_screen(browser, width, height, *, dark=False):
    """Make the window as large as a screen, in light or dark colours."""
    screen = {
        "width": width,
        "height": height,
        "deviceScaleFactor": 1,
        "mobile": width < 600,
    }
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
