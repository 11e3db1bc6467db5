"""The one way to open a file and the one to write one."""

from __future__ import annotations

import gzip
import os
import stat
import threading
from pathlib import Path

import pytest

from rankrees import files
from rankrees.errors import FileError, OutputError, TableError
from rankrees.files import (
    check_output,
    guarded_inputs,
    is_file,
    new_file,
    note_input,
    open_input,
    parse_text,
    read_input,
    write_file,
)


def lines_of(path: Path) -> list[str]:
    return parse_text(path, list, TableError)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "latin-1"]
)
@pytest.mark.parametrize("packed", [False, True])
def test_the_encoding_is_what_the_first_bytes_say(tmp_path, encoding, packed):
    """UTF-16 was read as Latin-1: every second character a NUL, a class invented."""
    path = tmp_path / "t.csv"
    content = "größe,y\n1,a\n".encode(encoding)
    path.write_bytes(gzip.compress(content) if packed else content)
    assert lines_of(path) == ["größe,y\n", "1,a\n"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-be"])
def test_nuls_are_refused(tmp_path, encoding):
    path = tmp_path / "t.csv"
    path.write_bytes("x,y\n1,a\n".encode(encoding))
    with pytest.raises(TableError, match=r"t\.csv:1: control character 0x00"):
        lines_of(path)


def test_a_mark_that_does_not_hold(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(b"\xef\xbb\xbfx,y\n\xff,a\n")
    with pytest.raises(TableError, match="not UTF-8 text, though it begins as such"):
        lines_of(path)
    path.write_bytes("x,y\n".encode("utf-16")[:-1])
    with pytest.raises(TableError, match="not UTF-16 text"):
        lines_of(path)


def test_damaged_gzip(tmp_path):
    """A damaged `.csv.gz` ended in a traceback of zlib's."""
    path = tmp_path / "t.csv.gz"
    rows = "".join(f"{i * 7919 % 10007},b\n" for i in range(2000))
    packed = gzip.compress(rows.encode())
    cases = {
        "cut short": packed[: len(packed) // 2],
        "damaged gzip file": packed[:10] + b"\xff" * 20 + packed[30:],
        "CRC check failed": packed[:-8] + b"\0" * 8,
    }
    for message, content in cases.items():
        path.write_bytes(content)
        with pytest.raises(TableError, match=message):
            lines_of(path)


def test_only_regular_files_are_read(tmp_path):
    """A FIFO made the program wait for ever, a device filled its memory."""
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "link.csv").symlink_to("/dev/zero")
    for name, kind in (
        ("pipe.csv", "a pipe"),
        ("link.csv", "a device"),
        (".", "a folder"),
    ):
        with pytest.raises(TableError, match=f"it is {kind}, a file is expected"):
            open_input(tmp_path / name, TableError)
    for wrong in ("a\0b", "x" * 5000, "\ud800"):
        with pytest.raises(TableError, match="cannot be"):
            open_input(wrong, TableError)
        assert not is_file(wrong)


def test_a_large_file_is_refused_before_it_is_read(tmp_path):
    """A sparse config of 60 GB was read into memory."""
    path = tmp_path / "sparse.yaml"
    with path.open("wb") as file:
        file.truncate(60 * 10**9)
    with pytest.raises(FileError, match="larger than 1000 bytes"):
        read_input(path, 1000, FileError)


def test_limits_hold_while_unpacking(tmp_path, monkeypatch):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"1,a\n" * 100_000))
    monkeypatch.setattr(files, "MAX_CHARACTERS", 100)
    with pytest.raises(TableError, match=":26: more than 100 characters"):
        lines_of(path)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    """A full disk left an empty file in place of a good one."""
    path = tmp_path / "out.csv"
    path.write_text("old")
    with pytest.raises(OutputError, match="cannot be written: No space"):
        _write_and_fail(path, OSError(28, "No space left on device"))
    with pytest.raises(ZeroDivisionError):
        _write_and_fail(path, ZeroDivisionError())
    with pytest.raises(KeyboardInterrupt):
        _write_and_fail(path, KeyboardInterrupt())
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["out.csv"]


def _write_and_fail(path: Path, error: BaseException) -> None:
    with new_file(path) as file:
        file.write(b"half")
        raise error


def test_permissions_and_links(tmp_path):
    path, link = tmp_path / "out.csv", tmp_path / "link.csv"
    before = os.umask(0o027)
    try:
        write_file(path, "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o600)
    link.symlink_to(path)
    write_file(link, "newer")
    assert link.is_symlink()
    assert path.read_text() == "newer"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_devices_are_written_and_not_replaced(tmp_path):
    write_file(Path(os.devnull), "x")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    with pytest.raises(OutputError, match="No space left"):
        write_file(Path("/dev/full"), "x" * 100_000)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_file(pipe, "through")
    reader.join(timeout=10)
    assert got == ["through"]


def test_places_where_nothing_can_be_written(tmp_path):
    with pytest.raises(OutputError, match="there is no such folder"):
        check_output(tmp_path / "none" / "out.csv")
    with pytest.raises(OutputError, match="it is a folder"):
        check_output(tmp_path)
    with pytest.raises(OutputError, match="cannot be written"):
        check_output(tmp_path / ("x" * 5000))


def test_an_input_is_never_written(tmp_path):
    """`rank train.csv test.csv -o train.csv` replaced the training data."""
    path, other = tmp_path / "in.csv", tmp_path / "hard.csv"
    path.write_text("data")
    os.link(path, other)
    (tmp_path / "soft.csv").symlink_to(path)
    with guarded_inputs():
        lines_of(path)
        for name in (
            "in.csv",
            "hard.csv",
            "soft.csv",
            "../" + tmp_path.name + "/in.csv",
        ):
            with pytest.raises(OutputError, match="is an input of this command"):
                write_file(tmp_path / name, "x")
        note_input(tmp_path / "not there")
        late = tmp_path / "late.csv"
        late.write_text("data")
        with pytest.raises(OutputError, match="is an input"):
            _write_and_read(late)
        assert late.read_text() == "data"
        write_file(tmp_path / "out.csv", "x")
    assert path.read_text() == "data"
    write_file(path, "another command may")
    assert path.read_text() == "another command may"


def _write_and_read(path: Path) -> None:
    """Open an output and read it before it is written, as an export does its data."""
    with new_file(path) as file:
        file.write(b"x")
        lines_of(path)


def test_what_the_program_keeps_for_itself_is_no_input(tmp_path):
    path = tmp_path / "list.json"
    path.write_text("{}")
    with guarded_inputs():
        read_input(path, 100, FileError, ours=True)
        write_file(path, "[]")
    assert path.read_text() == "[]"
