"""Whatever a file holds, out comes a data set or an ArffError."""

from __future__ import annotations

import gzip
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rankrees.data.arff.reader import read_arff
from rankrees.errors import ArffError

SEED = b"""% seed
@relation 'a b'
@attribute n integer [1,10]
@attribute 'q \\'r' {x, "y z", '?'}
@attribute c {p,q}
@data
1,x,p
?,'y z',q % c
{0 2.5, 1 '?'}
-1e3\t"\\u00e9\\101x"\tq
3,?,?
"""
# without its one wrong row, so that both outcomes are near
SEEDS = [SEED, SEED.replace(b'-1e3\t"\\u00e9\\101x"\tq\n', b"")]
PIECES = [
    b"'", b'"', b"\\", b"{", b"}", b",", b"%", b"?", b"@", b"\n", b"\r", b"\t", b" ",
    b"\0", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\x1f\x8b", b"\\u", b"\\ud800", b"\\777",
    b"[", b"]", b"@data\n", b"@attribute ", b"{}", b"nan", b"1e999", b"9" * 20, b"-",
    "\u2028\u0661é".encode(),
]  # fmt: skip

QUICK = settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def outcome(path: Path, content: bytes) -> bool:
    """Return whether a data set came out; anything but an ArffError is raised."""
    path.write_bytes(content)
    try:
        data = read_arff(path)
    except ArffError as error:
        said = str(error)
    else:
        assert data.n_rows > 0
        assert len(data.content_hash) == 64
        return True
    assert said.startswith(str(path) + ":")
    assert "\n" not in said
    assert len(said) < 1000
    return False


def test_the_seeds_have_both_outcomes(tmp_path: Path) -> None:
    assert [outcome(tmp_path / "f.arff", seed) for seed in SEEDS] == [False, True]


@QUICK
@given(st.binary(max_size=200))
def test_random_bytes(tmp_path: Path, content: bytes) -> None:
    outcome(tmp_path / "f.arff", content)
    outcome(tmp_path / "f.arff", b"\x1f\x8b\x08\x00" + content)


@QUICK
@given(
    st.sampled_from(SEEDS),
    st.lists(
        st.tuples(
            st.floats(0, 1),
            st.integers(0, 12),
            st.sampled_from(PIECES) | st.binary(max_size=4),
        ),
        min_size=1,
        max_size=5,
    ),
)
def test_mutated_seeds(
    tmp_path: Path, seed: bytes, edits: list[tuple[float, int, bytes]]
) -> None:
    for place, deleted, piece in edits:
        at = int(place * len(seed))
        seed = seed[:at] + piece + seed[at + deleted :]
    outcome(tmp_path / "f.arff", seed)


@QUICK
@given(st.integers(0, 300), st.integers(0, 255), st.booleans())
def test_mutated_gzip(tmp_path: Path, place: int, byte: int, cut: bool) -> None:
    packed = bytearray(gzip.compress(SEEDS[1], mtime=0))
    at = place % len(packed)
    packed[at] = byte
    outcome(tmp_path / "f.arff", bytes(packed[:at] if cut else packed))


@QUICK
@given(
    st.lists(
        st.sampled_from([*"'\"\\{},%? \t012xypq", "'x'", "{0 1}", "\\"]), max_size=12
    )
)
def test_random_rows(tmp_path: Path, pieces: list[str]) -> None:
    head = b"@attribute n real\n@attribute a {x,y}\n@attribute c {p,q}\n@data\n1,x,p\n"
    outcome(tmp_path / "f.arff", head + "".join(pieces).encode())
