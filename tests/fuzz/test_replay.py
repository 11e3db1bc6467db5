"""The fuzzers' targets on their corpus and on seeded mutations of it."""

import random
from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
N_MUTATIONS = {
    **{"arff": 2000, "config": 600, "store": 400, "bundle": 400},
    **{"csv": 1000, "parquet": 300, "scores": 500, "method": 1000, "model": 500},
}
PIECES = [
    *(b"", b"\0", b"\xff", b"\n", b" ", b"'", b'"', b"{", b"}", b"[", b":", b"- "),
    *(b"#", b"&a", b"*a", b"!!", b"<<: ", b"?", b"%", b"@data\n", b"1e999", b"-1"),
    *(b"PK\x03\x04", b"\x7f\xff\xff\xff", b"9" * 30, "\u2028é".encode()),
    *(b"extends: ../x\n", b"\xff\xfe", b"1_0", b"1e308", b"memory='x'", b"[bags=0]"),
]


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_has_a_corpus_with_something_right_in_it(name):
    assert len(list((CORPUS / name).iterdir())) >= 1
    assert N_MUTATIONS[name] > 0


@pytest.mark.parametrize(
    "path",
    sorted(CORPUS.glob("*/*")),
    ids=lambda path: "-".join(path.parts[-2:]),
)
def test_the_corpus(path):
    TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_mutations(name):
    rng = random.Random(2006)
    seeds = [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]
    for number in range(N_MUTATIONS[name]):
        content = mutated(rng.choice(seeds), rng.choice(seeds), rng)
        try:
            TARGETS[name](content)
        except BaseException:
            print(f"mutation {number}: {content!r}")
            raise


def mutated(content: bytes, other: bytes, rng: random.Random) -> bytes:
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(content))
        kind = rng.randrange(5)
        if kind == 0:
            content = content[:at]
        elif kind == 1:
            content = content[:at] + other[rng.randint(0, len(other)) :]
        elif kind == 2:
            content = content[:at] + bytes([rng.randrange(256)]) + content[at + 1 :]
        else:
            piece = rng.choice(PIECES)
            content = content[:at] + piece + content[at + rng.randint(0, 9) :]
    return content
