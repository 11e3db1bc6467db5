"""Take pictures of a report with a headless Chromium.

    python tests/browser/screenshot.py report.html docs/report.png
    python tests/browser/screenshot.py report.html phone.png --width 390 --dark

`make screenshot` makes the one in the README. It needs the extra `test`.
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path

from chromium import open_chromium, set_screen
from PIL import Image

COLOURS = 128
"""A page has few; with a palette its picture is a third of the size."""


def main() -> None:
    """Take the picture that the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("page", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--at", default="", help="an anchor, or cell-N for its folds")
    asked = parser.parse_args()
    with open_chromium() as browser:
        set_screen(browser, asked.width, asked.height, dark=asked.dark)
        browser.get(f"{asked.page.resolve().as_uri()}#{asked.at}")
        png = browser.get_screenshot_as_png()
    image = Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS)
    image.save(asked.picture, optimize=True)


if __name__ == "__main__":
    main()
