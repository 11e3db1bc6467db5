"""Downloads, against a server that really runs (on this machine)."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from rankrees.data import catalog
from rankrees.data.arff.reader import parse_arff
from rankrees.data.catalog import Catalog
from rankrees.data.fetch import FetchError, fetch

# the class is first, as OpenML allows and Weka does not
REMOTE = """@relation made-up
@attribute verdict {no,yes}
@attribute size real
@attribute 'two words' {'?',b}
@data
no,1.5,'?'
yes,?,b
no,-2,?
"""
TRUE = parse_arff(REMOTE.splitlines(), path="made-up.arff", class_attribute="verdict")


class Server(ThreadingHTTPServer):
    """Answers from a dict of path to (status, body, length it claims)."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[int, bytes, int]] = {}
        self.requests: list[str] = []
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def put(self, path: str, body: str, status: int = 200, extra: int = 0) -> None:
        data = body.encode()
        self.pages[path] = (status, data, len(data) + extra)


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.requests.append(self.path)
        status, body, length = self.server.pages.get(self.path, (404, b"", 0))
        self.send_response(status)
        self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        describe(running, default_target_attribute="verdict")
        running.put("/files/made-up.arff", REMOTE)
        yield running
        running.shutdown()


def describe(server: Server, **fields: str) -> None:
    about = {"id": "4711", "url": f"{server.url}/files/made-up.arff", **fields}
    body = json.dumps({"data_set_description": about})
    server.put("/api/v1/json/data/4711", body)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a cache of its own and a catalogue with one set that is not shipped."""
    entry = dataclasses.replace(
        catalog.manifest()["sick"],
        name="made-up",
        openml_id=4711,
        true_sha256=TRUE.content_hash,
    )
    monkeypatch.setattr(catalog, "manifest", lambda: {"made-up": entry})
    monkeypatch.setenv("RANKREES_CACHE", str(tmp_path / "cache"))
    for variable in ("RANKREES_DATA", "RANKREES_OPENML", "http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path / "cache"


def files(folder: Path) -> set[str]:
    paths = folder.rglob("*") if folder.exists() else ()
    return {str(p.relative_to(folder)) for p in paths if p.is_file()}


def test_success(server: Server, cache: Path) -> None:
    told: list[str] = []
    (got,) = fetch(["made-up"], server=f"{server.url}/", progress=told.append)
    assert (got.name, got.path, got.error) == ("made-up", cache / "made-up.arff", "")
    assert not got.was_cached
    assert files(cache) == {"made-up.arff"}
    assert len(told) == 1
    assert "4711" in told[0]
    # the class has been moved to the end, where every other reader expects it
    data = Catalog().load("made-up")
    assert data.content_hash == TRUE.content_hash
    assert data.class_attribute.name == "verdict"


def test_second_time_there_is_no_request(server: Server, cache: Path) -> None:
    fetch(["made-up"], server=server.url)
    assert server.requests == ["/api/v1/json/data/4711", "/files/made-up.arff"]
    told: list[str] = []
    (got,) = fetch(["made-up"], server=server.url, progress=told.append)
    assert got.was_cached
    assert got.path == cache / "made-up.arff"
    assert len(server.requests) == 2
    assert told == []


@pytest.mark.parametrize("content", ["nonsense", REMOTE.replace("1.5", "1.6")])
def test_a_damaged_cache_is_mended(server: Server, cache: Path, content: str) -> None:
    cache.mkdir()
    (cache / "made-up.arff").write_text(content)
    (got,) = fetch(["made-up"], server=server.url)
    assert not got.was_cached
    assert Catalog().load("made-up").content_hash == TRUE.content_hash


@pytest.mark.parametrize("fields", [{}, {"default_target_attribute": "other"}])
def test_class_is_last_where_the_named_one_does_not_fit(
    server: Server, fields: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    last = parse_arff(REMOTE.splitlines(), path="x")
    entry = catalog.manifest()["made-up"]
    entry = dataclasses.replace(entry, true_sha256=last.content_hash)
    monkeypatch.setattr(catalog, "manifest", lambda: {"made-up": entry})
    describe(server, **fields)
    (got,) = fetch(["made-up"], server=server.url)
    assert got.error == ""
    assert Catalog().load("made-up").class_attribute.name == "two words"


def test_wrong_content_is_not_kept(server: Server, cache: Path) -> None:
    wrong = REMOTE.replace("1.5", "1.25")
    server.put("/files/made-up.arff", wrong)
    (got,) = fetch(["made-up"], server=server.url)
    assert got.path is None
    data = parse_arff(wrong.splitlines(), path="x", class_attribute="verdict")
    assert data.content_hash[:16] in got.error
    assert TRUE.content_hash[:16] in got.error
    left = cache / "rejected" / "made-up.arff"
    assert str(left) in got.error
    assert left.read_text() == wrong
    assert files(cache) == {"rejected/made-up.arff"}
    assert Catalog().find("made-up") is None


def test_what_is_no_arff_is_not_kept(server: Server, cache: Path) -> None:
    server.put("/files/made-up.arff", "<html>sorry</html>\n")
    (got,) = fetch(["made-up"], server=server.url)
    assert got.path is None
    assert "line 1: " in got.error
    assert files(cache) == {"rejected/made-up.arff"}


def test_failures_are_one_clear_line(server: Server, cache: Path) -> None:
    def error() -> str:
        (got,) = fetch(["made-up"], server=server.url)
        assert got.path is None
        assert got.error.startswith("made-up: download failed: ")
        assert "\n" not in got.error
        assert files(cache) == set()
        return got.error

    server.put("/files/made-up.arff", REMOTE, extra=100)  # cut short
    error()
    server.put("/files/made-up.arff", "", status=404)
    assert "404" in error()
    describe(server, url="file:///etc/hostname")
    assert "no web address" in error()
    for answer in ("[]", '{"data_set_description": {}}'):
        server.put("/api/v1/json/data/4711", answer)
        assert "does not say where" in error()
    server.put("/api/v1/json/data/4711", "no JSON")
    error()
    server.put("/api/v1/json/data/4711", "{}", extra=100)
    error()
    server.put("/api/v1/json/data/4711", "", status=412)
    assert "412" in error()


def test_server_down(cache: Path) -> None:
    with Server() as gone:
        url = gone.url
    (got,) = fetch(["made-up"], server=url)
    assert got.path is None
    assert "refused" in got.error
    assert files(cache) == set()


def test_one_failure_does_not_stop_the_others(server: Server) -> None:
    results = fetch(["nosuch", "made-up"], server=server.url)
    assert [bool(result.error) for result in results] == [True, False]
    assert results[0].name == "nosuch"
    assert "not among" in results[0].error


def test_server_by_environment(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKREES_OPENML", server.url)
    (got,) = fetch(["made-up"])
    assert got.error == ""


def test_unwritable_cache(server: Server, tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("")
    (got,) = fetch(["made-up"], server=server.url, cache_dir=tmp_path / "a file")
    assert got.error.startswith("made-up: download failed: ")


def test_failed_downloads_end_in_1() -> None:
    assert FetchError.exit_code == 1


def test_a_server_that_sends_too_much_or_never_ends(
    server: Server, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A download had no limit of size or total time."""
    monkeypatch.setattr("rankrees.data.fetch.MAX_DATA_BYTES", 10)
    (got,) = fetch(["made-up"], server=server.url)
    assert "sends more than 10 bytes" in got.error
    monkeypatch.setattr("rankrees.data.fetch.MAX_DATA_BYTES", 10_000)
    monkeypatch.setattr("rankrees.data.fetch.TOTAL_SECONDS", -1)
    (got,) = fetch(["made-up"], server=server.url)
    assert "takes more than -1 seconds" in got.error
    assert files(cache) == set()


def test_deeply_nested_json(server: Server, cache: Path) -> None:
    """Maps in maps without end came out as a RecursionError."""
    server.put("/api/v1/json/data/4711", "[" * 200_000)
    (got,) = fetch(["made-up"], server=server.url)
    assert "maps in maps without end" in got.error
    server.put("/api/v1/json/data/4711", " " * 2_000_000)
    (got,) = fetch(["made-up"], server=server.url)
    assert "sends more than 1,000,000 bytes" in got.error
    assert files(cache) == set()
