"""Write the golden numbers for the t-tests, from Weka's Experimenter itself.

    python tests/weka/make_ttests.py

The file has the scores and what Weka's testers say of them, so that any copies of the
data sets will do.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # run as a plain script

from rankrees.models.weka import java_command
from tests.weka import get_weka, golden

SETS = ("glass", "labor", "vote")
RUNS, FOLDS = "3", "10"
DATA = Path(__file__).resolve().parents[2] / "datasets"


def main() -> None:
    """Run WekaTTest.java and keep what it prints."""
    jar = get_weka.weka_jar()
    with tempfile.TemporaryDirectory() as folder:
        get_weka.compile_java("WekaTTest.java", Path(folder), str(jar))
        arffs = [str(DATA / f"{name}.arff") for name in SETS]
        words = ["WekaTTest", RUNS, FOLDS, *arffs]
        done = subprocess.run(
            java_command([folder, jar], *words),
            env={**os.environ, "WEKA_HOME": str(Path(folder) / "wekafiles")},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    found = json.loads(done.stdout)
    made_with = {"weka": get_weka.VERSION, "jar_sha256": get_weka.JAR_SHA256}
    text = json.dumps({**made_with, **found}, separators=(",", ":"))
    golden.TTESTS_FILE.write_text(text.replace("],[", "],\n[") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
