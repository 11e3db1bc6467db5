"""Saved models: the same bits again, and nothing but a model of ours is read."""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import random
import zipfile
from pathlib import Path

import numpy as np
import pytest

from rankrees.combiners.bagging import Bagging
from rankrees.data.newrows import rows_of
from rankrees.errors import RankreesError
from rankrees.estimators.hierarchical import HierarchicalShrinkage
from rankrees.estimators.leaf import Laplace
from rankrees.estimators.wpe import WPE
from rankrees.growers.c45 import C44, C45
from rankrees.methods.method import Method, WholeMethod
from rankrees.methods.modelfile import (
    FORMAT,
    ModelFileError,
    load_model,
    save_model,
)
from rankrees.methods.trained import train
from rankrees.models.sklearn_model import Sklearn
from rankrees.preprocess.discretize import EqualWidth, Mdl
from rankrees.preprocess.missing import ReplaceMissing
from rankrees.preprocess.useless import RemoveUseless
from tests.methods.test_contract import PROBLEMS, _can_grow, _described
from tests.oracles.small_data import make_dataset

DATASET = make_dataset(PROBLEMS["missing"])
STEPS = (
    ReplaceMissing(scope="train"),
    EqualWidth(scope="train", bins=4),
    RemoveUseless(scope="train"),
)


def save(tmp_path, content, name="m.rkr") -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("name", ["plain", "nominal", "raised", "missing"])
def test_every_method_comes_back_bit_for_bit(tmp_path, name):
    dataset = make_dataset(PROBLEMS[name])
    asked = rows_of(dataset)
    for method in _described():
        if not _can_grow(method, PROBLEMS[name]):
            continue
        model = train(method, dataset)
        content = save_model(model)
        loaded = load_model(save(tmp_path, content))
        assert loaded.method == method
        assert loaded.schema == dataset.schema
        assert np.array_equal(loaded.predict(asked), model.predict(asked)), method.id
        assert save_model(loaded) == content


@pytest.mark.parametrize("steps", [STEPS, (Mdl(scope="train"),)])
def test_steps_come_back_too(tmp_path, steps):
    model = train(Method(C44(), WPE(), Bagging(bags=2)), DATASET, steps)
    loaded = load_model(save(tmp_path, save_model(model)))
    asked = rows_of(DATASET)
    assert loaded.transforms == model.transforms
    assert np.array_equal(loaded.predict(asked), model.predict(asked))


def test_the_value_that_was_chosen_is_kept(tmp_path):
    from rankrees.combiners.tuned import Tuned

    method = Method(C44(), HierarchicalShrinkage(), Tuned(inner_folds=2))
    model = train(method, DATASET)
    loaded = load_model(save(tmp_path, save_model(model)))
    assert loaded.learnt.estimator == model.learnt.estimator


def test_what_cannot_be_data_is_not_saved():
    with pytest.raises(RankreesError, match="cannot be saved: only its own library"):
        save_model(train(WholeMethod(Sklearn("DummyClassifier()")), DATASET))
    published = Method(C45(), WPE(stale_chain=True))
    with pytest.raises(RankreesError, match="no config can state it"):
        save_model(train(published, DATASET))


MODEL = save_model(train(Method(C44(), Laplace(), Bagging(bags=2)), DATASET, STEPS))


def signed(content: bytes) -> bytes:
    """A zip archive with the right hash at its end, whatever is in it."""
    buffer = io.BytesIO(content)
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.comment = b"0" * 64
    found = buffer.getvalue()[:-64]
    return found + hashlib.sha256(found).hexdigest().encode()


