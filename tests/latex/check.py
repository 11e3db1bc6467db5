"""Compile the LaTeX of every table of every shipped config with pdflatex.

    python tests/latex/check.py [--config C] [--store PATH] [--data-dir DIR] [--keep D]

`make latex-check` runs it on the default store. What the store lacks is an empty cell,
which is compiled too. Without pdflatex it says so and ends with 0.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # run as a plain script

from rankrees.cli import main as rankrees
from rankrees.config.load import load_config, shipped_configs

VIEWS = ([], ["--over-sets", "--rope", "0.01"], ["--against", "published"])
PREAMBLE = r"""\documentclass{article}
\usepackage{booktabs}
\usepackage{graphicx}
\usepackage{longtable}
\begin{document}
"""


def tables_of(name: str, view: list[str], where: list[str]) -> str | None:
    """Return the LaTeX that `rankrees compare` prints; None if it has none to print."""
    out, err = io.StringIO(), io.StringIO()
    words = ["compare", "--config", name, "--format", "latex", *view, *where]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = rankrees(words, standalone_mode=False)
    if code == 2:
        print(f"  none: {err.getvalue().strip().splitlines()[-1]}")
        return None
    return out.getvalue()


def compile_text(text: str, folder: Path, name: str) -> list[str]:
    """Return what pdflatex finds wrong, nothing if all is well."""
    (folder / f"{name}.tex").write_text(
        # a page for each table: too many floats in a row are an error of their own
        PREAMBLE
        + text.replace(r"\end{table}", "\\end{table}\n\\clearpage")
        + "\n\\end{document}\n",
        encoding="utf-8",
    )
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", f"{name}.tex"]
    for _ in range(2):  # a longtable knows its widths the second time
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    if done.returncode != 0:
        return re.findall(r"^!.*|^l\.\d+.*", done.stdout, re.MULTILINE)
    return re.findall(
        r"Overfull \\hbox.*|.*Float too large.*|Missing character.*", done.stdout
    )


def main() -> int:
    """Compile all; return 1 if any table has an error or does not fit its page."""
    parser = argparse.ArgumentParser(description="compile every table with pdflatex")
    parser.add_argument("--store", help="the results store")
    parser.add_argument("--data-dir", help="folder of ARFF files")
    parser.add_argument("--config", help="only this one")
    parser.add_argument("--keep", type=Path, help="keep the files in this folder")
    asked = parser.parse_args()
    if shutil.which("pdflatex") is None:
        print("skipped: there is no pdflatex on this machine")
        return 0
    where = ["--store", asked.store] if asked.store else []
    where += ["--data-dir", asked.data_dir] if asked.data_dir else []
    n_tables = n_wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for name in [asked.config] if asked.config else shipped_configs():
            for view in VIEWS:
                if "--against" in view and load_config(name).paper is None:
                    continue
                print(name, *view)
                text = tables_of(name, view, where)
                if not text:
                    continue
                stem = "-".join([Path(name).stem, *view]).replace("--", "")
                wrong = compile_text(text, folder, stem)
                print(f"  tables: {text.count('% needs')}", *wrong, sep="\n  ")
                n_tables += text.count("% needs")
                n_wrong += bool(wrong)
    print(f"{n_tables} tables compiled; documents with something wrong: {n_wrong}")
    return 1 if n_wrong or not n_tables else 0


if __name__ == "__main__":
    sys.exit(main())
