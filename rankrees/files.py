"""Files of the user's: the one way to open one for reading, and the one to write one.

Nothing but a regular file is opened to read, so that neither a pipe nor a device makes
the program wait or fill its memory. A file is written beside its place and moved there
when it is complete, so that whatever goes wrong leaves the old one as it was; and what
was read is never written (`guarded_inputs`).
"""

from __future__ import annotations

import contextlib
import errno
import gzip
import io
import os
import secrets
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import IO, Any, TypeVar

from rankrees.errors import FileError, OutputError

MAX_LINE_LENGTH = 10_000_000
"""Lines with more characters than this are refused."""

MAX_LINES = 10_000_000
"""Files with more lines than this are refused."""

MAX_CHARACTERS = 1_000_000_000
"""Files with more characters than this, after unpacking, are refused."""

_GZIP_MAGIC = b"\x1f\x8b"
_MARKS = (
    (b"\xff\xfe\0\0", "utf-32"),  # before UTF-16, whose mark it begins with
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
)
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
)

_inputs: ContextVar[set[tuple[int, int]] | None] = ContextVar("inputs", default=None)

T = TypeVar("T")


@contextlib.contextmanager
def guarded_inputs() -> Iterator[None]:
    """Remember which files are read inside; none of them can be written there.

    Inside another one it changes nothing.
    """
    if _inputs.get() is not None:
        yield
        return
    token = _inputs.set(set())
    try:
        yield
    finally:
        _inputs.reset(token)


def note_input(path: str | Path) -> None:
    """Say that a file is an input that others open; it need not be there."""
    with contextlib.suppress(OSError, ValueError):
        _note(os.stat(path))


def _note(found: os.stat_result) -> None:
    known = _inputs.get()
    if known is not None:
        known.add((found.st_dev, found.st_ino))


def open_input(
    path: str | Path, error: type[FileError], *, ours: bool = False
) -> io.BufferedReader:
    """Open a regular file for reading, or raise an `error` that says why not.

    `ours` is a file that the program keeps for itself, and may write again.
    """
    try:
        # asked first, as opening alone may do something to a device
        _check_regular(os.stat(path))
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            found = os.fstat(handle)
            _check_regular(found)
        except BaseException:
            os.close(handle)
            raise
    except ValueError as refused:  # a name that no file can have
        raise error(path, None, f"cannot be opened: {refused}") from None
    except OSError as refused:
        raise error(path, None, f"cannot be read: {reason(refused)}") from None
    if not ours:
        _note(found)
    return open(handle, "rb")


def _check_regular(found: os.stat_result) -> None:
    if stat.S_ISREG(found.st_mode):
        return
    kind = next((said for is_one, said in _KINDS if is_one(found.st_mode)), "a device")
    raise OSError(errno.EINVAL, f"it is {kind}, a file is expected")


def read_input(
    path: str | Path, most: int, error: type[FileError], *, ours: bool = False
) -> bytes:
    """Return the content of a file that is not larger than `most` bytes."""
    with open_input(path, error, ours=ours) as file:
        try:
            large = os.fstat(file.fileno()).st_size > most
            content = b"" if large else file.read(most + 1)
        except OSError as refused:
            raise error(path, None, f"cannot be read: {reason(refused)}") from None
    if large or len(content) > most:
        raise error(path, None, f"larger than {most} bytes")
    return content


def parse_text(
    path: str | Path,
    parse: Callable[[Lines], T],
    error: type[FileError],
    *,
    newline: str | None = None,
) -> T:
    """Read a text, plain or gzipped, line by line with `parse`.

    The encoding is the one that a mark at the beginning says (UTF-8, UTF-16, UTF-32),
    else UTF-8, or else Latin-1: then `parse` is called once more. `newline` is as for
    `open`.
    """
    with open_input(path, error) as raw, _unpacking(path, error):
        packed = raw.peek(2)[:2] == _GZIP_MAGIC
        plain: Any = gzip.GzipFile(fileobj=raw) if packed else raw
        start = plain.read(4)
        marked = [name for mark, name in _MARKS if start.startswith(mark)][:1]
        for encoding in marked or ["utf-8", "latin-1"]:
            plain.seek(0)
            text = io.TextIOWrapper(plain, encoding=encoding, newline=newline)
            # in pieces, so that an endless line does not fill the memory
            pieces = iter(lambda: text.readline(MAX_LINE_LENGTH + 1), "")  # noqa: B023
            try:
                return parse(Lines(pieces, path, error))
            except UnicodeDecodeError:
                if marked:
                    said = encoding.upper().removesuffix("-SIG")
                    message = f"not {said} text, though it begins as such"
                    raise error(path, None, message) from None
            finally:
                text.detach()
    raise AssertionError("every byte is a Latin-1 character")