def changed(**parts: object) -> bytes:
    """The model with other contents of some parts: bytes, or a change of the JSON."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(MODEL)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            change = parts.pop(name.replace("/", "_").replace(".", "_"), None)
            if callable(change):
                said = json.loads(content)
                change(said)
                change = json.dumps(said).encode()
            if change is not None:
                content = change
            new.writestr(name, content)
        for name, content in parts.items():
            new.writestr(name, content)
    return signed(out.getvalue())


def with_json(key, value):
    return changed(model_json=lambda said: said.__setitem__(key, value))


def array_of(name, dtype):
    with zipfile.ZipFile(io.BytesIO(MODEL)) as archive:
        return np.frombuffer(archive.read(name), dtype=dtype).copy()


def with_array(name, dtype, at, value):
    array = array_of(name, dtype)
    array[at] = value
    return changed(**{name.replace("/", "_"): array.tobytes()})


def zipped(**members) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


class Runs:
    """What a pickle could do if anybody unpickled it."""

    def __reduce__(self):
        return (open, ("ran", "w"))


def hostile() -> dict[str, bytes]:
    """Files with a right hash that are wrong all the same."""
    big = b"\0" * 10_000_000
    return {
        "a foreign zip": signed(zipped(hello="world")),
        "a way out": signed(zipped(**{"../../evil": "x", "model.json": "{}"})),
        "an absolute path": signed(zipped(**{"/etc/passwd": "x"})),
        "one part more": changed(**{"trees/7/rows": b""}),
        "a pickle": signed(zipped(**{"model.json": pickle.dumps(Runs())})),
        "no JSON": changed(model_json=b"{"),
        "a list": changed(model_json=b"[]"),
        "deep JSON": changed(model_json=b"[" * 100_000),
        "NaN": changed(
            model_json=lambda said: said.__setitem__("weights", [float("nan")] * 2)
        ),
        "no method": with_json("method", {"tree": "oak", "estimator": "laplace"}),
        "another estimator": with_json("estimator", "wpe"),
        "a whole method": with_json("method", {"sklearn": "DummyClassifier()"}),
        "a leak": with_json(
            "method", {"tree": "c44", "estimator": {"wpe": {"label_leak": True}}}
        ),
        "one weight": with_json("weights", [1.0]),
        "text weights": with_json("weights", ["1", "2"]),
        "infinite rows": with_json("rows", 10**30),
        "negative rows": with_json("rows", -1),
        "true rows": with_json("rows", True),
        "no rows": with_json("rows", 0),
        "many nodes": with_json("nodes", [[10**9, 10**9]] * 2),
        "no trees": with_json("nodes", []),
        "no class": with_json("given", [["a", None]]),
        "a column twice": with_json("given", [["a", None], ["a", ["x", "y"]]]),
        "no transforms": with_json("transforms", []),
        "an unknown step": with_json("transforms", [{"kind": "run", "what": "rm"}]),
        "a step of others": with_json("transforms", [{"kind": "cut", "cuts": [[1.0]]}]),
        "a step with more": with_json(
            "transforms", [{"kind": "keep", "kept": [0], "more": 1}]
        ),
        "a bomb": signed(zipped(**{"model.json": big})),
        "a value undeclared": with_array("data/0", "<i4", 0, 99),
        "a label undeclared": with_array(f"data/{_n_columns()}", "<i4", 0, 77),
        "a short array": changed(trees_0_rows=b"\0"),
        "a far attribute": with_array("trees/0/attribute", "<i4", 0, 99),
        "a way back up": with_array("trees/0/first_child", "<i4", 0, 0),
        "a far son": with_array("trees/0/first_child", "<i4", 0, 10**9),
        "many sons": with_array("trees/0/n_children", "<i4", 0, 10**6),
        "a far row": with_array("trees/0/rows", "<i4", 0, 10**6),
        "a row before": with_array("trees/0/rows", "<i4", 0, -5),
        "rows end far": with_array("trees/0/row_end", "<i8", 0, 2**60),
        "rows begin late": with_array("trees/0/row_start", "<i8", 0, 2**60),
        "a chain in a ring": with_array("trees/0/chain_parent", "<i4", 1, 1),
        "a root below": with_array("trees/0/chain_parent", "<i4", 0, 1),
        "infinite counts": with_array("trees/0/counts", "<f8", 0, np.inf),
        "a weight below 0": with_array("trees/0/row_weights", "<f8", 0, -1.0),
    }


def _n_columns() -> int:
    with zipfile.ZipFile(io.BytesIO(MODEL)) as archive:
        return sum(name.startswith("data/") for name in archive.namelist()) - 1


@pytest.mark.parametrize("case", hostile())
def test_a_file_made_on_purpose_is_refused(tmp_path, case, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = save(tmp_path, hostile()[case])
    with pytest.raises(ModelFileError) as refused:
        load_model(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert len(str(refused.value).splitlines()) == 1
    assert [one.name for one in tmp_path.iterdir()] == ["m.rkr"]


def damaged(n: int) -> list[bytes]:
    """The model, cut off or with some bits turned over."""
    rng = random.Random(7)
    found = []
    for k in range(n):
        content = bytearray(MODEL)
        if k % 3 == 0:
            content = content[: rng.randrange(len(content))]
        else:
            for _ in range(1 + k % 4):
                content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
            if bytes(content) == MODEL:
                content[0] ^= 1
        found.append(bytes(content))
    return found


def test_damaged_files_are_refused(tmp_path):
    for content in damaged(200):
        with pytest.raises(ModelFileError) as refused:
            load_model(save(tmp_path, content))
        assert len(str(refused.value).splitlines()) == 1


def test_the_file_itself_is_read(tmp_path):
    """Or the two tests above would say nothing."""
    loaded = load_model(save(tmp_path, signed(MODEL[:-64] + b"0" * 64)))
    assert loaded.method == Method(C44(), Laplace(), Bagging(bags=2))


@pytest.mark.parametrize("name", ["nothing.rkr", "."])
def test_no_file(tmp_path, name):
    with pytest.raises(ModelFileError):
        load_model(tmp_path / name)


def test_a_later_format_says_so(tmp_path):
    path = save(tmp_path, with_json("format", FORMAT + 1))
    with pytest.raises(ModelFileError, match=f"in format {FORMAT + 1}; this is"):
        load_model(path)


def test_a_part_that_has_changed_since_says_so(tmp_path):
    path = save(tmp_path, with_json("versions", "1+2+1"))
    with pytest.raises(ModelFileError, match="has changed: fit it again"):
        load_model(path)
