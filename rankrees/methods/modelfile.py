"""Trained methods in files: arrays and JSON in a zip archive, and nothing that runs.

    model.json         method, columns and their values, what is done to rows first
    data/0 data/1 ...  the columns of the training data, the last one the classes
    trees/0/rows ...   the arrays of each tree

Arrays are little-endian bytes, one after the other; how long each must be follows from
model.json. The archive's comment is a hash of all that stands before it, so that a
damaged file is told at once. A file that somebody made on purpose has a right hash:
everything in it is checked before a kernel looks at it.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, cast

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

import rankrees
from rankrees.data.dataset import MISSING_CODE, Attribute, Dataset, Schema
from rankrees.errors import FileError, RankreesError
from rankrees.files import read_input
from rankrees.methods.component import Estimator, Learnt
from rankrees.methods.method import Method
from rankrees.methods.spelling import (
    build_part,
    method_config,
    part_config,
    read_method,
)
from rankrees.methods.trained import Trained, training_sample
from rankrees.preprocess.pipeline import TRANSFORMS
from rankrees.preprocess.step import Transform
from rankrees.trees.check import FIELDS, check_tree
from rankrees.trees.tree import Tree

FORMAT = 1
"""Counts the changes after which an older rankrees cannot read a file."""

ENDING = ".rkr"

MAX_BYTES = 2**31
"""Files whose content is larger than this are refused."""

_DIGEST = re.compile(rb"[0-9a-f]{64}")
_MEMBER = re.compile(r"model\.json|data/\d{1,6}|trees/\d{1,6}/[a-z_]{1,20}")


class ModelFileError(FileError):
    """A file that is not a model of ours."""


def save_model(model: Trained) -> bytes:
    """Return a trained method as the bytes of a file."""
    method, learnt = model.method, model.learnt
    if not isinstance(method, Method) or learnt is None:
        raise RankreesError(
            f"{method.id} cannot be saved: only its own library knows what it has "
            "learnt, in a form that could run anything when it is read"
        )
    described = _described(model, method, learnt)
    if not _can_be_stated(method):
        raise RankreesError(f"{method.id} cannot be saved: no config can state it")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        text = json.dumps(described, ensure_ascii=True, allow_nan=False)
        _write(archive, "model.json", text.encode("ascii"))
        for k, column in enumerate((*model.dataset.columns, model.dataset.labels)):
            _write(archive, f"data/{k}", _little(column))
        for k, tree in enumerate(learnt.trees):
            for name in FIELDS:
                _write(archive, f"trees/{k}/{name}", _little(getattr(tree, name)))
        archive.comment = b"0" * 64
    content = buffer.getvalue()[:-64]
    return content + hashlib.sha256(content).hexdigest().encode("ascii")


def _can_be_stated(method: Method) -> bool:
    """Tell whether a config can mean the method: not what only published code did."""
    try:
        return read_method(json.loads(json.dumps(method_config(method)))) == method
    except ValueError:
        return False


def _described(model: Trained, method: Method, learnt: Learnt) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "rankrees": rankrees.__version__,
        "method": method_config(method),
        "versions": method.versions,
        "estimator": part_config(learnt.estimator),
        "weights": list(learnt.weights),
        "nodes": [[len(tree.attribute), len(tree.rows)] for tree in learnt.trees],
        "rows": model.dataset.n_rows,
        "given": _schema_data(model.schema),
        "prepared": _schema_data(model.dataset.schema),
        "transforms": [_transform_data(one) for one in model.transforms],
    }


def _schema_data(schema: Schema) -> list[list[Any]]:
    """Return name and values of each attribute; the class is the last one."""
    return [[a.name, a.values] for a in (*schema.attributes, schema.class_attribute)]


def _transform_data(transform: Transform) -> dict[str, Any]:
    return {"kind": transform.kind, **vars(transform)}


def _little(array: NDArray[Any]) -> bytes:
    return array.astype(array.dtype.newbyteorder("<")).tobytes()


def _write(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    # always the same date: the same model is the same file
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, content)


def load_model(path: Path) -> Trained:
    """Read a trained method; what is not one of ours is refused in one line.

    Raises
    ------
    ModelFileError
        Naming the file, and what is wrong with it.
    """
    try:
        return _Reader(path).model()
    except (ValueError, KeyError, TypeError, IndexError, RankreesError) as error:
        if isinstance(error, ModelFileError):
            raise
        raise ModelFileError(
            path, None, f"not a model of ours: {_line(error)}"
        ) from None
    except (RecursionError, MemoryError, OverflowError):
        raise ModelFileError(path, None, "not a model of ours") from None


def _line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return str(error.errors()[0]["msg"])[:200]
    return " ".join(str(error).split())[:200]


class _Reader:
    """Takes a file apart, from the outside to the inside."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.archive = zipfile.ZipFile(io.BytesIO(self._content()))
        except (zipfile.BadZipFile, NotImplementedError, OSError, struct.error):
            self._refuse("no zip archive")
        self.members = {info.filename: info for info in self.archive.infolist()}
        if len(self.members) != len(self.archive.infolist()):
            self._refuse("two parts have the same name")
        for name in self.members:
            if not _MEMBER.fullmatch(name):
                self._refuse("a part with a name that is none of ours")
        if sum(info.file_size for info in self.members.values()) > MAX_BYTES:
            self._refuse("too large")

    def _refuse(self, why: str) -> NoReturn:
        raise ModelFileError(self.path, None, f"not a model of ours: {why}")

    def _content(self) -> bytes:
        content = read_input(self.path, MAX_BYTES, ModelFileError)
        if not content.startswith(b"PK"):
            self._refuse("it does not begin like one")
        digest = content[-64:]
        if not _DIGEST.fullmatch(digest):
            self._refuse("it does not end like one (is it cut off?)")
        if hashlib.sha256(content[:-64]).hexdigest().encode("ascii") != digest:
            self._refuse("damaged")
        return content

    def _read(self, name: str) -> bytes:
        try:
            return self.archive.read(self.members.pop(name))
        except KeyError:
            self._refuse(f"{name} is missing")
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError):
            self._refuse(f"{name} cannot be unpacked")

    def _array(self, name: str, dtype: Any, shape: tuple[int, ...]) -> NDArray[Any]:
        kind = np.dtype(dtype).newbyteorder("<")
        info = self.members.get(name)
        if info is not None and info.file_size != math.prod(shape) * kind.itemsize:
            self._refuse(f"{name} has the wrong length")
        found = np.frombuffer(self._read(name), dtype=kind).reshape(shape)
        return found.astype(dtype)

    def model(self) -> Trained:
        said = json.loads(self._read("model.json"), parse_constant=self._no_number)
        _expect(isinstance(said, dict), "model.json is no map")
        self._check_version(said)
        method = read_method(said["method"])
        if not isinstance(method, Method):
            self._refuse("it is of a method that cannot be saved")
        if method.versions != said["versions"]:
            raise ModelFileError(
                self.path,
                None,
                f"fitted by rankrees {_text(said['rankrees'])}, since when a part of "
                "the method has changed: fit it again",
            )
        given, prepared = _schema(said["given"]), _schema(said["prepared"])
        transforms = tuple(_transform(one) for one in _list(said["transforms"]))
        _check_transforms(given, prepared, transforms)
        dataset = self._dataset(prepared, _count(said["rows"]))
        sample = training_sample(dataset)
        estimator = cast(Estimator, build_part("estimator", said["estimator"]))
        _expect(type(estimator) is type(method.estimator), "another estimator")
        trees = []
        for k, sizes in enumerate(_list(said["nodes"])):
            n_nodes, n_rows = map(_count, _list(sizes))
            tree = self._tree(k, n_nodes, n_rows, dataset.n_classes)
            check_tree(tree, sample.features, dataset.labels)
            trees.append(tree)
        weights = tuple(_number(one) for one in _list(said["weights"]))
        _expect(len(trees) == len(weights) > 0, "no weight for each tree")
        _expect(method.combine is not None or len(trees) == 1, "several trees")
        if self.members:
            self._refuse("more parts than there should be")
        learnt = Learnt(tuple(trees), weights, estimator)
        fitted = method.assemble(learnt, sample)
        return Trained(method, given, transforms, dataset, fitted, learnt)

    @staticmethod
    def _no_number(text: str) -> NoReturn:
        raise ValueError(f"{text} is no number")

    def _check_version(self, said: Mapping[str, Any]) -> None:
        if said["format"] == FORMAT:
            return
        raise ModelFileError(
            self.path,
            None,
            f"made by rankrees {_text(said['rankrees'])} in format "
            f"{_count(said['format'])}; this is rankrees {rankrees.__version__}, "
            f"which reads format {FORMAT}",
        )

    def _dataset(self, schema: Schema, n_rows: int) -> Dataset:
        columns = []
        for k, attribute in enumerate(schema.attributes):
            kind = np.int32 if attribute.is_nominal else np.float64
            column = self._array(f"data/{k}", kind, (n_rows,))
            if attribute.is_nominal:
                _check_codes(column, attribute)
            else:
                _expect(not np.isinf(column).any(), "an infinite number")
            columns.append(column)
        labels = self._array(f"data/{len(columns)}", np.int32, (n_rows,))
        _check_codes(labels, schema.class_attribute)
        return Dataset(
            "model", schema.attributes, schema.class_attribute, tuple(columns), labels
        )

    def _tree(self, k: int, n_nodes: int, n_rows: int, n_classes: int) -> Tree:
        shapes: dict[str, tuple[int, ...]] = dict.fromkeys(FIELDS, (n_nodes,))
        shapes |= {"counts": (n_nodes, n_classes)}
        shapes |= {"rows": (n_rows,), "row_weights": (n_rows,)}
        return Tree(
            **{
                name: self._array(f"trees/{k}/{name}", kind, shapes[name])
                for name, kind in FIELDS.items()
            }
        )


