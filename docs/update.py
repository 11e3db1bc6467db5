"""Fill in the results that the documents show, by running the commands they name.

In a document, a result stands between two comments:

    <!-- rankrees compare --config table3.yaml --against published --format markdown -->
    ...
    <!-- end -->

Everything between them is replaced by what the command prints. Commands read the result
store and compute nothing that is in it. Where the store lacks results (exit code 1),
a block stays as it is. `make tables` and `make docs` call this script.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
from pathlib import Path

from rankrees.cli import main

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(
    r"(?P<begin><!-- (?P<command>rankrees [^\n]*) -->\n).*?(?P<end><!-- end -->)",
    re.DOTALL,
)


def output_of(command: str) -> str | None:
    """Run a command of ours; its standard output, fenced unless it is Markdown."""
    print(command, file=sys.stderr)
    printed = io.StringIO()
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(printed):
        # in this process: a new one would spend most of its time on imports
        status = main(shlex.split(command)[1:], standalone_mode=False)
    if status == 1:
        return None
    if status:
        sys.exit(f"{command}: exit code {status}")
    text = printed.getvalue().strip("\n")
    if "--format markdown" in command:
        return f"\n{text}\n\n"
    return f"```text\n{text}\n```\n"


def filled(block: re.Match[str]) -> str:
    """Return a block with the output of its command, or as it was."""
    output = output_of(block["command"])
    return block[0] if output is None else block["begin"] + output + block["end"]


if __name__ == "__main__":
    known = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for name in sys.argv[1:] or known:
        document = Path(name)
        before = document.read_text(encoding="utf-8")
        after = BLOCK.sub(filled, before)
        if after != before:
            document.write_text(after, encoding="utf-8")
            print(f"{document}: brought up to date", file=sys.stderr)
