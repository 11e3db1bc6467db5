"""What the fuzzers and the seeded rounds of the test suite call: one function per file.

Each takes any bytes as the content of a file and reads it as a user's file is read.
Only `RankreesError` may come out, in as many lines as there are mistakes.
"""

from __future__ import annotations

import hashlib
import io
import json
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from rankrees.config.load import load_config
from rankrees.data.arff.reader import read_arff
from rankrees.data.doubts import doubts
from rankrees.data.newrows import rows_of
from rankrees.data.rawtable import frame_table
from rankrees.data.userfile import DataFile, read_raw
from rankrees.errors import RankreesError
from rankrees.methods.modelfile import load_model, save_model
from rankrees.methods.spelling import method_config, parse_methods, read_method
from rankrees.methods.trained import train
from rankrees.names import visible
from rankrees.statistics.scorefile import MAX_SCORE, complete_scores, read_scores
from rankrees.store.store import Store

_folder = Path(tempfile.mkdtemp(prefix="rankrees-fuzz-"))
_LONGEST = 100_000


def read_as_arff(content: bytes) -> None:
    """Read a data set and take its hash."""
    path = _folder / "f.arff"
    path.write_bytes(content)
    try:
        dataset = read_arff(path)
    except RankreesError as error:
        _check_message(error, one_line=True)
        return
    assert dataset.n_rows > 0
    assert len(dataset.content_hash) == 64


def read_as_config(content: bytes) -> None:
    """Read a config; one that is right must read the same when it is resolved."""
    path = _folder / "f.yaml"
    path.write_bytes(content)
    try:
        experiment = load_config(path)
    except RankreesError as error:
        _check_message(error, one_line=False)
        return
    assert experiment.resolved is not None
    again = _folder / "resolved.yaml"
    again.write_text(experiment.resolved, encoding="utf-8")
    other = load_config(again)
    assert other.resolved == experiment.resolved
    assert other.methods == experiment.methods
    assert other.datasets == experiment.datasets


def read_as_store(content: bytes) -> None:
    """Read all that there is in a store, then open it as a run does."""
    path = _folder / "f.sqlite"
    path.write_bytes(content)
    try:
        with Store(path) as store:
            _read_all(store)
    except RankreesError as error:
        _check_message(error, one_line=True)
    try:
        with Store(path, write=True) as store:
            _read_all(store)
    except RankreesError as error:
        _check_message(error, one_line=True)
    for left in _folder.glob("f.sqlite*"):
        left.unlink()


def read_as_bundle(content: bytes) -> None:
    """Read the store and a config out of a bundle; nothing may be left on the disk."""
    path = _folder / "f.zip"
    path.write_bytes(content)
    before = sorted(_folder.iterdir())
    for read in (_read_bundled_store, _read_bundled_config):
        try:
            read(path)
        except RankreesError as error:
            _check_message(error, one_line=False)
    assert sorted(_folder.iterdir()) == before


def _read_bundled_store(path: Path) -> None:
    with Store(path) as store:
        _read_all(store)


def _read_bundled_config(path: Path) -> None:
    load_config("smoke.yaml", path)


def read_as_csv(content: bytes) -> None:
    """Read a user's CSV file."""
    _read_own("f.csv", content)


def read_as_parquet(content: bytes) -> None:
    """Read a user's Parquet file."""
    _read_own("f.parquet", content)


def _read_own(name: str, content: bytes) -> None:
    path = _folder / name
    path.write_bytes(content)
    try:
        raw = read_raw(path)
        dataset = DataFile(path).dataset(raw, "f")
        assert all(map(visible, DataFile(path).describe(dataset, raw)))
    except RankreesError as error:
        _check_message(error, one_line=True)
        return
    assert dataset.n_rows > 0
    assert len(dataset.content_hash) == 64
    list(doubts(dataset, ()))


def read_as_scores(content: bytes) -> None:
    """Read anybody's scores and compare what can be compared."""
    path = _folder / "scores.csv"
    path.write_bytes(content)
    try:
        frame, _ = complete_scores(read_scores(path), path, allow_missing=True)
    except RankreesError as error:
        _check_message(error, one_line=True)
        return
    assert frame["value"].abs().max() <= MAX_SCORE


def read_as_method(content: bytes) -> None:
    """Read a list of methods, as on the command line; each has an id, and a config."""
    try:
        methods = parse_methods(content.decode("utf-8", "surrogateescape"))
    except RankreesError as error:
        _check_message(error, one_line=False)
        return
    for method in methods.values():
        assert read_method(method_config(method)) == method
        if "weka" not in method_config(method):  # whose id has the version of a jar
            assert method.id


def read_as_model(content: bytes) -> None:
    """Read a model and ask it; what was made to harm has a right hash, so give it one.

    A JSON map says what is different from a right model: keys of its model.json, or the
    bytes of its other parts. Anything else is the file.
    """
    path = _folder / "f.rkr"
    path.write_bytes(_signed(_changed_model(content)))
    try:
        model = load_model(path)
        asked = rows_of(model.dataset)
        assert np.isfinite(model.predict(asked)).all()
    except RankreesError as error:
        _check_message(error, one_line=True)


@cache
def _right_model() -> bytes:
    table = pd.DataFrame({"a": [1.5, 2, 3, 4] * 5, "b": list("uvvuw") * 4})
    table["y"] = ["p" if i % 3 else "q" for i in range(20)]
    dataset = DataFile(Path("f.csv")).dataset(frame_table(table, "f.csv"), "f")
    (method,) = parse_methods("c44+laplace+bagging[bags=2]").values()
    return save_model(train(method, dataset))


def _changed_model(content: bytes) -> bytes:
    try:
        changes = json.loads(content)
    except (ValueError, RecursionError):
        return content
    if not isinstance(changes, dict):
        return content
    out = io.BytesIO()
    right = zipfile.ZipFile(io.BytesIO(_right_model()))
    with right as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "model.json":
                part = json.dumps({**json.loads(part), **changes}).encode("ascii")
            elif name in changes:
                part = str(changes[name]).encode("utf-8", "surrogatepass")
            new.writestr(name, part)
    return out.getvalue()


def _signed(content: bytes) -> bytes:
    if content[-22:-18] == b"PK\5\6":  # without the comment that holds the hash
        content = content[:-2] + b"\x40\0" + bytes(64)
    content = content[:-64]
    return content + hashlib.sha256(content).hexdigest().encode("ascii")


def _read_all(store: Store) -> None:
    store.computations()
    store.invocations()
    with store._guard():
        found = store._db.execute("SELECT key FROM computation").fetchall()
    keys = ["key", *(key for (key,) in found)]
    store.done(keys, ("auc", "brier"), retry_failed=True)
    for key in keys:
        store.scores(key, "auc")
        store.failures(key)
        store.mean_size(key, range(1, 3))
    store.dataset_hashes("labor")


def _check_message(error: RankreesError, *, one_line: bool) -> None:
    said = str(error)
    assert said
    assert len(said) < _LONGEST
    assert not one_line or "\n" not in said, said


TARGETS: dict[str, Callable[[bytes], None]] = {
    "arff": read_as_arff,
    "config": read_as_config,
    "store": read_as_store,
    "bundle": read_as_bundle,
    "csv": read_as_csv,
    "parquet": read_as_parquet,
    "scores": read_as_scores,
    "method": read_as_method,
    "model": read_as_model,
}
"""The targets by the name of their corpus."""