@contextlib.contextmanager
def _unpacking(path: str | Path, error: type[FileError]) -> Iterator[None]:
    try:
        yield
    except EOFError:
        raise error(path, None, "the gzip file is cut short") from None
    except zlib.error as damage:
        raise error(path, None, f"damaged gzip file ({damage})") from None
    except OSError as refused:
        raise error(path, None, f"cannot be read: {reason(refused)}") from None


class Lines:
    """The lines of a text, within the limits, and the number of the one being read."""

    def __init__(
        self, lines: Iterable[str], path: str | Path, error: type[FileError]
    ) -> None:
        self._lines = lines
        self._path = path
        self._error = error
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        n_characters = 0
        for line in self._lines:
            self.number += 1
            n_characters += len(line)
            if len(line) > MAX_LINE_LENGTH:
                raise self._refused(f"a line of more than {MAX_LINE_LENGTH:,}")
            if n_characters > MAX_CHARACTERS:
                raise self._refused(f"more than {MAX_CHARACTERS:,}")
            if self.number > MAX_LINES:
                message = f"more than {MAX_LINES:,} lines"
                raise self._error(self._path, self.number, message)
            if "\0" in line:
                message = "control character 0x00: this is no text file"
                raise self._error(self._path, self.number, message)
            yield line

    def _refused(self, what: str) -> FileError:
        return self._error(self._path, self.number, f"{what} characters")


def is_file(path: str | Path) -> bool:
    """Tell whether a file is there, also of a name that no file can have."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def check_output(path: Path) -> None:
    """Refuse a place where nothing can be written, or where an input is.

    Raises
    ------
    OutputError
        With the reason.
    """
    try:
        found = os.stat(path)
    except FileNotFoundError:
        if not os.path.isdir(os.path.dirname(os.path.realpath(path))):
            raise OutputError(path, None, "there is no such folder") from None
        return
    except (OSError, ValueError) as error:
        raise OutputError(path, None, f"cannot be written: {reason(error)}") from None
    if stat.S_ISDIR(found.st_mode):
        raise OutputError(path, None, "cannot be written: it is a folder")
    if (found.st_dev, found.st_ino) in (_inputs.get() or ()):
        message = "is an input of this command: choose another file for the output"
        raise OutputError(path, None, message)
    if not os.access(path, os.W_OK):
        denied = os.strerror(errno.EACCES)
        raise OutputError(path, None, f"cannot be written: {denied}")


@contextlib.contextmanager
def new_file(path: Path) -> Iterator[IO[bytes]]:
    """Give a file to write; it takes its place when all went well.

    A link is followed, and a file that was there keeps its permissions. Into a device
    or a pipe, such as /dev/null, is written directly.

    Raises
    ------
    OutputError
        If it cannot be written, or is one of the inputs.
    """
    check_output(path)
    target = os.path.realpath(path)
    try:
        if os.path.exists(target) and not os.path.isfile(target):
            with open(target, "wb") as file:
                yield file
            return
        with _replacing(target) as file:
            yield file
            check_output(path)  # what was read meanwhile is an input too
    except OSError as error:
        raise OutputError(path, None, f"cannot be written: {reason(error)}") from None


@contextlib.contextmanager
def _replacing(target: str) -> Iterator[IO[bytes]]:
    folder = os.path.dirname(target)
    # nobody can know the name before, and put a link there
    temporary = os.path.join(folder, f".rankrees-{secrets.token_hex(8)}")
    handle = os.open(
        temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666
    )
    try:
        with open(handle, "w+b") as file:
            yield file
            file.flush()
            with contextlib.suppress(FileNotFoundError):
                os.fchmod(handle, stat.S_IMODE(os.stat(target).st_mode))
            os.fsync(handle)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    with contextlib.suppress(OSError):  # not every file system can
        at = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(at)
        finally:
            os.close(at)


@contextlib.contextmanager
def new_text(path: Path, errors: str = "strict") -> Iterator[IO[str]]:
    """Give a UTF-8 text file to write, as `new_file` does; `errors` as for `open`."""
    with new_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors=errors, newline="\n")
        try:
            yield text
            text.flush()
        finally:
            text.detach()


def write_file(path: Path, content: str) -> None:
    """Write a text as the whole content of a file."""
    with new_text(path) as file:
        file.write(content)


def reason(error: Exception) -> str:
    """Say in a line why the system refused something."""
    said = getattr(error, "strerror", None) or str(error)
    return " ".join(str(said).split()) or type(error).__name__