def _expect(is_right: bool, why: str) -> None:
    if not is_right:
        raise ValueError(why)


def _list(value: object) -> Sequence[Any]:
    _expect(isinstance(value, list), "no list where one was expected")
    return cast(list[Any], value)


def _text(value: object) -> str:
    _expect(isinstance(value, str) and len(value) <= 1000, "no short text")
    return ascii(value)[1:-1]


def _count(value: object) -> int:
    _expect(type(value) is int and 0 <= value < 2**31, "no count")
    return cast(int, value)


def _number(value: object) -> float:
    _expect(type(value) in (int, float), "no number")
    number = float(cast(float, value))
    _expect(math.isfinite(number), "no finite number")
    return number


def _schema(value: object) -> Schema:
    attributes = []
    for one in _list(value):
        name, values = _list(one)
        _expect(isinstance(name, str), "a column without a name")
        if values is not None:
            _expect(all(isinstance(v, str) for v in _list(values)), "no names")
            _expect(len(set(values)) == len(values), "a value twice")
            values = tuple(values)
        attributes.append(Attribute(name, values))
    _expect(len(attributes) > 0 and bool(attributes[-1].values), "no class")
    names = [attribute.name for attribute in attributes]
    _expect(len(set(names)) == len(names), "two columns have the same name")
    return Schema(tuple(attributes[:-1]), attributes[-1])


def _transform(value: object) -> Transform:
    _expect(isinstance(value, dict), "no map where one was expected")
    said = dict(cast(dict[str, Any], value))
    cls = TRANSFORMS[said.pop("kind")]
    return cls(**{key: _frozen(one) for key, one in said.items()})


def _frozen(value: object) -> object:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _check_transforms(
    given: Schema, prepared: Schema, transforms: Sequence[Transform]
) -> None:
    """Transform no rows at all: the columns must come out as they are said to."""
    columns = tuple(
        np.empty(0, dtype=np.int32 if attribute.is_nominal else np.float64)
        for attribute in given.attributes
    )
    nothing = np.empty(0, dtype=np.int32)
    dataset = Dataset("", given.attributes, given.class_attribute, columns, nothing)
    for transform in transforms:
        _expect(transform.is_for(dataset.attributes), "a step of other data")
        dataset = transform.apply(dataset)
    _expect(dataset.schema == prepared, "the columns are not what steps make of them")


def _check_codes(codes: NDArray[np.int32], attribute: Attribute) -> None:
    is_right = (codes >= MISSING_CODE) & (codes < attribute.n_values)
    _expect(bool(is_right.all()), "a value that was not declared")
