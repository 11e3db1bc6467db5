"""Jobs that go to a worker together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rankrees.experiment.plan import Job, Source

_ROWS_PER_CHUNK = 5000


@dataclass(frozen=True)
class Chunk:
    """Jobs of one data set that go to a worker together."""

    source: Source
    jobs: tuple[Job, ...]


def make_chunks(jobs: Iterable[Job], sources: Mapping[str, Source]) -> list[Chunk]:
    """Group the jobs of each data set and run, the largest data sets first.

    The folds of a run are made together, and a prepared data set is kept by the worker.
    Large data sets are dealt fold by fold, so that little is lost with a worker and the
    last ones still spread over all of them.
    """
    groups: dict[tuple[str, int], list[Job]] = {}
    for job in jobs:
        groups.setdefault((job.dataset, job.run), []).append(job)
    chunks = []
    for (dataset, _), group in groups.items():
        source = sources[dataset]
        size = max(1, _ROWS_PER_CHUNK // source.n_rows)
        for start in range(0, len(group), size):
            chunks.append(Chunk(source, tuple(group[start : start + size])))
    chunks.sort(key=lambda chunk: -chunk.source.size)
    return chunks
